import { expect, test } from 'vitest';
import { kubeTime } from '../../test/support/kube/kube-time.ts';
import { MemoryApi } from '../../test/support/kube/memory-api.ts';
import { recorder } from '../../test/support/kube/recorder.ts';
import { createClient } from './api/client.ts';
import { readClusterUid } from './cluster-uid.ts';

/** Reads the identity from an API server that fails at first. */
function rig(prepare: (api: MemoryApi) => void) {
  const api = new MemoryApi();
  prepare(api);
  const time = kubeTime();
  const { observer, recorded } = recorder();
  const identity = readClusterUid(
    createClient(api, () => true, 'once'),
    time,
    observer,
  );
  return { api, time, identity, recorded };
}

test('the uid is read once the API server answers', async () => {
  let isAway = true;
  const { time, identity } = rig((api) => {
    api.objects.put('core/v1/namespaces', {
      metadata: { name: 'kube-system', namespace: '', uid: 'u-1' },
    });
    api.fault = () => (isAway ? 'refused' : null);
  });
  await time.advance(10_000);
  expect(identity.uid()).toBeNull();
  isAway = false;
  await time.advance(5_000);
  await identity.known;
  expect(identity.uid()).toBe('u-1');
});

test('without the right to read it the cluster stays unknown, and nothing waits', async () => {
  const { identity, api, recorded } = rig((prepared) => {
    prepared.fault = () => ({ status: 403 });
  });
  await identity.known;
  expect([identity.uid(), api.requests.length]).toEqual([null, 1]);
  expect(recorded.placeUnknown.map(([namespace]) => namespace)).toEqual(['kube-system']);
});

import { expect, test } from 'vitest';
import { kubeTime } from '../../test/support/kube/kube-time.ts';
import { MemoryApi } from '../../test/support/kube/memory-api.ts';
import { recorder } from '../../test/support/kube/recorder.ts';
import { createClient } from './api/client.ts';
import { createHomes } from './home-namespaces.ts';

const COLLECTION = 'core/v1/namespaces';

function rig(prepare: (api: MemoryApi) => void = () => undefined) {
  const api = new MemoryApi();
  api.objects.put(COLLECTION, { metadata: { name: 'team', namespace: '', uid: 'u-1' } });
  prepare(api);
  const time = kubeTime();
  const client = createClient(api, () => true, 'once');
  const { observer, recorded } = recorder();
  return {
    api,
    time,
    recorded,
    homes: (namespaces: readonly string[] | null) =>
      createHomes({ client, time, observer }, namespaces),
  };
}

test('the uid of each namespace is read once the API server answers', async () => {
  let isAway = true;
  const { time, homes } = rig((api) => {
    api.fault = () => (isAway ? 'refused' : null);
  });
  const found = homes(['team']);
  await time.advance(10_000);
  expect(found.of('team')).toBeNull();
  isAway = false;
  await time.advance(5_000);
  await found.known;
  expect([found.of('team'), found.of('other')]).toEqual([{ uid: 'u-1', isSure: true }, null]);
});

test('a namespace that was made again has its new uid for the objects that appear in it', async () => {
  const { api, time, homes } = rig();
  const found = homes(['team']);
  await found.known;
  api.objects.remove(COLLECTION, '', 'team');
  api.objects.put(COLLECTION, { metadata: { name: 'team', namespace: '', uid: 'u-2' } });
  found.look('team');
  expect(found.of('team')).toEqual({ uid: 'u-1', isSure: false });
  await time.settle();
  expect(found.of('team')).toEqual({ uid: 'u-2', isSure: true });
});

test('an object that appears while the namespace is read makes it read once more', async () => {
  const { api, time, homes } = rig();
  const found = homes(['team']);
  for (let times = 0; times < 50; times++) found.look('team');
  await time.settle();
  expect([found.of('team')?.isSure, api.requests.length]).toEqual([true, 2]);
});

test.each([
  ['without the right to read it', ['team'], 1],
  ['where the operator is limited to none', null, 0],
])('%s a namespace stays unknown, and nothing waits', async (_, namespaces, requests) => {
  const { api, time, recorded, homes } = rig((prepared) => {
    prepared.fault = () => ({ status: 403 });
  });
  const found = homes(namespaces);
  await found.known;
  expect([found.of('team'), api.requests.length]).toEqual([null, requests]);
  found.look('team');
  await time.settle();
  expect(recorded.placeUnknown).toHaveLength(requests);
});

import { expect, test } from 'vitest';
import { kubeTime } from '../../test/support/kube/kube-time.ts';
import { MemoryApi } from '../../test/support/kube/memory-api.ts';
import { createClient } from './api/client.ts';
import { createNamespaces } from './namespaces.ts';

function rig() {
  const api = new MemoryApi();
  api.objects.put('core/v1/namespaces', {
    metadata: { name: 'team', namespace: '', uid: 'u-1' },
    status: { phase: 'Terminating' },
  });
  const time = kubeTime();
  return {
    api,
    time,
    namespaces: createNamespaces(
      createClient(api, () => true, 'once'),
      time,
    ),
  };
}

test('an answer is used for ten seconds', async () => {
  const { api, time, namespaces } = rig();
  for (let times = 0; times < 3; times++) await namespaces.look('team');
  expect([namespaces.isTerminating('team'), api.requests.length]).toEqual([true, 1]);
  await time.advance(10_000);
  await namespaces.look('team');
  expect(api.requests).toHaveLength(2);
});

test('a granted permission counts within a minute, and denied reads are rare until then', async () => {
  const { api, time, namespaces } = rig();
  api.fault = () => ({ status: 403 });
  for (let second = 0; second < 55; second++) {
    await namespaces.look('team');
    await time.advance(1_000);
  }
  expect([namespaces.isTerminating('team'), api.requests.length]).toEqual([false, 1]);
  api.fault = () => null;
  await time.advance(5_000);
  await namespaces.look('team');
  expect(namespaces.isTerminating('team')).toBe(true);
});

test('a denied read keeps what a refused write reported', async () => {
  const { api, time, namespaces } = rig();
  namespaces.learnTerminating('team');
  await time.advance(10_000);
  api.fault = () => ({ status: 403 });
  await namespaces.look('team');
  expect(namespaces.isTerminating('team')).toBe(true);
});

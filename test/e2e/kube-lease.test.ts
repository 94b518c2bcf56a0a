import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { connectKubeApi, type KubeApi, readCredentials } from '../../local/controlplane/kubeapi.ts';
import { LIMITS } from '../../src/engine/ports/limits.ts';
import { openAccess } from '../../src/kube/access/access.ts';
import { createClient } from '../../src/kube/api/client.ts';
import { unreachable } from '../../src/kube/api/failures.ts';
import { HttpTransport } from '../../src/kube/api/http.ts';
import type { Transport } from '../../src/kube/api/transport.ts';
import { type Elector, startElector } from '../../src/kube/lease/lease.ts';
import { systemTime } from '../../src/kube/time.ts';
import { recorder } from '../support/kube/recorder.ts';
import { plane } from './plane.ts';

/** Two candidates; `kill` disconnects one at once, as SIGKILL would. */
interface Replica {
  readonly elector: Elector;
  readonly seen: string[];
  kill(): Promise<void>;
}

let api: KubeApi;
let replicas: Replica[];

beforeEach(async () => {
  api = connectKubeApi(await readCredentials(plane.kubeconfig));
  replicas = [];
});
afterEach(async () => {
  await Promise.all(replicas.map((one) => one.elector.stop().then(() => one.kill())));
  await api.close();
});

async function replica(name: string, identity: string): Promise<Replica> {
  const access = await openAccess(plane.kubeconfig, systemTime);
  if (!access.ok) throw new Error(access.failure.detail);
  const { observer } = recorder();
  const http = new HttpTransport({
    access: access.value,
    observer,
    connections: 1,
    timeoutMs: 4_000,
  });
  let alive = true;
  const transport: Transport = {
    send: async (request) =>
      alive ? await http.send(request) : { ok: false, failure: unreachable(new Error('killed')) },
    stream: (request) => http.stream(request),
    close: () => http.close(),
  };
  const seen: string[] = [];
  const election = {
    namespace: 'default',
    name,
    gained: () => seen.push('gained'),
    lost: () => seen.push('lost'),
  };
  const client = createClient(transport, () => true, 'once');
  const elector = startElector({ ...election, client, time: systemTime, observer, identity });
  const kill = async (): Promise<void> => {
    alive = false;
    await http.close();
  };
  const one = { elector, seen, kill };
  replicas.push(one);
  return one;
}

const leads = (one: Replica) => async () => expect(one.elector.mayWrite()).toBe(true);
const leaseOf = async (name: string): Promise<unknown> =>
  (await api.request('GET', `/apis/coordination.k8s.io/v1/namespaces/default/leases/${name}`)).body;

test('leadership goes over at once when the leader stops, not when its lease has run out', async () => {
  const first = await replica('handed-over', 'first');
  await vi.waitFor(leads(first), { timeout: 60_000, interval: 10 });
  const second = await replica('handed-over', 'second');
  const begun = performance.now();
  const stopped = first.elector.stop();
  expect(first.elector.mayWrite()).toBe(false);
  await stopped;
  await vi.waitFor(leads(second), { timeout: 60_000, interval: 10 });
  expect(performance.now() - begun).toBeLessThan(LIMITS.leaseMs / 2);
  expect(await leaseOf('handed-over')).toMatchObject({
    spec: { holderIdentity: 'second', leaseTransitions: 1, leaseDurationSeconds: 15 },
  });
  expect([first.seen, second.seen]).toEqual([['gained'], ['gained']]);
});

test('leadership goes over when the leader is killed, not before its lease has run out, and never to two', async () => {
  const first = await replica('taken-over', 'first');
  await vi.waitFor(leads(first), { timeout: 60_000, interval: 10 });
  const second = await replica('taken-over', 'second');
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  await first.kill();
  const begun = performance.now();
  const both = vi.fn<() => void>();
  const watchdog = setInterval(
    () => first.elector.mayWrite() && second.elector.mayWrite() && both(),
    5,
  );
  await vi.waitFor(leads(second), { timeout: 60_000, interval: 10 });
  clearInterval(watchdog);
  const took = performance.now() - begun;
  expect(both).not.toHaveBeenCalled();
  expect(took).toBeGreaterThan(LIMITS.leaseMs - 5_000);
  expect(took).toBeLessThan(LIMITS.leaseMs * 2);
  expect(first.seen).toEqual(['gained', 'lost']);
});

test('of many that begin at once, one leads', async () => {
  const many = await Promise.all(
    ['a', 'b', 'c', 'd', 'e'].map((identity) => replica('contended', identity)),
  );
  await vi.waitFor(() => expect(many.filter(({ elector }) => elector.mayWrite())).toHaveLength(1), {
    timeout: 60_000,
    interval: 10,
  });
});

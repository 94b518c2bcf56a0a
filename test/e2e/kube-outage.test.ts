import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Component } from '../../local/controlplane/component.ts';
import { type ControlPlane, startControlPlane } from '../../local/controlplane/controlplane.ts';
import type { KubeAnswer } from '../../local/controlplane/kubeapi.ts';
import { openAccess } from '../../src/kube/access/access.ts';
import { createClient } from '../../src/kube/api/client.ts';
import { isExpired } from '../../src/kube/api/failures.ts';
import { HttpTransport } from '../../src/kube/api/http.ts';
import { systemTime } from '../../src/kube/time.ts';
import { defineGadgets, GADGETS, type GadgetUser, gadgetUser } from '../support/kube/gadgets.ts';
import { type LiveRig, liveRig } from '../support/kube/live-rig.ts';
import { recorder } from '../support/kube/recorder.ts';

const NAMESPACE = 'outage';
const soon = { timeout: 90_000, interval: 20 };

let controlPlane: ControlPlane;
let user: GadgetUser;
let rig: LiveRig;

beforeAll(async () => {
  controlPlane = await startControlPlane();
  user = gadgetUser(controlPlane.api);
  await defineGadgets(controlPlane.api);
  await user.namespace(NAMESPACE);
  for (const name of ['a', 'b', 'c']) await user.create(NAMESPACE, name);
});
afterAll(() => controlPlane?.stop());
beforeEach(async () => {
  rig = await liveRig(controlPlane.kubeconfigPath);
  await rig.watching.synced;
});
afterEach(() => rig.connection.stop());

/** Waits until the store matches the API server. */
async function converged(): Promise<void> {
  const there = await vi.waitFor(() => user.list(), soon);
  await vi.waitFor(() => expect(rig.held()).toEqual(there), soon);
}

/** Repeats a request until it succeeds: a restarted server does not serve everything at once. */
const done = (request: () => Promise<KubeAnswer>): Promise<void> =>
  vi.waitFor(async () => expect((await request()).status).toBeLessThan(300), soon);

/** Ends a component as a kubelet ends a container: kills it after a grace period. An API server may
 *  wait a minute for a late watch. */
async function end(component: Component, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  const patience = setTimeout(() => void component.kill('SIGKILL'), 5_000);
  await component.kill(signal);
  clearTimeout(patience);
}

const reasons = (): readonly string[] => rig.recorded.watchEnded.map(([{ why }]) => why);

describe.each(['SIGKILL', 'SIGTERM'] as const)('a watch lives on when %s ends', (signal) => {
  test('kube-apiserver, which comes back', async () => {
    await end(controlPlane.apiServer, signal);
    await vi.waitFor(
      () => expect(reasons().filter((why) => why === 'failed').length).toBeGreaterThan(1),
      soon,
    );
    expect(rig.watching.health()).toMatchObject({ synced: true, alive: true });
    await controlPlane.apiServer.start();
    await done(() => user.change(NAMESPACE, 'a', { spec: { after: `kube-apiserver ${signal}` } }));
    await done(() => user.create(NAMESPACE, `made-after-apiserver-${signal.toLowerCase()}`));
    await converged();
  });

  test('etcd, which comes back, whatever is tried in between', async () => {
    await end(controlPlane.etcd, signal);
    const attempt = rig.watching.cluster.patchStatus(rig.object(NAMESPACE, 'b'), { tried: signal });
    await controlPlane.etcd.start();
    await controlPlane.apiServer.ready();
    const outcome = await attempt;
    expect(outcome.ok ? 'written' : outcome.failure.code).toMatch(/^(written|Unreachable)$/);
    await done(() => user.change(NAMESPACE, 'b', { spec: { after: `etcd ${signal}` } }));
    await done(() => user.remove(NAMESPACE, `made-after-apiserver-${signal.toLowerCase()}`));
    await converged();
    expect(rig.watching.health().alive).toBe(true);
  });
});

test('a watch lives on when both end by SIGKILL and come back', async () => {
  await controlPlane.etcd.kill();
  await controlPlane.apiServer.kill();
  await controlPlane.etcd.start();
  await controlPlane.apiServer.start();
  await done(() => user.change(NAMESPACE, 'c', { spec: { after: 'both' } }));
  await converged();
  expect(rig.watching.health()).toMatchObject({ synced: true, alive: true });
});

test('an expired version is listed again, and this is reported', async () => {
  // The writes of the API server at its start make the last version too old for its new cache.
  await controlPlane.apiServer.kill();
  await controlPlane.apiServer.start();
  await vi.waitFor(() => expect(reasons()).toContain('expired'), soon);
  await done(() => user.change(NAMESPACE, 'a', { spec: { after: 'expiry' } }));
  await converged();
});

test('an old version is refused as 410, whatever is watched', async () => {
  const access = await openAccess(controlPlane.kubeconfigPath, systemTime);
  if (!access.ok) throw new Error(access.failure.detail);
  const transport = new HttpTransport({
    access: access.value,
    observer: recorder().observer,
    connections: null,
    timeoutMs: 30_000,
  });
  const from = { resource: GADGETS, namespace: null };
  const events: unknown[] = [];
  const watch = await createClient(transport, () => true).watch(
    from,
    '1',
    5,
    new AbortController().signal,
  );
  if (watch.ok) for await (const batch of watch.value) events.push(...batch);
  const failures = watch.ok ? events : [{ type: 'failed', failure: watch.failure }];
  expect(failures).toMatchObject([{ type: 'failed', failure: { status: 410 } }]);
  expect(failures.every((event) => isExpired((event as { readonly failure: never }).failure))).toBe(
    true,
  );
  await transport.close();
});

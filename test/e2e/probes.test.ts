import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ControlPlane, startControlPlane } from '../../local/controlplane/controlplane.ts';
import { applyCrds } from '../../local/controlplane/crds.ts';
import { type Reaper, startReaper } from '../../local/process/reaper.ts';
import { type OperatorProcess, prepareOperator } from './operator-process.ts';
import { startService } from './service.ts';
import { soon } from './soon.ts';

let controlPlane: ControlPlane;
let reaper: Reaper;
let replicas: readonly OperatorProcess[];

beforeAll(async () => {
  const directory = await mkdtemp(join(tmpdir(), 'cloudinfra-probes-'));
  reaper = startReaper(directory);
  const site = { directory, reaper };
  controlPlane = await startControlPlane();
  const [service] = await Promise.all([
    startService(site, ['--speed', '200']),
    applyCrds(controlPlane.kubeconfigPath),
  ]);
  const options = {
    kubeconfig: controlPlane.kubeconfigPath,
    apiUrl: service.url,
    token: service.tokens.admin,
  };
  const flags = ['--leader-elect', '--lease-namespace', 'default'];
  replicas = await Promise.all(
    ['first', 'second'].map((name) => prepareOperator(site, { ...options, name, flags })),
  );
  await Promise.all(replicas.map(({ component }) => component.start()));
});
afterAll(async () => {
  await reaper?.release();
  await controlPlane?.stop();
});

/** Returns the status codes of both operators' probes: alive and ready, of each. */
const probes = async (): Promise<readonly number[]> =>
  Promise.all(
    replicas.flatMap(({ url }) =>
      ['healthz', 'readyz'].map(async (probe) => (await fetch(`${url}/${probe}`)).status),
    ),
  );
const metric = (name: string, labels = ''): Promise<readonly number[]> =>
  Promise.all(replicas.map((replica) => replica.metric(name, labels)));
const leaders = async (): Promise<number> =>
  (await metric('leader_election_master_status')).reduce((sum, one) => sum + one, 0);
const leading = (wanted: number) =>
  soon(`${wanted} to lead`, async () => {
    const seen = await leaders();
    return { done: seen === wanted || null, seen: String(seen) };
  });

test('both replicas are ready, of which one leads; without an API server both stay alive and ready, and none leads; with it one leads again', async () => {
  await leading(1);
  expect(await probes()).toEqual([200, 200, 200, 200]);
  await controlPlane.apiServer.kill();
  await leading(0);
  await soon('failed watches in both', async () => {
    const failed = await metric('cloudinfra_watch_ends_total', 'why="failed"');
    return { done: failed.every((count) => count > 20) || null, seen: failed.join(', ') };
  });
  expect(await probes()).toEqual([200, 200, 200, 200]);
  await controlPlane.apiServer.start();
  const backAtMs = performance.now();
  await leading(1);
  // A watch without events becomes silent again at once: only data since the recovery counts.
  await soon('every watch to recover', async () => {
    const awayMs = performance.now() - backAtMs;
    const silence = await metric('cloudinfra_watch_silence_seconds', 'resource="volumes"');
    return {
      done: silence.every((seconds) => seconds * 1_000 < awayMs) || null,
      seen: silence.join(', '),
    };
  });
  expect(await probes()).toEqual([200, 200, 200, 200]);
});

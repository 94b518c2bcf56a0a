import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import type { OperatorProcess } from '../operator-process.ts';
import { oneOf, repeatedly, revive, type Scene } from './scene.ts';

/** Kills the leader some seconds after it began; sometimes gracefully, and sometimes the standby
 *  first. Kills nothing without a leader: a new process has to wait for a whole lease. */
export const killOperators = (scene: Scene): Promise<void> =>
  repeatedly(scene, [300, 4_000], async () => {
    const leader = await leading(scene);
    if (leader === undefined) return 'looks in vain for a leader';
    const [signal, victims] = oneOf<readonly ['SIGKILL' | 'SIGTERM', readonly OperatorProcess[]]>(
      scene,
      [
        ['SIGKILL', [leader]],
        ['SIGTERM', [leader]],
        ['SIGTERM', [leader]],
        ['SIGKILL', scene.operators],
        ['SIGKILL', scene.operators.filter((operator) => operator !== leader)],
      ],
    );
    await Promise.all(victims.map(({ component }) => component.kill(signal)));
    await Promise.all(victims.map(({ component }) => revive(component)));
    return `${signal} for ${victims.length === 2 ? 'both' : victims.includes(leader) ? 'who led' : 'who waited'}`;
  });

/** Returns the leader by its own metric. */
async function leading({ operators }: Scene): Promise<OperatorProcess | undefined> {
  const leads = await Promise.all(
    operators.map((operator) => operator.metric('leader_election_master_status').catch(() => 0)),
  );
  return operators[leads.indexOf(1)];
}

/** Kills one server of the control plane after the other, and restarts it. */
export const killServers = (scene: Scene): Promise<void> =>
  repeatedly(scene, [4_000, 12_000], async () => {
    const server = oneOf(scene, [scene.controlPlane.etcd, scene.controlPlane.apiServer]);
    await server.kill('SIGKILL');
    await pause(scene.random() * 3_000);
    await revive(server);
    await revive(scene.controlPlane.apiServer);
    return `deaths of ${server.name}`;
  });

/** Faults of the service for some seconds: of all requests, or of a share. */
const FAULTS: readonly object[] = [
  { kind: 'refuse', status: 503, probability: 0.3 },
  { kind: 'refuse', status: 500, probability: 0.3 },
  { kind: 'throttle', retryAfter: 2, probability: 0.3 },
  { kind: 'delay', delayMs: 1_500, probability: 0.5 },
  { kind: 'dropBefore', probability: 0.2 },
  { kind: 'dropAfter', method: 'POST', probability: 0.3 },
  { kind: 'dropAfter', probability: 0.2 },
  { kind: 'errorAfter', method: 'POST', probability: 0.3 },
  { kind: 'errorAfter', method: 'DELETE', probability: 0.5 },
  { kind: 'truncate', probability: 0.1 },
  { kind: 'wrongJson', method: 'POST', probability: 0.2 },
  { kind: 'filterIgnored', probability: 0.5 },
  { kind: 'staleListing', probability: 0.5 },
];

/** Injects faults into the service, one after the other. */
export const spoilService = (scene: Scene): Promise<void> =>
  repeatedly(scene, [1_500, 5_000], async () => {
    await scene.at.service.clearFaults();
    if (scene.random() < 0.2) return 'times without faults';
    await scene.at.service.fault(oneOf(scene, FAULTS));
    return 'faults of the service';
  });

/** Observes the leader. @returns the longest time without one in milliseconds */
export async function longestWithoutLeader(scene: Scene): Promise<number> {
  let longest = 0;
  let led = performance.now();
  while (!scene.isOver()) {
    if ((await leading(scene)) !== undefined) led = performance.now();
    longest = Math.max(longest, performance.now() - led);
    await pause(100);
  }
  return longest;
}

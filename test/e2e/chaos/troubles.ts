import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { oneOf, repeatedly, revive, type Scene } from './scene.ts';

/** Every operator is killed every few seconds, each on its own. */
export const killOperators = (scene: Scene): Promise<unknown> =>
  Promise.all(
    scene.operators.map(({ component }) =>
      repeatedly(scene, [2_000, 9_000], async () => {
        await component.kill('SIGKILL');
        await revive(component);
        return 'deaths of an operator';
      }),
    ),
  );

/** One server of the control plane after the other is killed, and comes back. */
export const killServers = (scene: Scene): Promise<void> =>
  repeatedly(scene, [4_000, 12_000], async () => {
    const server = oneOf(scene, [scene.controlPlane.etcd, scene.controlPlane.apiServer]);
    await server.kill('SIGKILL');
    await pause(scene.random() * 3_000);
    await revive(server);
    await revive(scene.controlPlane.apiServer);
    return `deaths of ${server.name}`;
  });

/** What may be wrong with the service for some seconds: of all requests, or of so many. */
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

/** The service is spoilt in one way after the other. */
export const spoilService = (scene: Scene): Promise<void> =>
  repeatedly(scene, [1_500, 5_000], async () => {
    await scene.at.service.clearFaults();
    if (scene.random() < 0.2) return 'times without faults';
    await scene.at.service.fault(oneOf(scene, FAULTS));
    return 'faults of the service';
  });

/** Looks who leads. @returns the longest time in which nobody did, in milliseconds */
export async function longestWithoutLeader({ operators, isOver }: Scene): Promise<number> {
  let longest = 0;
  let led = performance.now();
  while (!isOver()) {
    const leads = await Promise.all(operators.map((operator) => operator.metric('leader_election_master_status').catch(() => 0)));
    if (leads.includes(1)) led = performance.now();
    longest = Math.max(longest, performance.now() - led);
    await pause(100);
  }
  return longest;
}

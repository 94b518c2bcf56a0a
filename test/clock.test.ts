import { expect, test } from 'vitest';
import type { ObjectName } from '../src/engine/ports/cluster.ts';
import { volume } from '../src/kinds/volume/index.ts';
import { World } from './harness/world.ts';

const DATA: ObjectName = { kind: 'Volume', namespace: 'default', name: 'data' };
const HOUR_MS = 3_600_000;

/** How long an object takes to be ready that waits for its next try, while the service is away, when somebody sets the operator's clock. */
async function readyAfter(aheadMs: number): Promise<number> {
  const world = new World({ kinds: [volume] });
  world.service.addFault({ kind: 'refuse' });
  world.start();
  world.cluster.apply(DATA, { region: 'eu-west', size: 20 });
  const begun = world.time.now();
  await world.until(() => world.condition(DATA, 'Synced')?.reason === 'Unreachable');
  world.clock.aheadMs = aheadMs;
  world.service.clearFaults();
  await world.until(() => world.condition(DATA, 'Ready')?.status === 'True', 2 * HOUR_MS);
  await world.stop();
  return world.time.now() - begun;
}

test.each([
  ['back', -HOUR_MS],
  ['forward', HOUR_MS],
])('a clock that is set %s by an hour makes nobody wait', async (_way, aheadMs) => {
  expect(await readyAfter(aheadMs)).toBeLessThanOrEqual((await readyAfter(0)) + 5_000);
});

import { describe, expect, test } from 'vitest';
import { KINDS } from '../src/kinds/index.ts';
import { asRecord } from '../src/model/parse.ts';
import type { Mishap } from './harness/wire.ts';
import { World } from './harness/world.ts';

const MINUTE_MS = 60_000;
const VOLUME = { kind: 'Volume', namespace: 'default', name: 'data' };
const SPEC = { region: 'eu-west', size: 20, policy: { deletion: 'Delete', loss: 'Recreate' } };

const isReady = (world: World): boolean => world.condition(VOLUME, 'Ready')?.status === 'True';
const rows = (world: World): number => world.outsider.rows('/volumes').length;

/** A world in which the first create meets with a mishap. */
function begin(mishap: Mishap): World {
  const world = new World({ kinds: KINDS, limits: 'off' });
  let creates = 0;
  world.wire.mishap = (words) => (words === 'POST /volumes' && creates++ === 0 ? mishap : 'none');
  world.start();
  world.cluster.apply(VOLUME, SPEC);
  return world;
}

describe('a create that found no connection', () => {
  test('is sent again within seconds: the service did nothing', async () => {
    const world = begin('unconnected');
    await world.until(() => isReady(world), 30_000);
    expect(rows(world)).toBe(1);
    await world.stop();
  });

  test('is not looked for by a process after this one', async () => {
    const world = begin('unconnected');
    await world.until(() => world.condition(VOLUME, 'Synced')?.reason === 'Unreachable');
    expect(asRecord(world.cluster.get(VOLUME)?.status)['intent']).toBeUndefined();
    world.kill();
    world.start();
    await world.until(() => isReady(world), 30_000);
    expect(rows(world)).toBe(1);
    await world.stop();
  });

  test('lets an object go that is deleted meanwhile', async () => {
    const world = begin('unconnected');
    await world.until(() => world.condition(VOLUME, 'Synced')?.reason === 'Unreachable');
    world.cluster.delete(VOLUME);
    await world.until(() => world.cluster.get(VOLUME) === undefined, MINUTE_MS);
    expect(rows(world)).toBe(0);
    await world.stop();
  });
});

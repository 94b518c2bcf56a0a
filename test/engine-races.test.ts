import { describe, expect, test } from 'vitest';
import type { ObjectName } from '../src/engine/ports/cluster.ts';
import { volume } from '../src/kinds/volume/index.ts';
import { World } from './harness/world.ts';

const MINUTE_MS = 60_000;
const DATA: ObjectName = { kind: 'Volume', namespace: 'default', name: 'data' };
const LOGS: ObjectName = { kind: 'Volume', namespace: 'default', name: 'logs' };
const SPEC = { region: 'eu-west', size: 20 };

const isReady = (world: World, name: ObjectName) => world.condition(name, 'Ready')?.status === 'True';
const synced = (world: World, name: ObjectName) => world.condition(name, 'Synced');
const labels = (world: World) => world.outsider.rows<{ readonly label: string }>('/volumes').map((row) => row.label);

function started(): World {
  const world = new World({ kinds: [volume] });
  world.start();
  return world;
}

/** Does something once, in the middle of a pass: where it awaits this. */
function during(world: World, awaited: string, act: () => void): void {
  let done = false;
  world.fate = (what) => {
    if (what === awaited && !done) {
      done = true;
      act();
    }
    return 'live';
  };
}

describe('a label that an object asks for', () => {
  test('is not kept by an object that went in the middle of its first pass', async () => {
    const world = started();
    during(world, 'getSecret', () => world.cluster.delete(DATA));
    world.cluster.apply(DATA, SPEC);
    await world.time.advance(MINUTE_MS);
    expect(world.cluster.get(DATA)).toBeUndefined();
    world.cluster.apply(DATA, SPEC);
    await world.until(() => isReady(world, DATA));
    expect(labels(world)).toEqual(['data']);
  });

  test('is free again once the object whose create was refused asks for another', async () => {
    const world = started();
    world.cluster.apply(LOGS, { region: 'nowhere', size: 20, label: 'wanted' });
    await world.until(() => synced(world, LOGS)?.reason === 'Rejected');
    world.cluster.apply(DATA, { ...SPEC, label: 'wanted' });
    await world.until(() => synced(world, DATA)?.reason === 'Conflict');
    world.cluster.apply(LOGS, { region: 'nowhere', size: 20, label: 'other' });
    await world.until(() => isReady(world, DATA));
    expect(labels(world)).toEqual(['wanted']);
  });

  test('is free again once the item that had it has another', async () => {
    const world = started();
    world.cluster.apply(DATA, { ...SPEC, label: 'first' });
    await world.until(() => isReady(world, DATA));
    world.cluster.apply(DATA, { ...SPEC, label: 'second' });
    await world.until(() => labels(world).includes('second') && isReady(world, DATA));
    world.cluster.apply(LOGS, { ...SPEC, label: 'first' });
    await world.until(() => isReady(world, LOGS));
    expect(labels(world)).toEqual(['second', 'first']);
  });

  test('is not taken by an object that only shows what it would do', async () => {
    const world = started();
    world.cluster.apply(LOGS, { ...SPEC, label: 'wanted', policy: { mode: 'Preview' } });
    await world.until(() => synced(world, LOGS)?.reason === 'Preview');
    world.cluster.apply(DATA, { ...SPEC, label: 'wanted' });
    await world.until(() => isReady(world, DATA));
    expect(labels(world)).toEqual(['wanted']);
  });
});

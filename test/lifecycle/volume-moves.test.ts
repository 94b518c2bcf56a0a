import { describe, expect, test } from 'vitest';
import type { ObjectName } from '../../src/engine/ports/cluster.ts';
import { KINDS } from '../../src/kinds/index.ts';
import { World } from '../support/world.ts';

const MINUTE_MS = 60_000;
const named = (kind: string, name: string): ObjectName => ({ kind, namespace: 'default', name });
const DATA = named('Volume', 'data');
const [HERE, THERE] = [named('Instance', 'here'), named('Instance', 'there')];
const MACHINE = { region: 'eu-west', type: 'g6-nanode-1', image: 'compute/debian11', booted: true };
const on = (name: string, more: object = {}) => ({
  region: 'eu-west',
  size: 20,
  attachment: { mode: 'Attached', instanceRef: { name }, ...more },
});

interface Row {
  readonly id: number;
  readonly label: string;
  readonly compute_id: number | null;
}
const idOf = (world: World, label: string) =>
  world.outsider.rows<Row>('/compute/instances').find((row) => row.label === label)?.id;
const attachedTo = (world: World) => world.outsider.rows<Row>('/volumes')[0]?.compute_id;
const isReady = (world: World, name: ObjectName) =>
  world.condition(name, 'Ready')?.status === 'True';
const detached = (world: World) =>
  world.wire.sent.filter((sent) => sent.endsWith('/detach')).length;

async function withMachines(there: object): Promise<World> {
  const world = new World({ kinds: KINDS, limits: 'off' });
  world.start();
  world.cluster.apply(HERE, MACHINE);
  world.cluster.apply(THERE, { ...MACHINE, ...there });
  await world.until(
    () => isReady(world, HERE) && world.condition(THERE, 'Synced')?.reason === 'InSync',
    60 * MINUTE_MS,
  );
  world.cluster.apply(DATA, on('here'));
  await world.until(() => isReady(world, DATA));
  return world;
}

describe('a volume that is to move', () => {
  test('moves to an instance of its region with a profile', async () => {
    const world = await withMachines({});
    world.cluster.apply(DATA, on('there'));
    await world.until(() => isReady(world, DATA) && attachedTo(world) === idOf(world, 'there'));
    expect(detached(world)).toBe(1);
    await world.stop();
  });

  test.each([
    [
      'another region',
      { region: 'us-east' },
      {},
      'is in region us-east, and the volume is in eu-west',
    ],
    [
      'a profile that is not of that instance',
      {},
      { configId: 999_999 },
      'waiting for profile 999999 of instance',
    ],
    [
      'no profile',
      { image: undefined, booted: undefined },
      {},
      'waiting for a profile of instance',
    ],
  ])('stays where it is: %s', async (_name, there, spec, message) => {
    const world = await withMachines(there);
    world.cluster.apply(DATA, on('there', spec));
    await world.time.advance(60 * MINUTE_MS);
    expect([detached(world), attachedTo(world)]).toEqual([0, idOf(world, 'here')]);
    expect(world.condition(DATA, 'Synced')?.message).toContain(message);
    world.cluster.apply(DATA, on('here'));
    await world.until(() => isReady(world, DATA));
    expect(detached(world)).toBe(0);
    await world.stop();
  });
});

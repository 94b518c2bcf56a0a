import { describe, expect, test } from 'vitest';
import type { ObjectName, OwnerReference, SecretRecord } from '../../src/engine/ports/cluster.ts';
import { KINDS } from '../../src/kinds/index.ts';
import { asRecord } from '../../src/model/parse.ts';
import { World } from '../support/world.ts';

const MINUTE_MS = 60_000;
const WEB: ObjectName = { kind: 'Instance', namespace: 'default', name: 'web' };
const SHOP: ObjectName = { kind: 'MySQLDatabase', namespace: 'default', name: 'shop' };
const MACHINE = { region: 'eu-west', type: 'g6-nanode-1', image: 'compute/debian11' };
const DATABASE = {
  engine: 'mysql/8.0.26',
  region: 'eu-west',
  type: 'g6-standard-1',
  clusterSize: 1,
};
const THEIRS: OwnerReference = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  name: 'theirs',
  uid: 'theirs',
};

const secretOf = (world: World, name: string): SecretRecord | undefined =>
  world.cluster.secrets.get('default', name);
const idOf = (world: World, name: ObjectName): number =>
  Number(asRecord(world.cluster.get(name)?.status)['id']);
const isGone = (world: World, name: ObjectName): boolean => world.cluster.get(name) === undefined;
const machines = (world: World): number => world.outsider.rows('/compute/instances').length;

/** Builds an installation with an object and its Secret. */
async function made(name: ObjectName, spec: object): Promise<World> {
  const world = new World({ kinds: KINDS, limits: 'off' });
  world.start();
  world.cluster.apply(name, spec);
  await world.until(() => world.condition(name, 'Ready')?.status === 'True', 3 * 60 * MINUTE_MS);
  return world;
}

async function remove(world: World, name: ObjectName): Promise<void> {
  world.cluster.delete(name);
  await world.until(() => isGone(world, name), 60 * MINUTE_MS);
}

describe('a generated root password', () => {
  test.each(['Observe', 'Preview'])(
    'stays with its item when the object goes to %s and is deleted',
    async (mode) => {
      const world = await made(WEB, MACHINE);
      const password = secretOf(world, 'web-root')?.contents['password']?.reveal();
      world.cluster.apply(WEB, {
        ...MACHINE,
        import: { by: 'Id', id: idOf(world, WEB) },
        policy: { mode },
      });
      await world.time.advance(10 * MINUTE_MS);
      await remove(world, WEB);
      expect([
        machines(world),
        secretOf(world, 'web-root')?.contents['password']?.reveal(),
      ]).toEqual([1, password]);
      await world.stop();
    },
  );

  test('stays when it goes to Observe and is deleted before the operator looked', async () => {
    const world = await made(WEB, MACHINE);
    await world.stop();
    world.cluster.apply(WEB, {
      ...MACHINE,
      import: { by: 'Id', id: idOf(world, WEB) },
      policy: { mode: 'Observe' },
    });
    world.cluster.delete(WEB);
    world.start();
    await world.until(() => isGone(world, WEB));
    expect([machines(world), secretOf(world, 'web-root') === undefined]).toEqual([1, false]);
    await world.stop();
  });

  test('goes once the item is proven gone, and not before', async () => {
    const world = await made(WEB, { ...MACHINE, policy: { deletion: 'Delete' } });
    expect(secretOf(world, 'web-root')?.owners).toEqual([]);
    const seen: boolean[] = [];
    world.wire.witnesses.push(
      ({ method }) =>
        () =>
          void (method === 'DELETE' && seen.push(secretOf(world, 'web-root')?.owners.length === 0)),
    );
    await remove(world, WEB);
    expect([machines(world), secretOf(world, 'web-root'), seen[0]]).toEqual([0, undefined, true]);
    await world.stop();
  });

  test('goes with an object that was never created', async () => {
    const world = new World({ kinds: KINDS });
    world.cluster.interfere = (write) =>
      write.startsWith('patch Instance')
        ? { failure: { code: 'Denied', detail: 'it is forbidden' }, after: false }
        : null;
    world.start();
    world.cluster.apply(WEB, MACHINE, { finalizers: ['cloudinfra.dev/finalizer'] });
    await world.until(() => secretOf(world, 'web-root') !== undefined);
    world.cluster.interfere = () => null;
    await remove(world, WEB);
    expect(secretOf(world, 'web-root')).toBeUndefined();
    await world.stop();
  });
});

describe('the references of others on a Secret that was made', () => {
  test.each([
    ['Retain', { deletion: 'Retain' }],
    ['Observe', { mode: 'Observe' }],
  ])('stay when the object goes with %s, and ours is taken off', async (_, policy) => {
    const world = await made(SHOP, DATABASE);
    const there = secretOf(world, 'shop-connection') as SecretRecord;
    expect(there.owners).toMatchObject([{ kind: 'MySQLDatabase', name: 'shop' }]);
    world.cluster.secrets.patch(there, { ownerReferences: [THEIRS, ...there.owners] });
    const named = 'mode' in policy ? { import: { by: 'Id', id: idOf(world, SHOP) } } : {};
    world.cluster.apply(SHOP, { ...DATABASE, ...named, policy });
    await world.time.advance(10 * MINUTE_MS);
    await remove(world, SHOP);
    expect(secretOf(world, 'shop-connection')?.owners).toEqual([THEIRS]);
    await world.stop();
  });

  test('keep a Secret whose item is gone', async () => {
    const world = await made(WEB, { ...MACHINE, policy: { deletion: 'Delete' } });
    world.cluster.secrets.patch(secretOf(world, 'web-root') as SecretRecord, {
      ownerReferences: [THEIRS],
    });
    await remove(world, WEB);
    expect(secretOf(world, 'web-root')?.owners).toEqual([THEIRS]);
    await world.stop();
  });
});

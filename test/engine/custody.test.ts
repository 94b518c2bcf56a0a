import { describe, expect, test } from 'vitest';
import type { ObjectName, SecretRecord } from '../../src/engine/ports/cluster.ts';
import { volume } from '../../src/kinds/volume/index.ts';
import { FINALIZER, SECRET_LABEL } from '../../src/model/group.ts';
import { Secret } from '../../src/model/secret.ts';
import { CREDENTIAL } from '../support/memory-secrets.ts';
import { World } from '../support/world.ts';

const MINUTE_MS = 60_000;
const NAME = 'cloudinfra-credentials';
const DATA: ObjectName = { kind: 'Volume', namespace: 'default', name: 'data' };
const LOGS: ObjectName = { ...DATA, name: 'logs' };
const SPEC = { region: 'eu-west', size: 20, policy: { deletion: 'Delete' } };

const secretOf = (world: World, name = NAME): SecretRecord | undefined =>
  world.cluster.secrets.get('default', name);
const isHeld = (world: World, name = NAME): boolean =>
  secretOf(world, name)?.finalizers.includes(FINALIZER) === true;
const isGone = (world: World, name: ObjectName): boolean => world.cluster.get(name) === undefined;
const volumes = (world: World) => world.outsider.rows<{ readonly id: number }>('/volumes');

function provide(world: World, name = NAME): void {
  world.cluster.secrets.apply(
    'default',
    name,
    { token: new Secret(world.service.tokens.admin) },
    CREDENTIAL,
  );
}

async function ready(world: World, ...names: readonly ObjectName[]): Promise<void> {
  await world.until(() => names.every((name) => world.condition(name, 'Ready')?.status === 'True'));
}

/** Builds an installation with a ready volume that uses the credential of its namespace. */
async function settled(spec: object = SPEC): Promise<World> {
  const world = new World({ kinds: [volume] });
  world.start();
  provide(world);
  world.cluster.apply(DATA, spec);
  await ready(world, DATA);
  return world;
}

describe('the Secret of a credential in use', () => {
  test('is held before anything is made with it, by one write for many objects, and what others hold it by stays', async () => {
    const world = new World({ kinds: [volume] });
    provide(world);
    const there = secretOf(world);
    if (there !== undefined)
      world.cluster.secrets.patch(there, { finalizers: ['example.org/backup'] });
    world.start();
    const names = Array.from({ length: 20 }, (_, index) => ({ ...DATA, name: `data-${index}` }));
    for (const name of names) world.cluster.apply(name, SPEC);
    const heldFirst: boolean[] = [];
    world.wire.witnesses.push(
      ({ method }) =>
        () =>
          void (method === 'POST' && heldFirst.push(isHeld(world))),
    );
    await ready(world, ...names);
    expect(new Set(heldFirst)).toEqual(new Set([true]));
    expect(world.cluster.writes.filter((write) => write.startsWith('patchSecret')).length).toBe(1);
    expect(secretOf(world)).toMatchObject({
      finalizers: ['example.org/backup', FINALIZER],
      labels: { [SECRET_LABEL.inUse]: 'true' },
    });
    await world.stop();
  });

  test('is let go when the last object that uses it has gone', async () => {
    const world = await settled();
    world.cluster.apply(LOGS, SPEC);
    await ready(world, LOGS);
    for (const name of [DATA, LOGS]) {
      expect(isHeld(world)).toBe(true);
      world.cluster.delete(name);
      await world.until(() => isGone(world, name));
      await world.time.advance(MINUTE_MS);
    }
    expect(secretOf(world)).toMatchObject({ finalizers: [], labels: {} });
    await world.stop();
  });

  test('is released within a minute when it is deleted to be replaced, and the objects report it', async () => {
    const world = await settled();
    world.cluster.secrets.delete('default', NAME);
    await world.time.advance(MINUTE_MS);
    expect(secretOf(world)).toBeUndefined();
    expect(
      world.cluster.events.filter(({ reason }) => reason === 'CredentialDeleted'),
    ).toMatchObject([
      {
        object: 'Volume/data',
        message: `Secret default/${NAME}, whose credential this object uses, was deleted`,
      },
    ]);
    provide(world);
    world.cluster.apply(DATA, { ...SPEC, size: 30 });
    await world.until(() => isHeld(world));
    await ready(world, DATA);
    await world.stop();
  });

  test('outlives its objects when the namespace goes with all that is in it', async () => {
    const world = await settled();
    world.cluster.terminating.add('default');
    world.cluster.secrets.delete('default', NAME);
    await world.time.advance(5 * MINUTE_MS);
    expect(isHeld(world)).toBe(true);
    world.cluster.delete(DATA);
    await world.until(() => isGone(world, DATA) && secretOf(world) === undefined);
    expect(volumes(world)).toEqual([]);
    await world.stop();
  });

  test('outlives an object that is being deleted', async () => {
    const world = await settled();
    world.cluster.delete(DATA);
    world.cluster.secrets.delete('default', NAME);
    await world.until(() => isGone(world, DATA) && secretOf(world) === undefined);
    expect(volumes(world)).toEqual([]);
    await world.stop();
  });

  test('is let go by the next process when the one before died behind the last object', async () => {
    const world = await settled();
    world.fate = (what) => (what === 'heldSecrets' && isGone(world, DATA) ? 'before' : 'live');
    world.cluster.delete(DATA);
    await world.until(() => !world.alive);
    world.kill();
    world.fate = () => 'live';
    world.start();
    await world.time.advance(MINUTE_MS);
    expect(isHeld(world)).toBe(false);
    await world.stop();
  });

  test('is let go when the objects use another one', async () => {
    const world = await settled();
    provide(world, 'other');
    world.cluster.apply(DATA, { ...SPEC, credentialsRef: { name: 'other' } });
    await world.until(() => isHeld(world, 'other') && !isHeld(world));
    expect(secretOf(world)?.labels).toEqual(CREDENTIAL);
    await world.stop();
  });

  const unmark = (world: World): void =>
    world.cluster.secrets.label('default', NAME, { [SECRET_LABEL.inUse]: null });

  test('gets the label back within seconds after a user removes it', async () => {
    const world = await settled();
    unmark(world);
    await world.time.advance(5_000);
    expect(secretOf(world)?.labels).toMatchObject({ [SECRET_LABEL.inUse]: 'true' });
    await world.stop();
  });

  test.each(['and another process starts', 'under the same process'])(
    'goes when it lost our label and its objects have gone, %s',
    async (how) => {
      const world = await settled();
      if (how !== 'under the same process') await world.stop();
      unmark(world);
      if (!world.alive) world.start();
      world.cluster.delete(DATA);
      await world.until(() => isGone(world, DATA));
      world.cluster.secrets.delete('default', NAME);
      await world.time.advance(MINUTE_MS);
      expect(secretOf(world)).toBeUndefined();
      await world.stop();
    },
  );

  test('goes within a minute when it is deleted without our label while an object uses it', async () => {
    const world = await settled();
    await world.stop();
    unmark(world);
    world.cluster.secrets.delete('default', NAME);
    world.start();
    await world.time.advance(MINUTE_MS);
    expect(secretOf(world)).toBeUndefined();
    await world.stop();
  });

  test.each(['Observe', 'Preview', 'Paused'])(
    'is not held for an object of mode %s',
    async (mode) => {
      const world = new World({ kinds: [volume] });
      world.start();
      provide(world);
      world.cluster.apply(DATA, { ...SPEC, import: { by: 'Id', id: 1 }, policy: { mode } });
      await world.time.advance(MINUTE_MS);
      expect(isHeld(world)).toBe(false);
      await world.stop();
    },
  );

  test('serves all the same where we may not hold it', async () => {
    const world = new World({ kinds: [volume] });
    world.cluster.interfere = (what) =>
      what.startsWith('patchSecret')
        ? { failure: { code: 'Denied', detail: 'secrets is forbidden' }, after: false }
        : null;
    world.start();
    provide(world);
    world.cluster.apply(DATA, SPEC);
    await ready(world, DATA);
    expect(world.cluster.events).toContainEqual({
      object: 'Volume/data',
      type: 'Warning',
      reason: 'CredentialNotHeld',
      message: `Secret default/${NAME} can be deleted before this object: secrets is forbidden`,
    });
    await world.stop();
  });
});

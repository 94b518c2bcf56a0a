import { describe, expect, test } from 'vitest';
import type { ObjectName } from '../../src/engine/ports/cluster.ts';
import { KINDS } from '../../src/kinds/index.ts';
import { Secret } from '../../src/model/secret.ts';
import { membersOf } from '../../src/model/status-layout.ts';
import { CREDENTIAL } from '../support/memory-secrets.ts';
import { World } from '../support/world.ts';

const MINUTE_MS = 60_000;
const SECRET = 'cloudinfra-credentials';
const SPEC = { region: 'eu-west', size: 20, policy: { deletion: 'Delete' } };
const named = (name: string): ObjectName => ({ kind: 'Volume', namespace: 'team', name });
const [OLD, NEW] = [named('old'), named('new')];

const provide = (world: World, token = world.service.tokens.other, name = SECRET): unknown =>
  world.cluster.secrets.apply('team', name, { token: new Secret(token) }, CREDENTIAL);
const isReady = (world: World, name: ObjectName): boolean =>
  world.condition(name, 'Ready')?.status === 'True';
/** Returns the number of volumes in the operator's own account, and in the team's. */
const volumes = (world: World) => [
  world.outsider.rows('/volumes').length,
  world.neighbour.rows('/volumes').length,
];
const creditOf = (world: World, name: ObjectName): unknown =>
  membersOf(world.cluster.get(name)?.status)['credential'];

/** Runs `kubectl delete secret`: custody ends within a minute. */
async function takeAway(world: World): Promise<void> {
  world.cluster.secrets.delete('team', SECRET);
  await world.time.advance(MINUTE_MS);
  expect(world.cluster.secrets.get('team', SECRET)).toBeUndefined();
  world.cluster.secrets.delete('team', SECRET);
}

/** Builds a namespace with a credential of another account than the operator's, and a volume with
 *  it. */
async function team(): Promise<World> {
  const world = new World({ kinds: KINDS, limits: 'off' });
  provide(world);
  world.start();
  world.cluster.apply(OLD, SPEC);
  await world.until(() => isReady(world, OLD));
  return world;
}

const restart = async (world: World): Promise<void> => {
  await world.stop();
  world.start();
};

describe("the operator's own token does not take the place of a namespace's credential", () => {
  test('for an object whose create has not come to pass when the Secret is deleted and created again', async () => {
    const world = await team();
    world.wire.mishap = (request) => (request === 'POST /volumes' ? 'unsent' : 'none');
    world.cluster.apply(NEW, SPEC);
    await world.time.advance(3 * MINUTE_MS);
    await takeAway(world);
    world.wire.mishap = () => 'none';
    await world.time.advance(30 * MINUTE_MS);
    expect(volumes(world)).toEqual([0, 1]);
    provide(world);
    await world.until(() => isReady(world, NEW));
    expect(volumes(world)).toEqual([0, 2]);
    await world.stop();
  });

  test.each([false, true])(
    'for an object that is new while the Secret is away, across a restart: %s',
    async (restarts) => {
      const world = await team();
      await takeAway(world);
      if (restarts) await restart(world);
      world.cluster.apply(NEW, SPEC);
      await world.time.advance(30 * MINUTE_MS);
      expect(volumes(world)).toEqual([0, 1]);
      const { account } = creditOf(world, OLD) as { readonly account: string };
      expect(world.condition(NEW, 'Synced')).toMatchObject({
        reason: 'WaitingForCredential',
        message:
          `waiting for a Secret with a credential of account ${account} (team/${SECRET}, or the one that spec.credentialsRef names): ` +
          `the operator's own token belongs to another account than Secret ${SECRET} did`,
      });
      provide(world);
      await world.until(() => isReady(world, NEW) && isReady(world, OLD));
      expect(volumes(world)).toEqual([0, 2]);
      await world.stop();
    },
  );

  test('where the service never accepted the token', async () => {
    const world = new World({ kinds: KINDS, limits: 'off' });
    provide(world, 'wrong');
    world.start();
    world.cluster.apply(NEW, SPEC);
    await world.time.advance(MINUTE_MS);
    expect(creditOf(world, NEW)).toEqual({ secret: SECRET });
    await takeAway(world);
    await restart(world);
    await world.time.advance(30 * MINUTE_MS);
    expect(volumes(world)).toEqual([0, 0]);
    expect(world.condition(NEW, 'Synced')?.message).toContain(
      `the operator's own token does not replace Secret ${SECRET}`,
    );
    await world.stop();
  });

  test('for an object that used a Secret of another name and names none now', async () => {
    const world = new World({ kinds: KINDS, limits: 'off' });
    provide(world, world.service.tokens.other, 'theirs');
    world.start();
    world.wire.mishap = (request) => (request === 'POST /volumes' ? 'unsent' : 'none');
    world.cluster.apply(NEW, { ...SPEC, credentialsRef: { name: 'theirs' } });
    await world.time.advance(MINUTE_MS);
    world.wire.mishap = () => 'none';
    world.cluster.apply(NEW, SPEC);
    await world.time.advance(10 * MINUTE_MS);
    expect(volumes(world)).toEqual([0, 0]);
    world.cluster.apply(OLD, SPEC);
    await world.until(() => isReady(world, OLD));
    expect(volumes(world)).toEqual([1, 0]);
    await world.stop();
  });
});

describe("the operator's own token serves on", () => {
  test('where the credential was of the same account', async () => {
    const world = new World({ kinds: KINDS, limits: 'off' });
    provide(world, world.service.tokens.admin);
    world.start();
    world.cluster.apply(OLD, SPEC);
    await world.until(() => isReady(world, OLD));
    await takeAway(world);
    world.cluster.apply(NEW, SPEC);
    await world.until(() => isReady(world, NEW));
    await world.time.advance(MINUTE_MS);
    expect([creditOf(world, OLD), creditOf(world, NEW)]).toEqual([undefined, undefined]);
    await world.stop();
  });

  test('for an object whose item is in its account', async () => {
    const world = new World({ kinds: KINDS, limits: 'off' });
    world.start();
    world.cluster.apply(OLD, SPEC);
    await world.until(() => isReady(world, OLD));
    provide(world);
    await world.until(() => world.condition(OLD, 'Synced')?.reason === 'Refused');
    await takeAway(world);
    world.cluster.apply(OLD, { ...SPEC, size: 30 });
    await world.until(() => isReady(world, OLD));
    expect(volumes(world)).toEqual([1, 0]);
    await world.stop();
  });

  test('for the namespace once no object that used the credential is left', async () => {
    const world = await team();
    world.cluster.delete(OLD);
    await world.until(() => world.cluster.get(OLD) === undefined);
    await takeAway(world);
    world.cluster.apply(NEW, SPEC);
    await world.until(() => isReady(world, NEW));
    expect(volumes(world)).toEqual([1, 0]);
    await world.stop();
  });
});

import { fc, test as property } from '@fast-check/vitest';
import { describe, expect, test } from 'vitest';
import type { ObjectName } from '../../src/engine/ports/cluster.ts';
import { KINDS } from '../../src/kinds/index.ts';
import { asRecord } from '../../src/model/parse.ts';
import { conditionsIn, DAMAGES, FOREIGN, type Status } from '../support/damages.ts';
import { isReady } from '../support/invariants.ts';
import { operate, operationStatusOf } from '../support/operations.ts';
import { World } from '../support/world.ts';
import { UNIVERSE } from './histories/universe.ts';

const MINUTE_MS = 60_000;
const SOON_MS = 5_000;
/** The objects of the histories, and an image. */
const OBJECTS = {
  ...UNIVERSE,
  'Image/golden': { specs: [{ source: { kind: 'Disk', instanceRef: { name: 'web' } } }] },
};
const NAMES: readonly ObjectName[] = Object.keys(OBJECTS).map((who) => {
  const [kind = '', name = ''] = who.split('/');
  return { kind, namespace: 'default', name };
});

/** Builds an installation with an idle object of every kind. */
async function atRest(): Promise<World> {
  // The watch, not the account, reports a changed status.
  const world = new World({ kinds: KINDS, limits: 'off', pollMs: 2 * MINUTE_MS });
  for (const [i, { specs }] of Object.values(OBJECTS).entries()) {
    const { credentialsRef: _, ...spec } = specs[0] as { readonly credentialsRef?: unknown };
    const name = NAMES[i];
    if (name !== undefined) world.cluster.apply(name, spec);
  }
  world.start();
  await world.until(
    () => KINDS.flatMap(({ kind }) => world.cluster.all(kind)).every(isReady),
    3 * 60 * MINUTE_MS,
  );
  await world.time.advance(20 * MINUTE_MS);
  return world;
}

const statusOf = (world: World, name: ObjectName): Status =>
  asRecord(world.cluster.get(name)?.status);
const rested: Promise<World> = atRest().then(async (world) => {
  await world.stop();
  return world;
});

const damages = fc.array(
  fc.record({
    who: fc.nat(NAMES.length - 1),
    how: fc.constantFrom(...Object.keys(DAMAGES)),
    which: fc.nat(40),
  }),
  {
    minLength: 1,
    maxLength: 6,
  },
);

describe('a status that another writer changed', () => {
  property.prop([damages], { numRuns: 12 })(
    'is as it was within seconds, whatever was done to it, and nothing else happens',
    async (done) => {
      const base = await rested;
      const world = base.fork();
      world.start();
      await world.time.advance(20 * MINUTE_MS);
      const before = NAMES.map((name) => statusOf(world, name));
      const sent = world.wire.sent.length;
      for (const { who, how, which } of done) {
        const name = NAMES[who] as ObjectName;
        world.cluster.spoil(name, DAMAGES[how]?.(statusOf(world, name), which));
      }
      await world.time.advance(SOON_MS);
      expect(NAMES.map((name) => statusOf(world, name))).toEqual(before);
      const written = world.cluster.writes.length;
      await world.time.advance(60 * MINUTE_MS);
      expect(world.cluster.writes.slice(written)).toEqual([]);
      expect(world.wire.sent.slice(sent).filter((request) => !request.startsWith('GET '))).toEqual(
        [],
      );
      expect(world.passes.flatMap(({ error }) => error ?? [])).toEqual([]);
      await world.stop();
    },
  );

  test.each(Object.keys(DAMAGES))('%s: is restored in every kind', async (how) => {
    const world = (await rested).fork();
    world.start();
    await world.time.advance(20 * MINUTE_MS);
    const before = NAMES.map((name) => statusOf(world, name));
    for (const name of NAMES) world.cluster.spoil(name, DAMAGES[how]?.(statusOf(world, name), 3));
    await world.time.advance(SOON_MS);
    expect(NAMES.map((name) => statusOf(world, name))).toEqual(before);
    await world.stop();
  });

  test.each(KINDS.map(({ kind }, at) => [kind, at] as const))(
    'each member of a %s, the notes among them, is restored when it is lost or malformed',
    async (_, at) => {
      const world = (await rested).fork();
      world.start();
      await world.time.advance(20 * MINUTE_MS);
      const name = NAMES.find(({ kind }) => kind === KINDS[at]?.kind) as ObjectName;
      const before = statusOf(world, name);
      const internal = asRecord(before['internal']);
      const notes = Object.keys(internal);
      expect(notes.length).toBeGreaterThan(1);
      const damaged = (member: unknown): readonly Status[] => [
        ...Object.keys(before).map((one) => ({ ...before, [one]: member })),
        ...notes.map((one) => ({ ...before, internal: { ...internal, [one]: member } })),
      ];
      for (const status of [...damaged(undefined), ...damaged(7.5)]) {
        world.cluster.spoil(name, status);
        await world.time.advance(MINUTE_MS);
        expect(statusOf(world, name)).toEqual(before);
      }
      await world.stop();
    },
  );

  test('is restored at a slower pace where another writer never stops', async () => {
    const world = (await rested).fork();
    world.start();
    await world.time.advance(20 * MINUTE_MS);
    const [name] = NAMES as readonly [ObjectName, ...ObjectName[]];
    const written = world.cluster.writes.length;
    for (let second = 0; second < 600; second++) {
      world.cluster.spoil(name, { ...statusOf(world, name), strange: true });
      await world.time.advance(1_000);
    }
    expect(world.cluster.writes.length - written).toBeLessThan(60);
    await world.stop();
  });

  test('while no operator ran: conditions and what is mirrored are written again, and what is strange goes', async () => {
    const world = (await rested).fork();
    const told = (status: Status) => ({
      ...status,
      conditions: conditionsIn(status).map((one) => ({ ...one, lastTransitionTime: '' })),
    });
    const before = NAMES.map((name) => told(statusOf(world, name)));
    for (const name of NAMES) {
      const status = statusOf(world, name);
      const turned = asRecord(DAMAGES['every condition turned']?.(status, 0));
      world.cluster.spoil(name, {
        ...turned,
        conditions: [...conditionsIn(turned), FOREIGN],
        label: 'forged',
        strange: true,
        tags: 'broken',
      });
    }
    world.start();
    await world.time.advance(MINUTE_MS);
    expect(NAMES.map((name) => told(statusOf(world, name)))).toEqual(before);
    await world.stop();
  });
});

describe('the status of an Operation that another writer changed', () => {
  const named = (kind: string): ObjectName => NAMES.find((one) => one.kind === kind) as ObjectName;
  const ROWS = {
    'that succeeded': [named('Instance'), 'Reboot'],
    'with an answer': [named('Domain'), 'ReadZoneFile'],
    'that waits for its target': [{ ...named('Instance'), name: 'absent' }, 'Reboot'],
  } as const;
  /** Only the write of the first status knows it. */
  const ONCE = 'targetUid';
  /** Returns a status without the times of conditions, which a lost condition loses. */
  const told = (status: Status): Status => ({
    ...status,
    conditions: conditionsIn(status).map((one) => ({ ...one, lastTransitionTime: '' })),
  });

  test.each(Object.entries(ROWS))('%s is restored, member by member', async (_, [target, verb]) => {
    const world = (await rested).fork();
    world.start();
    const operation = operate(world.cluster, target, verb, 'now');
    await world.time.advance(20 * MINUTE_MS);
    const before = operationStatusOf(world.cluster, operation);
    expect(Object.keys(before).length).toBeGreaterThan(3);
    const sent = world.wire.sent.length;
    const damaged = Object.keys(before)
      .filter((member) => member !== ONCE)
      .flatMap((member) => [
        { ...before, [member]: undefined },
        { ...before, [member]: 7.5 },
      ]);
    const conditions = [...conditionsIn(before), FOREIGN];
    const turned = DAMAGES['every condition turned']?.(before, 0) as Status;
    for (const status of [
      ...damaged,
      { ...before, strange: true },
      { ...before, conditions },
      turned,
    ]) {
      world.cluster.spoil(operation, status);
      await world.time.advance(SOON_MS);
      expect(told(operationStatusOf(world.cluster, operation))).toEqual(told(before));
    }
    const written = world.cluster.writes.length;
    await world.time.advance(60 * MINUTE_MS);
    expect(world.cluster.writes.slice(written)).toEqual([]);
    expect(world.wire.sent.slice(sent).filter((one) => !one.startsWith('GET '))).toEqual([]);
    await world.stop();
  });
});

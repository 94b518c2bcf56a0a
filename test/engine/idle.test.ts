import { describe, expect, test } from 'vitest';
import { KINDS } from '../../src/kinds/index.ts';
import type { Condition } from '../../src/model/common-status.ts';
import { markOf } from '../../src/model/tags.ts';
import { World } from '../support/world.ts';
import type { WorldOptions } from '../support/world-options.ts';

const DAY_MS = 24 * 3_600_000;
const SPECS: Readonly<
  Record<string, { readonly path: string; readonly spec: object; readonly body: object }>
> = {
  Volume: { path: '/volumes', spec: { region: 'eu-west' }, body: { region: 'eu-west', size: 20 } },
  Instance: {
    path: '/compute/instances',
    spec: { region: 'eu-west', type: 'g6-nanode-1' },
    body: { region: 'eu-west', type: 'g6-nanode-1' },
  },
};

/** Builds idle objects of a kind with their items, under an operator that has read all of them. */
async function atRest(
  kind: string,
  count: number,
  options: Partial<WorldOptions> = {},
): Promise<World> {
  const world = new World({ kinds: KINDS, limits: 'off', ...options });
  const { path = '', spec = {}, body = {} } = SPECS[kind] ?? {};
  for (let i = 0; i < count; i++) {
    if (i === count - 1) await world.time.advance(60_000);
    const label = `item-${i}`;
    const { uid } = world.cluster.apply({ kind, namespace: 'default', name: label }, spec).metadata;
    expect(world.outsider.call('POST', path, { ...body, label, tags: [markOf(uid)] }).status).toBe(
      200,
    );
  }
  await world.time.advance(5 * 60_000);
  world.start();
  const names = world.cluster
    .all(kind)
    .map(({ metadata }) => ({ kind, namespace: metadata.namespace, name: metadata.name }));
  await world.until(() => names.every((name) => world.condition(name, 'Ready')?.status === 'True'));
  await world.time.advance(20 * 60_000);
  return world;
}

/** Returns the cost of some minutes: requests per minute by path (without ids), and writes to
 *  Kubernetes. */
async function costOf(world: World, minutes: number) {
  const [sent, written] = [world.wire.sent.length, world.cluster.writes.length];
  await world.time.advance(minutes * 60_000);
  const calls = Map.groupBy(world.wire.sent.slice(sent), (call) =>
    call.replaceAll(/\d{3,}/g, '{id}'),
  );
  return {
    perMinute: new Map([...calls].map(([call, all]) => [call, all.length / minutes])),
    writes: world.cluster.writes.slice(written),
  };
}

/** One more than a page of 500 rows. */
const MORE_THAN_A_PAGE = 501;
const ACCOUNT = ['GET /profile', 'GET /account'];

describe('what objects at rest cost in a minute', () => {
  test('volumes: the pages of their listing, whatever their number, and no write', {
    timeout: 60_000,
  }, async () => {
    for (const [count, pages] of [
      [10, 1],
      [MORE_THAN_A_PAGE, 2],
    ] as const) {
      const world = await atRest('Volume', count);
      const { perMinute, writes } = await costOf(world, 15);
      expect(writes).toEqual([]);
      expect(perMinute.get('GET /volumes')).toBeCloseTo(2 * pages, 0);
      expect(perMinute.get('GET /account/events')).toBeCloseTo(12, 0);
      expect(
        [...perMinute.keys()].filter(
          (call) => !['GET /volumes', 'GET /account/events', ...ACCOUNT].includes(call),
        ),
      ).toEqual([]);
      expect(world.bugs).toEqual([]);
      await world.stop();
    }
  });

  test('instances: the pages of their listing, and of their details no more than their share', {
    timeout: 60_000,
  }, async () => {
    for (const [count, pages] of [
      [10, 1],
      [MORE_THAN_A_PAGE, 2],
    ] as const) {
      const world = await atRest('Instance', count);
      const { perMinute, writes } = await costOf(world, 15);
      expect(writes).toEqual([]);
      expect(perMinute.get('GET /compute/instances')).toBeCloseTo(2 * pages, 0);
      const details = [...perMinute].filter(([call]) => call.includes('{id}'));
      expect(details.map(([call]) => call)).toEqual(['GET /compute/instances/{id}/disks']);
      expect(details.reduce((sum, [, calls]) => sum + calls, 0)).toBeLessThanOrEqual(70);
      await world.stop();
    }
  });
});

test('a day at rest: nothing is written, nothing sent, and no condition turns', {
  timeout: 60_000,
}, async () => {
  // `test/lifecycle/day.test.ts` polls the account as often as an operator does.
  const world = await atRest('Volume', 50, { pollMs: 5 * 60_000 });
  const conditions = (): readonly Condition[] =>
    world.cluster
      .all('Volume')
      .flatMap(
        ({ status }) => (status as { readonly conditions: readonly Condition[] }).conditions,
      );
  const before = conditions();
  const events = world.cluster.events.length;
  const { perMinute, writes } = await costOf(world, DAY_MS / 60_000);
  expect(writes).toEqual([]);
  expect([...perMinute.keys()].filter((call) => !call.startsWith('GET '))).toEqual([]);
  expect(conditions()).toEqual(before);
  expect(world.cluster.events.length).toBe(events);
  await world.stop();
});

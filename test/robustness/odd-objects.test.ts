import { describe, expect, test } from 'vitest';
import type { KubeObject, ObjectName } from '../../src/engine/ports/cluster.ts';
import { KINDS } from '../../src/kinds/index.ts';
import { ANNOTATION } from '../../src/model/group.ts';
import { asRecord } from '../../src/model/parse.ts';
import { isReady } from '../support/invariants.ts';
import { MOST_OF_STATUS } from '../support/sizes.ts';
import { World } from '../support/world.ts';

const MINUTE_MS = 60_000;
const SOON_MS = 30_000;
const DEEP = 9_000;
const SECONDS = 600;

const SPEC = { region: 'eu-west', size: 20, policy: { consent: 'Auto' } };
const ODD: ObjectName = { kind: 'Volume', namespace: 'default', name: 'o'.repeat(253) };
const named = (kind: string, name: string): ObjectName => ({ kind, namespace: 'default', name });
const ordinary = Array.from({ length: 20 }, (_, n) => named('Volume', `ordinary-${n}`));
const many = <T>(count: number, make: (n: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, n) => make(n));

function nested(levels: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level++) value = level % 2 === 0 ? { a: value } : [value];
  return value;
}

const planOf = (from: unknown) => ({
  hash: 'x',
  steps: [{ verb: 'A', effect: 'none', summary: 'x', changes: [{ field: 'a', from, to: 1 }] }],
});

/** Repeats an action once a second for ten minutes. */
function everySecond({ time }: World, doing: (second: number) => void): void {
  for (let second = 0; second < SECONDS; second++)
    time.at(time.now() + second * 1_000, () => doing(second));
}

const spoil = (world: World, members: object): void =>
  world.cluster.spoil(ODD, { ...asRecord(world.cluster.get(ODD)?.status), ...members });

/** An object, and its limits per hour: passes, writes to the Kubernetes API, events, and requests
 *  to the service. */
interface Row {
  readonly what: string;
  readonly spec?: object;
  readonly metadata?: Partial<KubeObject['metadata']>;
  readonly act?: (world: World) => void;
  readonly most: {
    readonly passes: number;
    readonly writes: number;
    readonly events: number;
    readonly requests: number;
  };
}

/** Listings and events of the account are most of the requests. */
const AT_REST = { passes: 10, writes: 2, events: 2, requests: 1_000 };
/** Two passes per change: one acts, one verifies. The adapter writes ten Events about one object,
 *  and then one a minute. */
const OFTEN = {
  passes: 2.2 * SECONDS,
  writes: 2.2 * SECONDS,
  events: 2.2 * SECONDS,
  requests: 1_000 + 3 * SECONDS,
};

const ROWS: readonly Row[] = [
  {
    what: 'a status that is nested 9,000 levels deep',
    act: (world) => spoil(world, { plan: planOf(nested(DEEP)) }),
    most: AT_REST,
  },
  {
    what: 'values of references that are',
    act: (world) =>
      spoil(world, { internal: { ids: { a: [{ name: 'x', value: nested(DEEP) }] } } }),
    most: AT_REST,
  },
  {
    what: 'a status of a megabyte that a person wrote',
    act: (world) => spoil(world, { account: 'x'.repeat(1_000_000) }),
    most: AT_REST,
  },
  {
    what: 'a status whose members are all of another type',
    act: (world) =>
      world.cluster.spoil(ODD, { conditions: 1, id: 'x', plan: [], internal: { ids: 7 } }),
    most: AT_REST,
  },
  {
    what: 'a status that a person changes every second',
    act: (world) => everySecond(world, (second) => spoil(world, { account: `x${second}` })),
    most: { ...AT_REST, passes: 100, writes: 100 },
  },
  {
    what: 'a spec that alternates every second',
    act: (world) =>
      everySecond(
        world,
        (second) => void world.cluster.apply(ODD, { ...SPEC, label: `odd-${second % 2}` }),
      ),
    most: OFTEN,
  },
  {
    what: 'an annotation that asks for a look every second',
    act: (world) =>
      everySecond(world, (second) =>
        world.cluster.annotate(ODD, {
          [ANNOTATION.sync]: String(second),
        }),
      ),
    most: OFTEN,
  },
  {
    what: 'annotations of 256 KB',
    metadata: {
      annotations: Object.fromEntries(
        many(1_000, (n) => [`cloudinfra.dev/v${n}`, 'ž'.repeat(100)]),
      ),
    },
    most: AT_REST,
  },
  {
    what: 'a creation long ago',
    metadata: { creationTimestamp: '0001-01-01T00:00:00Z' },
    most: AT_REST,
  },
  {
    what: 'a creation far ahead',
    metadata: { creationTimestamp: '9999-12-31T23:59:59Z' },
    most: AT_REST,
  },
  { what: 'a creation at no time', metadata: { creationTimestamp: 'yesterday' }, most: AT_REST },
  {
    what: 'finalizers of others that never go',
    metadata: { finalizers: many(50, (n) => `example.org/f${n}`) },
    act: (world) => world.time.at(world.time.now() + MINUTE_MS, () => world.cluster.delete(ODD)),
    most: { ...AT_REST, passes: 30 },
  },
  {
    what: 'a reference to itself and to what is not there',
    spec: { ...SPEC, attachment: { mode: 'Attached', instanceRef: { name: ODD.name.slice(1) } } },
    most: { ...AT_REST, passes: 120 },
  },
  {
    what: 'a text of a megabyte that no definition bounds',
    act: (world) => world.cluster.store(ODD, { ...SPEC, label: 'a-'.repeat(500_000) }),
    most: { ...AT_REST, passes: 20 },
  },
  {
    what: 'a spec that is nested 9,000 levels deep',
    act: (world) => world.cluster.store(ODD, { ...SPEC, size: nested(DEEP) }),
    most: { ...AT_REST, passes: 20 },
  },
  {
    what: 'a spec that is no map',
    act: (world) => world.cluster.store(ODD, [SPEC]),
    most: { ...AT_REST, passes: 20 },
  },
];

describe('one object beside twenty ordinary ones', () => {
  test.each(ROWS.map((row) => [row.what, row] as const))(
    '%s',
    { timeout: 120_000 },
    async (_, { spec = SPEC, metadata = {}, act, most }) => {
      const world = new World({ kinds: KINDS, limits: 'off' });
      world.start();
      world.cluster.apply(ODD, spec, metadata);
      await world.time.advance(MINUTE_MS);
      const from = {
        passes: world.passes.length,
        writes: world.cluster.writes.length,
        events: world.cluster.events.length,
        sent: world.wire.sent.length,
      };
      act?.(world);
      await world.time.advance(10 * MINUTE_MS);
      for (const name of ordinary) world.cluster.apply(name, { region: 'eu-west', size: 20 });
      await world.time.advance(SOON_MS);
      const late = ordinary.filter((name) => !isReady(world.cluster.get(name) as KubeObject));
      await world.time.advance(50 * MINUTE_MS);
      const passes = world.passes.slice(from.passes);
      const threw = passes.filter(({ error }) => error !== undefined).map(({ detail }) => detail);
      expect({ late, threw, bugs: world.bugs }).toEqual({ late: [], threw: [], bugs: [] });
      const cost = {
        passes: passes.filter(({ name }) => name === ODD.name).length,
        writes: world.cluster.writes.slice(from.writes).filter((write) => write.endsWith(ODD.name))
          .length,
        events: world.cluster.events.slice(from.events).length - 40,
        requests: world.wire.sent.length - from.sent,
      };
      const beyond = Object.entries(cost).filter(
        ([figure, count]) => count > most[figure as keyof typeof most],
      );
      expect(beyond).toEqual([]);
      expect(JSON.stringify(world.cluster.get(ODD)?.status ?? {}).length).toBeLessThan(
        MOST_OF_STATUS,
      );
      const restarted = world.passes.length;
      await world.stop();
      world.start();
      await world.time.advance(MINUTE_MS);
      expect(world.passes.length).toBeGreaterThan(restarted + ordinary.length);
      expect(world.passes.slice(restarted).filter(({ error }) => error !== undefined)).toEqual([]);
      await world.stop();
    },
  );
});

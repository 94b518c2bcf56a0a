import { describe, expect, test } from 'vitest';
import type { KubeObject, ObjectName } from '../../src/engine/ports/cluster.ts';
import { REGISTRY } from '../../src/kinds/rows.ts';
import { volume } from '../../src/kinds/volume/index.ts';
import type { Case } from '../../src/model/case.ts';
import { ANNOTATION } from '../../src/model/group.ts';
import { asRecord } from '../../src/model/parse.ts';
import { calls } from '../../src/model/plan.ts';
import { markOf } from '../../src/model/tags.ts';
import { endOf, hasEnded } from '../conformance/endings.ts';
import { obstacles } from '../conformance/obstacles.ts';
import { begin, furnish, specOf } from '../conformance/row.ts';
import { sayingOf } from '../conformance/scene.ts';
import {
  apply,
  didSince,
  newStand,
  reach,
  type Stand,
  statusOf,
  type Tried,
  verbOf,
} from '../conformance/stand.ts';
import { stepsOf } from '../support/kinds/played.ts';
import { World } from '../support/world.ts';

/** Policy with immediate corrections: only the adoption delays a disruptive step. */
const POLICY = { deletion: 'Delete', drift: 'Correct' } as const;

/** Returns the disruptive verbs of a row's change; none for a row that creates or deletes an item,
 *  or concerns a request. */
const costly = ({ kind, cases }: Tried, row: Case): readonly string[] =>
  row.refused !== undefined ||
  row.item === null ||
  isEnd(row) ||
  row.request !== undefined ||
  obstacles(cases, row).length > 0
    ? []
    : calls(stepsOf(kind, cases, row)).flatMap(({ verb, effect }) =>
        effect === 'none' ? [] : [verb],
      );

const isEnd = ({ deleting, retaining }: Case): boolean => deleting === true || retaining === true;

const operatorOf = (stand: Stand) => asRecord(statusOf(stand)['operator']);
const hashOf = (stand: Stand): string => String(asRecord(statusOf(stand)['plan'])['hash']);
const spec = ({ kind, ...stand }: Stand): object =>
  Object.fromEntries(
    Object.entries(specOf({ kind, ...stand })).filter(
      ([field]) => !kind.createOnly.includes(field),
    ),
  );

const BY_MARK = 'its object lost its status';
const MOVED = 'its object was moved from another cluster';

/** Rows whose step depends on the record of an earlier one: without it there is no step. */
const BY_RECORD: ReadonlySet<string> = new Set([
  'a slot that the spec no longer names is emptied',
  'moves from the instance that it was attached to by us',
  'needs no profile of the next instance until its next boot',
]);

/** Returns the object, and removes it. */
async function removed({ world, name }: Stand): Promise<KubeObject> {
  const object = world.cluster.get(name);
  if (object === undefined) throw new Error('no object');
  await world.cluster.patch(object, { metadata: { finalizers: [] } });
  world.cluster.delete(name);
  return object;
}

/** Ways in which an object gets an item that it never saw in sync. */
const WAYS: Readonly<Record<string, (stand: Stand) => Promise<void>>> = {
  'an object of another cluster imports it': async (stand) => {
    const { status, metadata } = await removed(stand);
    const { id } = asRecord(status);
    apply(
      stand,
      { ...spec(stand), import: { by: 'Id', id, replaceMark: markOf(metadata.uid) } },
      POLICY,
    );
  },
  [BY_MARK]: async (stand) => {
    stand.world.cluster.spoil(stand.name, {});
    apply(stand, specOf(stand), POLICY);
  },
  [MOVED]: async (stand) => {
    const { status } = await removed(stand);
    apply(stand, specOf(stand), POLICY);
    stand.world.cluster.spoil(stand.name, {
      ...asRecord(status),
      operator: { cluster: 'another' },
    });
    stand.world.cluster.annotate(stand.name, { [ANNOTATION.movedFrom]: 'another' });
  },
};

/** Builds a row whose item exists and is adopted by an object without a record of it. */
async function adopted(tried: Tried, row: Case, way: string): Promise<Stand> {
  const stand = newStand(tried, row, 'recorded');
  await furnish(stand);
  await begin(stand);
  await stand.world.stop();
  await WAYS[way]?.(stand);
  stand.world.start();
  return stand;
}

/** Kinds with a disruptive change. */
const COSTLY = REGISTRY.filter((tried) =>
  tried.cases.cases.some((row) => costly(tried, row).length > 0),
);

describe.each(COSTLY.map((tried) => [tried.kind.kind, tried] as const))('%s', (_, tried) => {
  const rows = tried.cases.cases
    .map((row) => [row.name, row, costly(tried, row)] as const)
    .filter(([, , verbs]) => verbs.length > 0);
  const isTagged = 'tags' in tried.cases.item;

  describe.each(Object.keys(WAYS).filter((way) => isTagged || way !== BY_MARK))('%s', (way) => {
    test.each(rows)('and what costs something waits for consent: %s', async (_name, row, verbs) => {
      const stand = await adopted(tried, row, way);
      const asks = way === MOVED || !BY_RECORD.has(row.name);
      if (asks) await reach(stand, 'asking', () => sayingOf(stand) === 'ConsentRequired');
      await stand.world.time.advance(30 * 60_000);
      const done = () =>
        didSince(stand, 0)
          .map(verbOf)
          .filter((verb) => verbs.includes(verb));
      const before = done();
      expect([stand.breaches, before, sayingOf(stand) === 'ConsentRequired']).toEqual([
        [],
        [],
        asks,
      ]);
      if (!asks) return;
      expect(operatorOf(stand)['adopting']).toBe(true);
      expect(stand.world.condition(stand.name, 'Synced')?.message).toContain(
        'the item was adopted and differs from the spec: ',
      );
      stand.world.cluster.annotate(stand.name, { [ANNOTATION.consent]: hashOf(stand) });
      await reach(
        stand,
        'done',
        () => done().length >= verbs.length && hasEnded[endOf(row)](stand),
      );
      expect([stand.breaches, operatorOf(stand)['adopting']]).toEqual([
        [],
        endOf(row) === 'ready' ? undefined : true,
      ]);
      await stand.world.stop();
    });
  });
});

const DATA: ObjectName = { kind: 'Volume', namespace: 'default', name: 'data' };

/** Builds an existing volume, and an object that imports it with another label. */
async function importing(policy: object = {}) {
  const world = new World({ kinds: [volume] });
  const { id } = world.outsider.call('POST', '/volumes', {
    label: 'old',
    region: 'eu-west',
    size: 20,
  }).body as { readonly id: number };
  await world.time.advance(60_000);
  const asks = () => world.condition(DATA, 'Synced')?.reason === 'ConsentRequired';
  const hash = (): string =>
    String(asRecord(asRecord(world.cluster.get(DATA)?.status)['plan'])['hash']);
  const applySpec = (label: string, changed: object = policy) =>
    world.cluster.apply(DATA, { import: { by: 'Id', id }, label, size: 30, policy: changed });
  const labels = () =>
    world.outsider.rows<{ readonly label: string }>('/volumes').map(({ label }) => label);
  const isReady = () => world.condition(DATA, 'Ready')?.status === 'True';
  applySpec('new');
  world.start();
  return { world, asks, hash, applySpec, labels, isReady };
}

describe('an item that was taken over', () => {
  test('changes as its object asks once it was in sync, and not before', async () => {
    const { world, asks, hash, applySpec, labels, isReady } = await importing();
    await world.until(asks);
    const first = hash();
    applySpec('newer');
    await world.until(() => asks() && hash() !== first);
    world.cluster.annotate(DATA, { [ANNOTATION.consent]: first });
    await world.time.advance(30 * 60_000);
    expect([asks(), labels()]).toEqual([true, ['old']]);
    world.cluster.annotate(DATA, { [ANNOTATION.consent]: hash() });
    await world.until(isReady);
    await world.time.advance(60_000);
    applySpec('newest');
    await world.until(() => isReady() && labels()[0] === 'newest');
    expect(world.bugs).toEqual([]);
    await world.stop();
  });

  test('asks for nothing where the spec gives consent', async () => {
    const { world, labels, isReady } = await importing({ consent: 'Auto' });
    await world.until(isReady);
    expect(labels()).toEqual(['new']);
    await world.stop();
  });

  test.each(['Observe', 'Preview'] as const)(
    'asks when its object was in mode %s before',
    async (mode) => {
      const { world, asks, applySpec, labels } = await importing({ mode });
      await world.time.advance(10 * 60_000);
      applySpec('new', {});
      await world.until(asks);
      await world.time.advance(30 * 60_000);
      expect([asks(), labels()]).toEqual([true, ['old']]);
      await world.stop();
    },
  );

  test('asks although the process died after it had marked the item', async () => {
    const { world, asks, labels } = await importing();
    world.fate = (what) => (what.startsWith('patchStatus') ? 'before' : 'live');
    await world.until(() => !world.alive);
    world.fate = () => 'live';
    world.start();
    await world.until(asks);
    await world.time.advance(30 * 60_000);
    expect([asks(), labels()]).toEqual([true, ['old']]);
    await world.stop();
  });

  test('shows the plan of what is left once the harmless steps are done', async () => {
    const { world, asks, hash, isReady } = await importing();
    await world.until(asks);
    await world.time.advance(10_000);
    world.cluster.annotate(DATA, { [ANNOTATION.consent]: hash() });
    await world.time.advance(10_000);
    await world.until(isReady, 60_000);
    expect(asks()).toBe(false);
    await world.stop();
  });
});

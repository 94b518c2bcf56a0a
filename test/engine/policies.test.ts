import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { REGISTRY } from '../../src/kinds/rows.ts';
import type { Case } from '../../src/model/case.ts';
import { ANNOTATION } from '../../src/model/group.ts';
import { OPERATION } from '../../src/model/operation.ts';
import { calls, needsConsent } from '../../src/model/plan.ts';
import { endOf, hasEnded, isCurrent, isReady } from '../conformance/endings.ts';
import { obstacles } from '../conformance/obstacles.ts';
import { begin, furnish, specOf } from '../conformance/row.ts';
import { itemsOf, made, pathOf, sayingOf, stood } from '../conformance/scene.ts';
import {
  act,
  apply,
  didSince,
  newStand,
  POLICY,
  reach,
  type Stand,
  statusOf,
  type Tried,
  verbOf,
  writesToService,
} from '../conformance/stand.ts';
import { stepsOf } from '../support/kinds/played.ts';
import { kstatus } from '../support/kstatus.ts';
import { operate } from '../support/operations.ts';

interface Row {
  readonly name: string;
  /** True if this object has created an item before. */
  readonly item: boolean;
  readonly policy: object;
  readonly import?: object;
  readonly lost?: true;
  readonly ends: {
    readonly synced: string;
    readonly reads: 'Current' | 'InProgress' | 'Failed';
    readonly items: number;
  };
  /** True if the service receives a write. */
  readonly writes: boolean;
}

const ROWS: readonly Row[] = [
  {
    name: 'Manage makes what is not there',
    item: false,
    policy: {},
    ends: { synced: 'InSync', reads: 'Current', items: 1 },
    writes: true,
  },
  {
    name: 'Manage leaves alone what is there',
    item: true,
    policy: {},
    ends: { synced: 'InSync', reads: 'Current', items: 1 },
    writes: false,
  },
  {
    name: 'Preview makes nothing',
    item: false,
    policy: { mode: 'Preview' },
    ends: { synced: 'Preview', reads: 'Failed', items: 0 },
    writes: false,
  },
  {
    name: 'Preview of an item in sync',
    item: true,
    policy: { mode: 'Preview' },
    ends: { synced: 'InSync', reads: 'Current', items: 1 },
    writes: false,
  },
  {
    name: 'Paused makes nothing',
    item: false,
    policy: { mode: 'Paused' },
    ends: { synced: 'Paused', reads: 'Failed', items: 0 },
    writes: false,
  },
  {
    name: 'Paused leaves what is there',
    item: true,
    policy: { mode: 'Paused' },
    ends: { synced: 'Paused', reads: 'Current', items: 1 },
    writes: false,
  },
  {
    name: 'Observe of nothing is refused',
    item: false,
    policy: { mode: 'Observe' },
    import: { by: 'Id', id: 1 },
    ends: { synced: 'Refused', reads: 'Failed', items: 0 },
    writes: false,
  },
  {
    name: 'Observe only reads',
    item: true,
    policy: { mode: 'Observe' },
    ends: { synced: 'InSync', reads: 'Current', items: 1 },
    writes: false,
  },
  {
    name: 'an import of nothing is refused',
    item: false,
    policy: {},
    import: { by: 'Id', id: 1 },
    ends: { synced: 'Refused', reads: 'Failed', items: 0 },
    writes: false,
  },
  {
    name: 'an import may create',
    item: false,
    policy: {},
    import: { by: 'Name', orCreate: true },
    ends: { synced: 'InSync', reads: 'Current', items: 1 },
    writes: true,
  },
  {
    name: 'a loss is held',
    item: true,
    lost: true,
    policy: { loss: 'Hold' },
    ends: { synced: 'Lost', reads: 'Failed', items: 0 },
    writes: false,
  },
  {
    name: 'a loss is made good, once',
    item: true,
    lost: true,
    policy: { loss: 'Recreate' },
    ends: { synced: 'InSync', reads: 'Current', items: 1 },
    writes: true,
  },
];

/** The status members of a waiting plan. */
const Held = z.looseObject({ plan: z.looseObject({ hash: z.string() }) });
const hashOf = (stand: Stand): string => Held.parse(statusOf(stand)).plan.hash;

/** Returns the verbs of a row's change that require consent; none for a row that creates or deletes
 *  an item. */
const wantingConsent = ({ kind, cases }: Tried, row: Case): readonly string[] =>
  row.refused !== undefined ||
  row.item === null ||
  row.deleting === true ||
  obstacles(cases, row).length > 0
    ? []
    : calls(stepsOf(kind, cases, row)).flatMap(({ verb, effect }) =>
        needsConsent(effect) ? [verb] : [],
      );

const readingOf = (stand: Stand): string => {
  const object = stand.world.cluster.get(stand.name);
  return object === undefined ? 'NotFound' : kstatus(object);
};

const operationReadings = ({ world }: Stand): readonly string[] =>
  world.cluster.all(OPERATION.kind).map(kstatus);

/** Runs a row until its change waits for consent. */
async function asking(stand: Stand): Promise<void> {
  const { row, world, name } = stand;
  await furnish(stand);
  await begin(stand);
  apply(stand, specOf(stand), { ...POLICY, consent: 'Ask' });
  if (row.request !== undefined) {
    await reach(stand, 'ready before the request', () => isReady(stand));
    operate(world.cluster, name, row.request.verb, row.request.token);
  }
  await reach(stand, 'asking', () => sayingOf(stand) === 'ConsentRequired');
}

/** Time to recreate a lost item of the slowest kind. */
const LONGEST_BIRTH_MS = 90 * 60_000;

describe.each(REGISTRY.map((tried) => [tried.kind.kind, tried] as const))('%s', (_, tried) => {
  test.each(ROWS.map((row) => [row.name, row] as const))('%s', async (_name, row) => {
    const stand = await stood(tried);
    // An object that only observes names its item; older ones may not.
    stand.world.cluster.admission.rules = 'none';
    if (row.item) await made(stand);
    const sent = writesToService(stand).length;
    const spec =
      row.import === undefined ? stand.table.spec : { ...stand.table.spec, import: row.import };
    apply(stand, spec, { ...POLICY, ...row.policy });
    if (!row.item) expect(readingOf(stand)).toBe('InProgress');
    await stand.world.time.advance(60_000);
    if (row.lost === true)
      act(stand, {
        outside: { method: 'DELETE', path: `${pathOf(stand)}/{id}` },
        value: undefined,
      });
    await reach(
      stand,
      row.ends.synced,
      () =>
        isCurrent(stand) &&
        sayingOf(stand) === row.ends.synced &&
        readingOf(stand) === row.ends.reads,
    );
    await stand.world.time.advance(row.lost === true ? LONGEST_BIRTH_MS : 10 * 60_000);
    expect([stand.breaches, sayingOf(stand), readingOf(stand), itemsOf(stand).length]).toEqual([
      [],
      row.ends.synced,
      row.ends.reads,
      row.ends.items,
    ]);
    expect(writesToService(stand).length > sent).toBe(row.writes);
    await stand.world.stop();
  });

  const rows = tried.cases.cases.map((row) => [row.name, row, wantingConsent(tried, row)] as const);
  test.each(rows.filter(([, , verbs]) => verbs.length > 0))(
    'consent is asked for, and used once it is given: %s',
    async (_name, row, verbs) => {
      const stand = newStand(tried, row, 'recorded');
      await asking(stand);
      expect([readingOf(stand), ...operationReadings(stand)]).toEqual(
        row.request === undefined ? ['Failed'] : ['Current', 'Failed'],
      );
      stand.world.cluster.annotate(stand.name, { [ANNOTATION.consent]: 'yes' });
      await stand.world.time.advance(30 * 60_000);
      const done = () =>
        didSince(stand, 0)
          .map(verbOf)
          .filter((verb) => verbs.includes(verb));
      const before = done();
      expect(sayingOf(stand)).toBe('ConsentRequired');
      stand.world.cluster.annotate(stand.name, { [ANNOTATION.consent]: hashOf(stand) });
      await reach(
        stand,
        'done',
        () => done().length >= before.length + verbs.length && hasEnded[endOf(row)](stand),
      );
      expect([stand.breaches, before]).toEqual([[], []]);
      await stand.world.stop();
    },
  );
});

test('every effect that requires consent is among the rows', () => {
  const effects = REGISTRY.flatMap((tried) =>
    tried.cases.cases
      .filter((row) => wantingConsent(tried, row).length > 0)
      .flatMap((row) => calls(stepsOf(tried.kind, tried.cases, row)).map(({ effect }) => effect)),
  );
  expect([...new Set(effects)].filter(needsConsent).toSorted()).toEqual([
    'destroys',
    'irreversible',
  ]);
});

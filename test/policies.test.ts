import { describe, expect, test } from 'vitest';
import { REGISTRY } from '../src/kinds/index.ts';
import { isCurrent, isReady } from './conformance/endings.ts';
import { act, apply, newStand, POLICY, reach, real, type Stand, statusOf, type Tried, writesToService } from './conformance/stand.ts';
import { kstatus } from './harness/kstatus.ts';

interface Row {
  readonly name: string;
  /** Whether there is an item that this object made before. */
  readonly item: boolean;
  readonly policy: object;
  readonly import?: object;
  readonly lost?: true;
  readonly ends: { readonly synced: string; readonly reads: 'Current' | 'InProgress' | 'Failed'; readonly items: number };
  /** Whether the service is written to. */
  readonly writes: boolean;
}

const ROWS: readonly Row[] = [
  { name: 'Manage makes what is not there', item: false, policy: {}, ends: { synced: 'InSync', reads: 'Current', items: 1 }, writes: true },
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
    name: 'Preview of what is as wished',
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
    import: { id: 1 },
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
    import: { id: 1 },
    ends: { synced: 'Refused', reads: 'Failed', items: 0 },
    writes: false,
  },
  {
    name: 'an import may create',
    item: false,
    policy: {},
    import: { existing: true, orCreate: true },
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

const FOREIGN = 'k8s:11111111-1111-4111-8111-111111111111';

const pathOf = (stand: Stand): string =>
  stand.kind.collection({ spec: real(stand, stand.table.spec), name: stand.name.name, mark: null, secrets: {} });
const itemsOf = (stand: Stand) => stand.world.outsider.rows<{ readonly id: number }>(pathOf(stand));
const sayingOf = (stand: Stand): string | undefined => stand.world.condition(stand.name, 'Synced')?.reason;
const readingOf = (stand: Stand): string => {
  const object = stand.world.cluster.get(stand.name);
  return object === undefined ? 'NotFound' : kstatus(object);
};

async function stood(tried: Tried): Promise<Stand> {
  const stand = newStand(tried, { name: '' }, 'recorded');
  stand.world.start();
  return stand;
}

async function made(stand: Stand): Promise<void> {
  apply(stand, stand.table.spec, POLICY);
  await reach(stand, 'ready', () => isReady(stand));
}

/** An item that was lost is made anew, and that takes as long as the slowest kind. */
const LONGEST_BIRTH_MS = 90 * 60_000;

describe.each(REGISTRY.filter(({ kind }) => kind.parent === undefined).map((tried) => [tried.kind.kind, tried] as const))(
  '%s',
  (_, tried) => {
    test.each(ROWS.map((row) => [row.name, row] as const))('%s', async (_name, row) => {
      const stand = await stood(tried);
      if (row.item) await made(stand);
      const sent = writesToService(stand).length;
      const spec = row.import === undefined ? stand.table.spec : { ...stand.table.spec, import: row.import };
      apply(stand, spec, { ...POLICY, ...row.policy });
      if (!row.item) expect(readingOf(stand)).toBe('InProgress');
      await stand.world.time.advance(60_000);
      if (row.lost === true) act(stand, { outside: { method: 'DELETE', path: `${pathOf(stand)}/{id}` }, value: undefined });
      await reach(
        stand,
        row.ends.synced,
        () => isCurrent(stand) && sayingOf(stand) === row.ends.synced && readingOf(stand) === row.ends.reads,
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

    const tags = tried.cases.stages?.find(({ field }) => field === 'tags')?.requests?.[0];
    test.runIf(tags !== undefined)(
      'what another cluster marked is a conflict that names the mark, until the spec replaces it',
      async () => {
        const stand = await stood(tried);
        await made(stand);
        const { id } = statusOf(stand);
        if (tags === undefined) throw new Error('no way to tags');
        apply(stand, stand.table.spec, { ...POLICY, deletion: 'Retain' });
        await reach(stand, 'ready', () => isReady(stand));
        const spec = real(stand, stand.table.spec) as object;
        const other = { ...stand.name, name: 'second' };
        stand.world.cluster.delete(stand.name);
        await stand.world.until(() => stand.world.cluster.get(stand.name) === undefined);
        const path = tags.path.replace('{id}', String(id));
        expect(stand.world.outsider.call(tags.method, path, { tags: [FOREIGN] }).status).toBe(200);
        stand.world.cluster.apply(other, { ...spec, import: { id } });
        const asks = (): boolean =>
          stand.world.condition(other, 'Stalled')?.message.includes(`spec.import.replaceMark to ${FOREIGN}`) === true;
        await stand.world.until(asks);
        expect(stand.world.condition(other, 'Synced')?.reason).toBe('Conflict');
        stand.world.cluster.apply(other, { ...spec, import: { id, replaceMark: FOREIGN } });
        await stand.world.until(() => stand.world.condition(other, 'Ready')?.status === 'True');
        expect(itemsOf(stand).map((item) => item.id)).toEqual([id]);
        await stand.world.stop();
      },
    );

    test('what another object holds is a conflict that names it', async () => {
      const stand = await stood(tried);
      await made(stand);
      const other = { ...stand.name, name: 'second' };
      stand.world.cluster.apply(other, { ...(real(stand, stand.table.spec) as object), import: { id: statusOf(stand)['id'] } });
      await stand.world.until(() => stand.world.condition(other, 'Synced')?.reason === 'Conflict');
      expect(stand.world.condition(other, 'Synced')?.message).toContain(`${tried.kind.kind} default/example`);
      expect(stand.world.condition(other, 'Stalled')?.reason).toBe('Conflict');
      expect(isReady(stand)).toBe(true);
      await stand.world.stop();
    });
  },
);

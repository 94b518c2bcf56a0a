import { describe, expect, test } from 'vitest';
import { gadget } from '../../../test/support/gadget.ts';
import { put, type Scene, stage } from '../../../test/support/stage.ts';
import { NOW } from '../../../test/support/stage-service.ts';
import type { AnyKind } from '../../model/kind.ts';
import type { HeldPart } from '../../model/ref.ts';
import type { ObjectName } from '../ports/cluster.ts';
import { itemClaim, makingClaim, partClaim } from '../term/claims.ts';
import { DEFAULT_SETTINGS, lagMs } from '../term/environment.ts';
import { Looks } from '../term/part-reads.ts';
import { isMadeElsewhere, maybePart, unshownPart, wholesOf } from './parts.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const LAG = lagMs(DEFAULT_SETTINGS);
const kindOf = (kind: string, ...holds: readonly HeldPart[]): AnyKind => ({
  ...gadget,
  kind,
  holds,
});
const RACK = kindOf(
  'Rack',
  { path: 'nodes[].id', as: 'Gadget' },
  { path: 'backups[].id', as: 'Backup' },
);
const SHELF = kindOf('Shelf', { path: 'backups[].id', as: 'Backup' });
const isoOf = (ms: number): string => new Date(ms).toISOString();

/** An object that holds item 3 of the account in its namespace by default. */
interface Holder {
  readonly kind?: string;
  readonly namespace?: string;
  readonly name?: string;
  readonly id?: unknown;
  readonly holds?: boolean;
  /** Times of the last read of its parts of each kind. */
  readonly looks?: Readonly<Record<string, number>>;
  readonly shows?: readonly string[];
  readonly status?: object;
}

/** Builds a pass among objects that hold items with parts; records the objects asked for a close
 *  read. */
function among(holders: readonly Holder[], scene: Scene = {}) {
  const asked: ObjectName[] = [];
  const looks = new Looks((name) => asked.push(name));
  const world = stage({ kinds: [RACK, SHELF], ...scene, env: { looks } });
  for (const holder of holders) {
    const { kind = 'Rack', namespace = 'other', name = 'far', id = 3, shows = [] } = holder;
    const uid = `${namespace}-${name}`;
    put(
      world.cluster,
      { kind, namespace, name },
      { status: { id, ...holder.status }, metadata: { uid } },
    );
    const claim = itemClaim('A', kind, Number(id));
    if (holder.holds !== false) world.claims.take(claim, { uid, title: uid, namespace });
    for (const [as, at] of Object.entries(holder.looks ?? {}))
      looks.note({ uid, namespace }, as, { at, parts: new Set(shows) });
  }
  return { ...world, asked };
}

test('wholes are the kinds that hold parts of a kind or name', () => {
  const { pass } = among([]);
  const names = (as: string) => wholesOf(pass, as).map(({ kind }) => kind);
  expect([names('Gadget'), names('Backup'), names('Rack')]).toEqual([
    ['Rack'],
    ['Rack', 'Shelf'],
    [],
  ]);
});

describe('an item that no object holds', () => {
  const MADE = NOW - 2 * MINUTE;
  const WAIT = {
    type: 'waiting',
    for: 'a read of each Rack of another namespace, because item 7 can be a part of it',
    recheckMs: 5_000,
    reason: 'Waiting',
  };
  const FAR = { kind: 'Rack', namespace: 'other', name: 'far' };
  test.each<[string, readonly Holder[], string | undefined, readonly ObjectName[] | null]>([
    ['waits for a look at the whole of another namespace', [{}], isoOf(MADE), [FAR]],
    ['waits where the look began as the part was shown', [look(MADE + MINUTE)], isoOf(MADE), [FAR]],
    ['is no part where the look began later', [look(MADE + MINUTE + 1)], isoOf(MADE), null],
    ['waits where the look was at other parts', [{ looks: { Backup: NOW } }], isoOf(MADE), [FAR]],
    [
      'asks only those that were not looked at',
      [{ ...look(NOW), name: 'near', id: 4 }, {}],
      isoOf(MADE),
      [FAR],
    ],
    ['waits for a day', [{}], isoOf(NOW - DAY), [FAR]],
    ['waits no longer than a day', [{}], isoOf(NOW - DAY - 1), null],
    ['of an unknown age was made now', [look(NOW + MINUTE)], undefined, [FAR]],
    ['of an unknown age is no part behind such a look', [look(NOW + MINUTE + 1)], undefined, null],
    ['is no part of what the namespace holds', [{ namespace: 'team' }], isoOf(MADE), null],
    ['is no part of what holds no item', [{ id: 'x' }], isoOf(MADE), null],
    ['is no part of what the status alone records', [{ holds: false }], isoOf(MADE), null],
    ['is no part of a kind with other parts', [{ kind: 'Shelf' }], isoOf(MADE), null],
  ])('%s', (_, holders, created, asks) => {
    const { pass, asked } = among(holders);
    const item = { id: 7, ...(created === undefined ? {} : { created }) };
    expect(maybePart(pass, 'Gadget', item)).toEqual(asks === null ? null : WAIT);
    expect(asked).toEqual(asks ?? []);
  });

  test('waits for nothing in a preview', () => {
    const { pass, asked } = among([{}], { spec: { policy: { mode: 'Preview' } } });
    expect([maybePart(pass, 'Gadget', { id: 7 }), asked]).toEqual([null, []]);
  });

  test('waits while a whole is made for another namespace', () => {
    const { pass, claims, asked } = among([]);
    expect(maybePart(pass, 'Gadget', { id: 7 })).toBeNull();
    claims.take(makingClaim('A', 'Rack', 'far', NOW), claimant('other'));
    expect(maybePart(pass, 'Gadget', { id: 7 })).toEqual(WAIT);
    expect(asked).toEqual([]);
  });

  function look(at: number): Holder {
    return { looks: { Gadget: at } };
  }
});

const claimant = (namespace: string, uid = 'far') => ({ uid, title: uid, namespace });

test.each<[string, string, string, number, boolean]>([
  ['for another namespace', 'Rack', 'other', NOW, true],
  ['in this namespace', 'Rack', 'team', NOW, false],
  ['of another kind', 'Shelf', 'other', NOW, false],
  ['whose end a listing shows', 'Rack', 'other', NOW - LAG, false],
  ['whose end no listing may show yet', 'Rack', 'other', NOW - LAG + 1, true],
])('whether a create %s may be out elsewhere', (_, kind, namespace, at, isSo) => {
  const { pass, claims } = among([]);
  claims.take(makingClaim('A', kind, 'far', at), claimant(namespace));
  expect(isMadeElsewhere(pass, 'Rack')).toBe(isSo);
});

describe('a part that the spec names alone', () => {
  const PART = partClaim('A', 'Backup', 5);
  const ALONE = { path: 'backupId', names: 'Backup', alone: true } as const;
  const named = (...ids: NonNullable<AnyKind['ids']>): Scene => ({
    kind: { ids },
    located: { desired: { spec: { backupId: 5 }, name: 'web', mark: null, secrets: {} } },
  });
  const waits = (kinds: string) => ({
    type: 'waiting',
    for: `an object of this namespace (${kinds}) whose status lists backup 5: spec.backupId can belong to another namespace`,
    recheckMs: 30_000,
    reason: 'Waiting',
  });
  const own = (name: string, ...ids: readonly number[]): Holder => ({
    namespace: 'team',
    name,
    id: 4,
    status: { backups: ids.map((id) => ({ id })) },
  });
  test.each<[string, readonly Holder[], Scene, string | null]>([
    ['is free where no other namespace has such parts', [own('web', 5)], named(ALONE), null],
    ['waits where one has', [{}], named(ALONE), 'Rack'],
    ['waits where several kinds have', [{}, { kind: 'Shelf' }], named(ALONE), 'Rack or Shelf'],
    [
      'is free where an object of the namespace shows it',
      [{}, { ...own('web', 5), looks: { Backup: 1 }, shows: [PART] }],
      named(ALONE),
      null,
    ],
    [
      'waits where an object elsewhere shows it',
      [{ looks: { Backup: NOW }, shows: [PART] }],
      named(ALONE),
      'Rack',
    ],
    [
      'waits where the namespace shows another part',
      [{}, { ...own('web', 6), looks: { Backup: 1 }, shows: [partClaim('A', 'Backup', 6)] }],
      named(ALONE),
      'Rack',
    ],
    [
      'is free where what it is a part of is named beside it',
      [{}],
      named({ path: 'backupId', names: 'Backup' }),
      null,
    ],
    ['is free where no object holds it', [{}], named({ ...ALONE, names: null }), null],
    ['is free where the spec does not name it', [{}], named({ ...ALONE, path: 'otherId' }), null],
    ['is free where the kind has none', [{}], { ...named(), kind: {} }, null],
  ])('%s', (_, holders, scene, kinds) => {
    expect(unshownPart(among(holders, scene).pass)).toEqual(kinds === null ? null : waits(kinds));
  });

  test('waits while a whole is made for another namespace', () => {
    const { pass, claims } = among([], named(ALONE));
    claims.take(makingClaim('A', 'Rack', 'far', NOW), claimant('other'));
    expect(unshownPart(pass)).toEqual(waits('Rack'));
  });

  test('wakes those of the namespace whose status names it', () => {
    const nodes: Holder = { ...own('nodes'), status: { nodes: [{ id: 5 }] } };
    const { pass, asked } = among(
      [{ status: { backups: [{ id: 5 }] } }, own('both', 6, 5), own('another', 6), nodes],
      named(ALONE),
    );
    unshownPart(pass);
    expect(asked).toEqual([{ kind: 'Rack', namespace: 'team', name: 'both' }]);
  });
});

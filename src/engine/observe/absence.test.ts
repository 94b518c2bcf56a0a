import { describe, expect, test } from 'vitest';
import { type Scene, stage } from '../../../test/support/stage.ts';
import { CALLER, ELAPSED, listingOf, NOW } from '../../../test/support/stage-service.ts';
import { type Failure, fail, ok } from '../../model/failure.ts';
import type { Item } from '../../model/kind.ts';
import type { Outcome } from '../../model/outcome.ts';
import type { Read } from '../../model/request.ts';
import { recordOf } from '../pass/intent.ts';
import type { Caller } from '../ports/cloud.ts';
import { deletionKey, isYoung, proveAbsence, seesFruit } from './absence.ts';

const LAG = 15 * 60_000;
const LOST: Failure = { code: 'Unreachable', detail: 'cut off' };
const waiting = (
  what: string,
  reason: 'Waiting' | 'HiddenOrGone' = 'Waiting',
  recheckMs = 30_000,
): Outcome => ({
  type: 'waiting',
  for: what,
  recheckMs,
  reason,
});
const TWICE = waiting(
  'consistent answers of the service about item 7: the listing and the read by id differ',
);
const RESTRICTED: Partial<Caller> = { restricted: true };
const HIDDEN = waiting(
  'proof of item 7, which is gone or hidden from the restricted user ann',
  'HiddenOrGone',
);
const ANOTHER_LOOK = waiting(
  'a read with the current permissions of the credential',
  'Waiting',
  1_000,
);
const seenBy = (now: Partial<Caller>): Scene => ({
  account: { identity: async () => ok({ ...CALLER, ...now }) },
});
const intent = (at: number) => ({
  uid: 'me',
  at,
  account: 'A',
  path: '/gadgets',
  key: 'web',
  marked: false,
});
const YOUNG = waiting(
  'item 7 to appear, or a listing that is certainly newer than the item, until 2026-01-01T12:14:00Z at the latest',
);

/** The parent collection of the pass, or another one. */
const PARENT: Read<Item> = { path: '/shelves', schema: stage().pass.items.schema, paged: true };
const parent = (deletionAction?: string): NonNullable<Scene['kind']> => ({
  parent: () => ({
    items: PARENT,
    id: 7,
    ...(deletionAction === undefined ? {} : { deletionAction }),
  }),
});
const tells = (action: string, path: string): NonNullable<Scene['account']> => ({
  wasDeleted: (said, collection, id) => said === action && collection === path && id === 7,
});

interface Row {
  readonly name: string;
  readonly scene?: Scene;
  readonly of?: Read<Item>;
  readonly doubt: Outcome | null;
}

const rows: readonly Row[] = [
  { name: 'a 404 and a listing without it', doubt: null },
  { name: 'an item that is there by id', scene: { items: [{ id: 7 }] }, doubt: TWICE },
  {
    name: 'a read that fails',
    scene: { account: { item: async () => fail(LOST) } },
    doubt: { type: 'failed', failure: LOST },
  },
  {
    name: 'a listing that fails',
    scene: { account: { list: async () => fail(LOST) } },
    doubt: { type: 'failed', failure: LOST },
  },
  {
    name: 'a listing that has it',
    scene: { listing: { items: new Map([[7, { id: 7 }]]) } },
    doubt: TWICE,
  },
  {
    name: 'a listing that showed it',
    scene: { listing: { showed: (id) => id === 7 } },
    doubt: TWICE,
  },
  {
    name: 'a listing that lacks many at once',
    scene: { listing: { trusted: false } },
    doubt: waiting('a listing without many vanished items'),
  },
  { name: 'a restricted user', scene: { caller: RESTRICTED }, doubt: HIDDEN },
  {
    name: 'a restricted user whose DELETE was answered',
    scene: { caller: RESTRICTED, memory: { deletedAt: 1 } },
    doubt: null,
  },
  {
    name: 'a restricted user whose DELETE is in the status',
    scene: { caller: RESTRICTED, status: { once: { [deletionKey(7)]: 'at' } } },
    doubt: null,
  },
  {
    name: 'a restricted user whose DELETE of another item is in the status',
    scene: { caller: RESTRICTED, status: { once: { [deletionKey(8)]: 'at' } } },
    doubt: HIDDEN,
  },
  {
    name: 'a restricted user and an event of the item',
    scene: {
      caller: RESTRICTED,
      kind: { deletionAction: 'gone' },
      account: tells('gone', '/gadgets'),
    },
    doubt: null,
  },
  {
    name: 'a restricted user and another event',
    scene: {
      caller: RESTRICTED,
      kind: { deletionAction: 'gone' },
      account: tells('other', '/gadgets'),
    },
    doubt: HIDDEN,
  },
  {
    name: 'a restricted user and an event of a kind without such events',
    scene: { caller: RESTRICTED, account: { wasDeleted: () => true } },
    doubt: HIDDEN,
  },
  {
    name: 'a restricted user and an event of what holds the item',
    of: PARENT,
    scene: {
      caller: RESTRICTED,
      kind: parent('shelf_gone'),
      account: tells('shelf_gone', '/shelves'),
    },
    doubt: null,
  },
  {
    name: 'a restricted user and what holds the item, without such events',
    of: PARENT,
    scene: { caller: RESTRICTED, kind: parent(), account: { wasDeleted: () => true } },
    doubt: HIDDEN,
  },
  {
    name: 'a restricted user and an event of a third collection',
    of: { ...PARENT, path: '/rooms' },
    scene: { caller: RESTRICTED, kind: parent('shelf_gone'), account: { wasDeleted: () => true } },
    doubt: HIDDEN,
  },
  { name: 'a user that was made restricted since', scene: seenBy(RESTRICTED), doubt: HIDDEN },
  {
    name: 'an identity that fails',
    scene: { account: { identity: async () => fail(LOST) } },
    doubt: { type: 'failed', failure: LOST },
  },
  { name: 'another account since', scene: seenBy({ account: 'B' }), doubt: ANOTHER_LOOK },
  { name: 'another user since', scene: seenBy({ username: 'bob' }), doubt: ANOTHER_LOOK },
  { name: 'other scopes since', scene: seenBy({ scopes: ['x'] }), doubt: ANOTHER_LOOK },
  {
    name: 'a user that was restricted before',
    scene: { caller: RESTRICTED, ...seenBy({}) },
    doubt: ANOTHER_LOOK,
  },
  { name: 'a young item', scene: { memory: { itemMadeAt: NOW - 60_000 } }, doubt: YOUNG },
  {
    name: 'a young item that was made by a create',
    scene: { status: { intent: recordOf(intent(NOW - 60_000)) }, metadata: { uid: 'me' } },
    doubt: YOUNG,
  },
  {
    name: 'a young item that our DELETE ended',
    scene: { memory: { itemMadeAt: NOW - 60_000, deletedAt: 1 } },
    doubt: null,
  },
  {
    name: 'a young item and a listing that is surely newer',
    scene: {
      memory: { itemMadeAt: NOW - 70_000 },
      listing: { lastPage: [{ id: 9, created: '2026-01-01T12:00:00' }], begunElapsed: ELAPSED },
    },
    doubt: null,
  },
  {
    name: 'an item that is old enough',
    scene: { memory: { itemMadeAt: NOW - LAG - 1 } },
    doubt: null,
  },
];

test.each(rows)('what stands against the end of an item: $name', async ({ scene, of, doubt }) => {
  const { pass } = stage(scene);
  expect(await proveAbsence(pass, of ?? pass.items, 7)).toEqual(doubt);
});

test('reads and listings are wanted from after the last write', async () => {
  const asked: number[] = [];
  const { pass } = stage({
    memory: { wroteAt: 41 },
    account: {
      item: async (_read, _id, since) => {
        asked.push(since);
        return fail<Failure>({ code: 'NotFound', detail: '' });
      },
      list: async (_read, since) => {
        asked.push(since);
        return ok(listingOf([])) as never;
      },
      identity: async (since) => {
        asked.push(since);
        return ok(CALLER);
      },
    },
  });
  expect([await proveAbsence(pass, pass.items, 7), asked]).toEqual([null, [42, 42, NOW - 500]]);
});

test.each([
  ['just now', NOW, true],
  ['so long ago that listings may lack it', NOW - LAG, true],
  ['longer ago', NOW - LAG - 1, false],
  ['at no known time', 0, false],
])('an item that was made %s is young: %s', (_, itemMadeAt, isSo) => {
  expect(isYoung(stage({ memory: { itemMadeAt } }).pass)).toBe(isSo);
});

describe('what a lost create made is seen', () => {
  const INTENT = { ...intent(0), by: 'ann' };
  test.each<[string, Scene, Outcome | null]>([
    ['by an unrestricted user', {}, null],
    ['by the restricted user who sent it', { caller: RESTRICTED }, null],
    [
      'by no other restricted user',
      { caller: { ...RESTRICTED, username: 'bob' } },
      waiting(
        'proof of the result of the create of web, which is gone or hidden from the restricted user bob',
        'HiddenOrGone',
      ),
    ],
  ])('%s', async (_, scene, doubt) => {
    expect(await seesFruit(stage(scene).pass, INTENT, NOW)).toEqual(doubt);
  });
});

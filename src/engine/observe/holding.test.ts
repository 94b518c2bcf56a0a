import { describe, expect, test } from 'vitest';
import { type Scene, stage } from '../../../test/support/stage.ts';
import {
  fruitClaim,
  itemClaim,
  keyClaim,
  makingClaim,
  makingClaims,
  partClaim,
} from '../term/claims.ts';
import {
  claimantOf,
  claimMarked,
  holdItem,
  intentClaims,
  isManaging,
  keyClaimOf,
  makerOf,
  partClaimsOf,
} from './holding.ts';

const FAR = { uid: 'far', title: 'Gadget other/far', namespace: 'other' };
const INTENT = { account: 'A', path: '/gadgets', key: 'web', uid: 'me', at: 5 };
const scene = (over: Scene = {}) => stage({ metadata: { uid: 'me' }, ...over });

test('claims have names of their own', () => {
  const names = [
    itemClaim('A', 'Gadget', 1),
    partClaim('A', 'Gadget', 1),
    keyClaim('A', '/gadgets', 'k'),
    makingClaim('A', 'Gadget', 'me', 5),
    fruitClaim('A', '/gadgets', 'k'),
  ];
  expect(names).toEqual([
    'item|A|Gadget|1',
    'part|A|Gadget|1',
    'key|A|/gadgets|k',
    'making|A|Gadget|me|5',
    'fruit|A|/gadgets|k',
  ]);
  expect(names[3]?.startsWith(makingClaims('A', 'Gadget'))).toBe(true);
});

test('an object claims under its uid, title and namespace', () => {
  const { pass } = scene();
  expect(claimantOf(pass)).toEqual({ uid: 'me', title: 'Gadget team/web', namespace: 'team' });
  expect(keyClaimOf(pass)).toBe(keyClaim('A', '/gadgets', 'web'));
});

test('an unanswered create claims its key and itself, and its item where no mark identifies it', () => {
  const both = [keyClaim('A', '/gadgets', 'web'), makingClaim('A', 'Gadget', 'me', 5)];
  const { kind } = scene().pass.subject;
  expect(intentClaims({ ...INTENT, marked: true }, kind)).toEqual(both);
  const all = [...both, fruitClaim('A', '/gadgets', 'web')];
  expect(intentClaims({ ...INTENT, marked: false }, kind)).toEqual(all);
  expect(intentClaims({ ...INTENT, path: '/gadgets/7/clone', marked: false }, kind)).toEqual(all);
});

test('the maker of an item is the other object whose create has its key', () => {
  const { pass, claims } = scene();
  expect(makerOf(pass, { id: 7 })).toBeNull();
  claims.take(fruitClaim('A', '/gadgets', '7'), FAR);
  expect([makerOf(pass, { id: 7 }), makerOf(pass, { id: 8 }), makerOf(pass, undefined)]).toEqual([
    FAR,
    null,
    null,
  ]);
});

test.each([
  [{}, true],
  [{ policy: { mode: 'Observe' } }, false],
  [{ policy: { mode: 'Preview' } }, false],
])('whether %o manages', (spec, isSo) => {
  expect(isManaging(scene({ spec }).pass)).toBe(isSo);
});

test('what belongs to an item is claimed by the ids in the status', () => {
  const { pass } = scene({ kind: { holds: [{ path: 'parts[].id', as: 'Part' }] } });
  expect(
    partClaimsOf({ kind: pass.subject.kind, recorded: { parts: [{ id: 1 }, { id: 2 }] } }, 'A'),
  ).toEqual([partClaim('A', 'Part', 1), partClaim('A', 'Part', 2)]);
  expect(partClaimsOf({ kind: scene().pass.subject.kind, recorded: {} }, 'A')).toEqual([]);
});

describe('what carries the mark of an object', () => {
  const NEAR = { ...FAR, uid: 'near', namespace: 'team' };
  const ITEM = itemClaim('A', 'Gadget', 7);
  test.each<[string, Scene, typeof FAR | null, boolean, boolean]>([
    ['is taken from who holds it elsewhere by a status', {}, FAR, false, true],
    ['is not taken from who proved it', {}, FAR, true, false],
    ['is not taken within the namespace', {}, NEAR, false, false],
    ['is not claimed where no object holds it', {}, null, false, false],
    [
      'is not taken by who only looks',
      { spec: { policy: { mode: 'Observe' } } },
      FAR,
      false,
      false,
    ],
  ])('%s', (_, over, holder, isProven, isTaken) => {
    const { pass, claims } = scene(over);
    if (holder !== null) claims.take(ITEM, holder);
    if (holder !== null && isProven) claims.prove(ITEM, holder);
    claimMarked(pass, [{ id: 7 }]);
    expect(claims.holds('me', ITEM)).toBe(isTaken);
    expect(claims.isProven(ITEM)).toBe(isTaken || isProven);
  });
});

describe('to hold an item', () => {
  const ITEM = itemClaim('A', 'Gadget', 7);
  const KIND: Scene['kind'] = { holds: [{ path: 'weight', as: 'Part' }] };

  test('claims it with its parts, and does not claim other items', () => {
    const { pass, claims } = scene({ kind: KIND, status: { weight: 3 } });
    for (const thing of ['beside', 'before']) claims.take(thing, claimantOf(pass));
    expect(holdItem(pass, 7, ['beside'])).toBeNull();
    expect(
      [ITEM, partClaim('A', 'Part', 3), 'beside', 'before'].map((thing) =>
        claims.holds('me', thing),
      ),
    ).toEqual([true, true, true, false]);
  });

  test('is not possible where another object holds it: nothing changes', () => {
    const { pass, claims } = scene();
    claims.take(ITEM, FAR);
    claims.take('before', claimantOf(pass));
    expect(holdItem(pass, 7, [])).toEqual(FAR);
    expect(claims.holds('me', 'before')).toBe(true);
  });

  test.each(['Observe', 'Preview'])(
    'claims nothing in mode %s, and gives up what was claimed',
    (mode) => {
      const { pass, claims } = scene({ spec: { policy: { mode } } });
      claims.take('before', claimantOf(pass));
      expect([
        holdItem(pass, 7, ['before']),
        claims.holds('me', ITEM),
        claims.holds('me', 'before'),
      ]).toEqual([null, false, false]);
      claims.take(ITEM, FAR);
      expect(holdItem(pass, 7, [])).toEqual(FAR);
    },
  );
});

import { describe, expect, test } from 'vitest';
import { put, type Scene, stage } from '../../../test/support/stage.ts';
import type { Outcome } from '../../model/outcome.ts';
import { markOf } from '../../model/tags.ts';
import { type Claimant, itemClaim, partClaim } from '../term/claims.ts';
import type { Identity } from './identity.ts';
import {
  calledBy,
  fencedIn,
  foreignItem,
  foreignNow,
  heldBy,
  holderOf,
  holderTitle,
  isMarkElsewhere,
  ownerIn,
} from './isolation.ts';

const NEAR: Claimant = { uid: 'near', title: 'Gadget team/near', namespace: 'team' };
const FAR: Claimant = { uid: 'far', title: 'Gadget other/far', namespace: 'other' };
const ITEM = itemClaim('A', 'Gadget', 7);
const PART = partClaim('A', 'Gadget', 7);

/** Builds a pass among other claimants. */
function among(held: readonly (readonly [string, Claimant])[], scene: Scene = {}) {
  const { pass, claims } = stage({ metadata: { uid: 'me' }, ...scene });
  for (const [thing, claimant] of held) claims.take(thing, claimant);
  return pass;
}
const SELF = { uid: 'me', title: 'Gadget team/web', namespace: 'team' };

test('another object is named within its namespace alone', () => {
  const pass = among([]);
  expect([NEAR, FAR].map((one) => calledBy(pass, one))).toEqual([
    'Gadget team/near',
    'an object of another namespace',
  ]);
});

test.each([
  ['near', 'Gadget team/near'],
  ['far', 'another object or cluster (k8s:far)'],
  ['nobody', 'another object or cluster (k8s:nobody)'],
])('the owner of the mark of %s is called %s', (uid, called) => {
  expect(
    ownerIn(
      among([
        [ITEM, NEAR],
        ['x', FAR],
      ]),
      markOf(uid),
    ),
  ).toBe(called);
});

describe('the holder of an item', () => {
  test.each<[string, readonly (readonly [string, Claimant])[], string | null]>([
    ['is none where it is not claimed', [], null],
    ['is who has the item', [[ITEM, NEAR]], 'Gadget team/near'],
    ['is who has it as a part', [[PART, NEAR]], 'Gadget team/near'],
    [
      'is who has the item rather than who has it as a part',
      [
        [PART, FAR],
        [ITEM, NEAR],
      ],
      'Gadget team/near',
    ],
    ['is none where it is the own', [[ITEM, SELF]], null],
    [
      'is none where it is the own, and a part of another one',
      [
        [ITEM, SELF],
        [PART, FAR],
      ],
      null,
    ],
    ['is not named in another namespace', [[ITEM, FAR]], 'an object of another namespace'],
    ['is none for an item of another account', [[itemClaim('B', 'Gadget', 7), NEAR]], null],
    ['is none for an item of another kind', [[itemClaim('A', 'Widget', 7), NEAR]], null],
    ['is none for another item', [[itemClaim('A', 'Gadget', 8), NEAR]], null],
  ])('%s', (_, held, title) => {
    expect(holderTitle(among(held), 7)).toBe(title);
  });

  test('is looked for by the kind of the item', () => {
    expect(holderOf(among([[itemClaim('A', 'Widget', 7), NEAR]]), 'Widget', 7)).toEqual(NEAR);
  });
});

const REFUSED: Outcome = {
  type: 'refused',
  field: 'spec.import',
  detail:
    'item 7 belongs to an object of another namespace; import an item that no object of another namespace manages',
};

test.each<[string, Scene, Claimant, Outcome]>([
  [
    'in the namespace',
    {},
    NEAR,
    { type: 'conflict', detail: 'item 7 belongs to Gadget team/near' },
  ],
  [
    'in the namespace, with an import',
    { spec: { import: { by: 'Id', id: 7 } } },
    NEAR,
    { type: 'conflict', detail: 'item 7 belongs to Gadget team/near' },
  ],
  [
    'elsewhere',
    {},
    FAR,
    { type: 'conflict', detail: 'item 7 belongs to an object of another namespace' },
  ],
  ['elsewhere, with an import', { spec: { import: { by: 'Id', id: 7 } } }, FAR, REFUSED],
])('an item that is held %s is not given', (_, scene, holder, outcome) => {
  expect(heldBy(among([], scene), holder, 7)).toEqual(outcome);
});

describe('an import', () => {
  const IMPORT: Scene = { spec: { import: { by: 'Id', id: 7 } } };
  const ours = (tags?: readonly string[]): Identity<{ id: number; tags?: readonly string[] }> => ({
    type: 'ours',
    item: { id: 7, ...(tags === undefined ? {} : { tags }) },
    by: 'import',
  });
  const rows = new Map([[7, { id: 7, tags: [markOf('far')] }]]);
  test.each<
    [string, Scene, Identity<{ id: number }>, readonly (readonly [string, Claimant])[], boolean]
  >([
    ['takes what no object holds', IMPORT, ours(), [], false],
    [
      'takes what an object of the namespace holds to a conflict elsewhere',
      IMPORT,
      ours(),
      [[ITEM, NEAR]],
      false,
    ],
    [
      'is fenced from what an object of another namespace holds',
      IMPORT,
      ours(),
      [[ITEM, FAR]],
      true,
    ],
    [
      'is fenced from what carries the mark of one',
      IMPORT,
      ours([markOf('far')]),
      [['x', FAR]],
      true,
    ],
    [
      'is not fenced from what carries the mark of one of its namespace',
      IMPORT,
      ours([markOf('near')]),
      [['x', NEAR]],
      false,
    ],
    [
      'is not fenced from what carries its own mark',
      IMPORT,
      ours([markOf('me'), markOf('far')]),
      [['x', FAR]],
      false,
    ],
    [
      'is fenced in a conflict about such an item',
      IMPORT,
      { type: 'conflict', detail: '', id: 7 },
      [['x', FAR]],
      true,
    ],
    [
      'is not fenced in a conflict about no item',
      IMPORT,
      { type: 'conflict', detail: '' },
      [['x', FAR]],
      false,
    ],
    [
      'is not fenced where there is nothing',
      IMPORT,
      { type: 'nothing', detail: '' },
      [[itemClaim('A', 'Gadget', 0), FAR]],
      false,
    ],
    ['alone is fenced', {}, ours(), [[ITEM, FAR]], false],
  ])('%s', (_, scene, identity, held, isFenced) => {
    expect(fencedIn(among(held, scene), identity, rows)).toEqual(isFenced ? REFUSED : null);
  });
});

describe('the mark of an object that claims nothing', () => {
  const OBSERVE = { policy: { mode: 'Observe' } };
  test.each<[string, string, string, Scene, boolean]>([
    ['fences an import in another namespace', 'Gadget', 'other', {}, true],
    ['fences none in its own', 'Gadget', 'team', {}, false],
    ['fences none where the object only looks', 'Gadget', 'other', { spec: OBSERVE }, false],
    [
      'fences an import while the object previews',
      'Gadget',
      'other',
      { spec: { policy: { mode: 'Preview' } } },
      true,
    ],
    ['fences none of another kind', 'Widget', 'other', {}, false],
  ])('%s', (_, kind, namespace, scene, isFenced) => {
    const { pass, cluster } = stage({
      metadata: { uid: 'me' },
      spec: { import: { by: 'Id', id: 7 } },
    });
    put(cluster, { kind, namespace, name: 'far' }, { ...scene, metadata: { uid: 'far' } });
    const item = { id: 7, tags: ['k8s:third', markOf('far')] };
    expect([
      isMarkElsewhere(pass, markOf('far')),
      isMarkElsewhere(pass, markOf('third')),
      fencedIn(pass, { type: 'ours', item, by: 'import' }, new Map()),
    ]).toEqual([isFenced, false, isFenced ? REFUSED : null]);
  });
});

describe('an item that the spec names', () => {
  const KIND: Scene['kind'] = { ids: [{ path: 'partId', names: 'Gadget' }] };
  const named = (over: Scene = {}): Scene => ({
    kind: KIND,
    located: { desired: { spec: { partId: 7 }, name: 'web', mark: null, secrets: {} } },
    ...over,
  });
  const FOREIGN: Outcome = {
    type: 'refused',
    field: 'spec.partId',
    detail:
      'item 7 belongs to an object of another namespace; name an item that no object of another namespace manages',
  };
  test.each<[string, Scene, Claimant | null, Outcome | null]>([
    ['and no object holds is free', named(), null, null],
    ['and an object of the namespace holds is free', named(), NEAR, null],
    ['and an object of another namespace holds is refused', named(), FAR, FOREIGN],
    [
      'does not count for a deleted object',
      named({ metadata: { uid: 'me', deletionTimestamp: 'now' } }),
      FAR,
      null,
    ],
  ])('%s', (_, scene, holder, outcome) => {
    expect(foreignNow(among(holder === null ? [] : [[ITEM, holder]], scene))).toEqual(outcome);
  });

  test('is searched for where its status names it', () => {
    expect(foreignItem(among([[ITEM, FAR]], named()), [])).toBeNull();
  });
});

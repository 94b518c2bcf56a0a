import { describe, expect, test } from 'vitest';
import { gadget } from '../../../test/support/gadget.ts';
import { put, type Scene, stage } from '../../../test/support/stage.ts';
import { NOW } from '../../../test/support/stage-service.ts';
import { markOf } from '../../model/tags.ts';
import { type Claimant, type Claims, fruitClaim, itemClaim, partClaim } from '../term/claims.ts';
import { doubtOf } from './doubt.ts';

const ME: Claimant = { uid: 'me', title: 'Gadget team/web', namespace: 'team' };
const NEAR: Claimant = { uid: 'near', title: 'Gadget team/near', namespace: 'team' };
const FAR: Claimant = { uid: 'far', title: 'Gadget other/far', namespace: 'other' };
const ITEM = itemClaim('A', 'Gadget', 7);
const PART = partClaim('A', 'Gadget', 7);
const FRUIT = fruitClaim('A', '/gadgets', '7');
const RACK = { ...gadget, kind: 'Rack', holds: [{ path: 'nodes[].id', as: 'Gadget' }] };
const OLD = { id: 7, created: new Date(NOW - 48 * 3_600_000).toISOString() };
const NEW = { id: 7, created: new Date(NOW).toISOString() };
const marked = <T extends object>(item: T) => ({ ...item, tags: [markOf('me')] });

const belongs = (title: string) => ({
  type: 'conflict',
  detail: `item 7 belongs to ${title}`,
});
const BELONGS_FAR = belongs('an object of another namespace');
const CONTESTED = {
  type: 'conflict',
  detail:
    'the status of an object of another namespace records item 7 too, and no mark identifies the owner; delete the object that does not own it, which keeps the item',
};
const PART_ELSEWHERE = {
  type: 'waiting',
  for: 'a read of each Rack of another namespace, because item 7 can be a part of it',
  recheckMs: 5_000,
  reason: 'Waiting',
};

/** Builds a pass beside a rack of another namespace that may hold young items as its parts. */
function beside(held: (claims: Claims) => void, scene: Scene = {}) {
  const world = stage({ kinds: [RACK], metadata: { uid: 'me' }, ...scene });
  put(
    world.cluster,
    { kind: 'Rack', namespace: 'other', name: 'rack' },
    { status: { id: 3 }, metadata: { uid: 'rack' } },
  );
  world.claims.take(itemClaim('A', 'Rack', 3), { uid: 'rack', title: 'r', namespace: 'other' });
  held(world.claims);
  return world;
}

describe('an item that is found by the id in the status', () => {
  const nothing = (): void => undefined;
  test.each<[string, (claims: Claims) => void, { id: number }, unknown]>([
    ['is believed', nothing, OLD, null],
    ['is believed where it is claimed', (claims) => void claims.take(ITEM, ME), OLD, null],
    [
      'of another object is not',
      (claims) => void claims.take(ITEM, NEAR),
      OLD,
      belongs(NEAR.title),
    ],
    ['of one elsewhere is not', (claims) => void claims.take(ITEM, FAR), OLD, BELONGS_FAR],
    [
      'of another object is believed by its mark',
      (claims) => void claims.take(ITEM, NEAR),
      marked(OLD),
      null,
    ],
    [
      'of another object that proved it is not, whatever its mark',
      (claims) => void claims.prove(ITEM, NEAR),
      marked(OLD),
      belongs(NEAR.title),
    ],
    [
      'that is a part of what another namespace holds is not',
      (claims) => void claims.take(PART, FAR),
      OLD,
      BELONGS_FAR,
    ],
    [
      'that is a part of what the namespace holds is',
      (claims) => void claims.take(PART, NEAR),
      OLD,
      null,
    ],
    [
      'that a create elsewhere may have made is not',
      (claims) => void claims.take(FRUIT, FAR),
      OLD,
      BELONGS_FAR,
    ],
    [
      'that a create of the namespace may have made is',
      (claims) => void claims.take(FRUIT, NEAR),
      OLD,
      null,
    ],
    [
      'that another object asks for too is not',
      (claims) => {
        claims.take(ITEM, ME);
        claims.dispute(ITEM, 'far');
      },
      OLD,
      CONTESTED,
    ],
    ['that the object itself asks for is', (claims) => claims.dispute(ITEM, 'me'), OLD, null],
    [
      'that another object asks for is believed once it is proven',
      (claims) => {
        claims.prove(ITEM, ME);
        claims.dispute(ITEM, 'far');
        claims.take(PART, FAR);
      },
      OLD,
      null,
    ],
    [
      'that another one has proven goes on being of it',
      (claims) => {
        claims.prove(ITEM, FAR);
        claims.dispute(ITEM, 'me');
      },
      OLD,
      BELONGS_FAR,
    ],
    ['that is young may be a part elsewhere', nothing, NEW, PART_ELSEWHERE],
    ['that is young is believed by its mark', nothing, marked(NEW), null],
  ])('%s', (_, held, item, doubt) => {
    const { pass, claims } = beside(held);
    expect(doubtOf(pass, item)).toEqual(doubt);
    expect(claims.holds('me', ITEM) && claims.isProven(ITEM)).toBe(doubt === null);
  });

  test('is not claimed by an object that only looks', () => {
    const { pass, claims } = beside(nothing, { spec: { policy: { mode: 'Observe' } } });
    expect(doubtOf(pass, marked(OLD))).toBeNull();
    expect([claims.holds('me', ITEM), claims.isProven(ITEM)]).toEqual([false, false]);
  });
});

import { describe, expect, test } from 'vitest';
import { type Scene, stage } from '../../../test/support/stage.ts';
import type { Item } from '../../model/kind.ts';
import { formerPlace, madeElsewhere, placeOf, standsElsewhere } from './former-parent.ts';

/** A kind whose items belong to shelves; its status records the shelf as a weight. */
const KIND: NonNullable<Scene['kind']> = {
  collection: ({ spec }) => `/shelves/${(spec as { shelf?: number }).shelf ?? 1}/gadgets`,
  formerParent: {
    field: 'shelfRef',
    idIn: ({ weight }: { readonly weight?: number }) => weight ?? null,
    within: (desired, shelf) => ({ ...desired, spec: { shelf } }),
  },
};
const passOf = (scene: Scene = {}) => {
  const { pass } = stage({ kind: KIND, ...scene });
  return { ...pass, items: { ...pass.items, path: '/shelves/1/gadgets' } };
};
const INTENT = { uid: 'me', at: 5, account: 'A', key: 'web', marked: true };

describe('the collection where the item was', () => {
  test.each<[string, Scene, string | null]>([
    ['is another one', { status: { weight: 2 } }, '/shelves/2/gadgets'],
    ['is the same', { status: { weight: 1 } }, null],
    ['is not recorded', {}, null],
    ['is the only one of the kind', { kind: {}, status: { weight: 2 } }, null],
  ])('%s', (_, scene, path) => {
    const former = formerPlace(passOf(scene));
    expect(former?.items.path ?? null).toBe(path);
    expect(former?.desired.spec ?? null).toEqual(path === null ? null : { shelf: 2 });
  });
});

describe('the collection that a create was sent to', () => {
  test.each<[string, string, string | null]>([
    ['is another one', '/shelves/2/gadgets', '/shelves/2/gadgets'],
    ['is the same', '/shelves/1/gadgets', null],
    ['is none with numbers that are no ids', '/shelves/2x/gadgets', null],
    ['is none of the kind', '/racks/2/gadgets', null],
    ['is one with a longer number', '/shelves/22/gadgets', '/shelves/22/gadgets'],
    ['is none without a number', '/gadgets', null],
  ])('%s', (_, path, found) => {
    const place = placeOf(passOf(), { ...INTENT, path });
    expect(place?.items.path ?? null).toBe(found);
  });

  test('is not known where a kind has one collection', () => {
    expect(placeOf(passOf({ kind: {} }), { ...INTENT, path: '/shelves/2/gadgets' })).toBeNull();
  });
});

test.each<[string, typeof standsElsewhere, string]>([
  [
    'that stands elsewhere',
    standsElsewhere,
    'item 7 is in /shelves/2/gadgets, and the spec now refers to /shelves/1/gadgets; delete this object, or restore the reference to the parent of the item',
  ],
  [
    'that was made elsewhere',
    madeElsewhere,
    'item 7 in /shelves/2/gadgets belongs to this object, and the spec now refers to /shelves/1/gadgets; delete that item, or restore the reference to its parent',
  ],
])('an item %s is refused at the field that leads there', (_, outcome, detail) => {
  const pass = passOf({ status: { weight: 2 } });
  const item: Item = { id: 7 };
  const former = formerPlace(pass);
  expect(former === null ? null : outcome(pass, former, item)).toEqual({
    type: 'refused',
    field: 'spec.shelfRef',
    detail,
  });
});

import { fc, test as property } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { applyPatch, mergePatch } from './merge-patch.ts';

/** JSON without null: a merge patch cannot write null. */
const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 3 },
    fc.integer(),
    fc.string(),
    fc.boolean(),
    fc.array(fc.integer(), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), tie('tree'), { noNullPrototype: true }),
  ),
}));
/** A request may have the name of an inherited property. */
const map = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'constructor'), tree, {
  noNullPrototype: true,
});

describe('a merge patch', () => {
  property.prop([map, map])('makes the wanted value of what is there', (there, wanted) => {
    expect(applyPatch(there, mergePatch(there, wanted))).toEqual(wanted);
  });
});

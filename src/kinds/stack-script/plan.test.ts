import { expect, test } from 'vitest';
import { CASE_MARK, CASE_NAME } from '../../model/case.ts';
import { describe as line } from '../../model/step.ts';
import { stackScriptCases } from './cases/index.ts';
import { stackScript } from './index.ts';

const example = stackScript.item.parse(stackScriptCases.item);
const planFor = (images: string[], stored: (string | null)[]): readonly string[] =>
  stackScript
    .update(
      { spec: { images }, name: CASE_NAME, mark: CASE_MARK, secrets: {} },
      { item: { ...example, images: stored }, details: {} },
      {},
    )
    .map(line);

test.each<[string, string[], (string | null)[], readonly string[]]>([
  ['the null that a deleted image leaves is no image', ['any/all'], [null, 'any/all'], []],
  ['an image that is named twice is one', ['a/b'], ['a/b', 'a/b'], []],
  [
    'a list of nulls lacks every image',
    ['any/all'],
    [null],
    ['Update (PUT /compute/stackscripts/40) images: [] -> ["any/all"]'],
  ],
])('%s', (_, images, stored, plan) => {
  expect(planFor(images, stored)).toEqual(plan);
});

test.each([
  [true, 'it is public, and the service deletes no public script'],
  [false, null],
])('a script whose is_public is %s is retained because %s', (isPublic, why) => {
  expect(stackScript.undeletable?.({ ...example, is_public: isPublic })).toBe(why);
});

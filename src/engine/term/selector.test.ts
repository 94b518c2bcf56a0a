import { expect, test } from 'vitest';
import { matches, parseSelector } from './selector.ts';

const LABELS = { role: 'web', zone: 'a' };
const expression = (key: string, operator: string, ...values: readonly string[]) => ({
  matchExpressions: [{ key, operator, values }],
});

/** Inherited properties of an object are no labels: Kubernetes allows labels of these names. */
test.each(['constructor', 'toString', 'valueOf', 'hasOwnProperty'])(
  'a label %s is there only where the object has it',
  (key) => {
    expect(matches(parseSelector(expression(key, 'Exists')), LABELS)).toBe(false);
    expect(matches(parseSelector(expression(key, 'DoesNotExist')), LABELS)).toBe(true);
    expect(matches(parseSelector(expression(key, 'NotIn', 'web')), LABELS)).toBe(true);
    expect(matches(parseSelector(expression(key, 'Exists')), { ...LABELS, [key]: 'web' })).toBe(
      true,
    );
  },
);

test.each([
  ['an empty one', {}, true],
  ['labels that are all there', { matchLabels: { role: 'web', zone: 'a' } }, true],
  ['a label with another value', { matchLabels: { role: 'web', zone: 'b' } }, false],
  ['a label that is not there', { matchLabels: { team: 'x' } }, false],
  ['one value of several', expression('role', 'In', 'db', 'web'), true],
  ['none of the values', expression('role', 'In', 'db'), false],
  ['a value of a label that is not there', expression('team', 'In', 'x'), false],
  ['not this value', expression('role', 'NotIn', 'web'), false],
  ['not that value', expression('role', 'NotIn', 'db'), true],
  ['no value of a label that is not there', expression('team', 'NotIn', 'x'), true],
  ['a label whatever its value', expression('role', 'Exists'), true],
  [
    'labels that are there beside an empty list',
    { matchLabels: { role: 'web' }, matchExpressions: [] },
    true,
  ],
  ['an expression without an operator', { matchExpressions: [{ key: 'role' }] }, false],
  [
    'a label that an expression does not name',
    { matchExpressions: [{ operator: 'Exists' }] },
    false,
  ],
  [
    'no value of a list that is not there',
    { matchExpressions: [{ key: 'role', operator: 'NotIn' }] },
    true,
  ],
  ['no such label', expression('role', 'DoesNotExist'), false],
  ['an unknown operator', expression('role', 'Near', 'web'), false],
  [
    'labels and an expression',
    { matchLabels: { role: 'web' }, ...expression('zone', 'In', 'b') },
    false,
  ],
])('a selector of %s', (_name, selector, matching) => {
  expect(matches(parseSelector(selector), LABELS)).toBe(matching);
});

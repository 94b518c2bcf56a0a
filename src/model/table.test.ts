import { expect, test } from 'vitest';
import { entryFor } from './table.ts';

test.for(['toString', 'constructor', '__proto__', 'hasOwnProperty', 'missing'])(
  '%s is no entry of a table that does not name it',
  (word) => {
    expect(entryFor({ active: 'yes' }, word)).toBeUndefined();
  },
);

test('a word that the table names has its entry', () => {
  expect(entryFor({ active: 'yes' }, 'active')).toBe('yes');
});

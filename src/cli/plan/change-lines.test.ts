import { expect, test } from 'vitest';
import { Secret } from '../../model/secret.ts';
import { changeLines } from './change-lines.ts';
import { NO_COLOURS } from './paint.ts';

const rows: readonly [name: string, from: unknown, to: unknown, lines: readonly string[]][] = [
  ['a value that comes', null, 20, ['f: 20']],
  ['a value that changes', 20, 40, ['f: 20 -> 40']],
  ['a value that goes', 'a', null, ['f: a -> null']],
  ['a list that comes', null, ['a', 'b'], ['f: ["a","b"]']],
  ['an empty list that is filled', [], ['a'], ['f: [] -> ["a"]']],
  [
    'a list whose members come and go',
    [{ p: 1 }, { p: 2 }],
    [{ p: 2 }, { p: 3 }],
    ['f:', '  - {"p":1}', '  + {"p":3}'],
  ],
  [
    'a list in another order',
    [1, 2],
    [2, 1],
    ['f:', '  the same members, in another order or number'],
  ],
  ['a Secret', null, new Secret('word'), ['f: "[redacted]"']],
];

test.for(rows)('%s is reported', ([, from, to, lines]) => {
  expect(changeLines({ field: 'f', from, to }, NO_COLOURS)).toEqual(lines);
});

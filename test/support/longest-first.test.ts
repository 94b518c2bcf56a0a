import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { LONGEST, placeOf } from './longest-first.ts';

const ROOT = new URL('../../', import.meta.url);

test('each file that is started first exists', () => {
  expect(LONGEST.filter((name) => !existsSync(new URL(name, ROOT)))).toEqual([]);
  expect(new Set(LONGEST).size).toBe(LONGEST.length);
});

test('the longest files stand in front of all others', () => {
  const [first = '', second = ''] = LONGEST;
  expect([`/x/${first}`, `/x/${second}`, '/x/src/main.test.ts', `/x${first}`].map(placeOf)).toEqual(
    [0, 1, LONGEST.length, LONGEST.length],
  );
});

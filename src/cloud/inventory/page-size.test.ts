import { expect, test } from 'vitest';
import { resized } from './page-size.ts';

const MIB = 2 ** 20;
const before = { pages: 4, sized: true, size: 250 };

test.for([
  [
    'large answers: as many rows as make a good one',
    1_000,
    5 * MIB,
    { pages: 5, sized: true, size: 200 },
  ],
  ['one page of few large rows: fewer', 100, 10 * MIB, { pages: 3, sized: true, size: 40 }],
  ['answers of a good size: as they are', 1_000, 2 * MIB, before],
  ['small answers: more rows', 1_000, MIB / 4, { pages: 2, sized: true, size: 500 }],
  ['nothing there: one page', 0, 100, { pages: 1, sized: true, size: 500 }],
] as const)('%s', ([, rows, largest, then]) =>
  expect(resized(before, rows, largest)).toEqual(then),
);

test('the size stays between the least and the most that the service gives', () => {
  expect(resized({ ...before, size: 30 }, 100, 9 * MIB).size).toBe(25);
  expect(resized({ ...before, size: 500 }, 100, 10)).toEqual({ ...before, size: 500 });
});

test('a service that takes no size is asked from the page where the last reading ended', () => {
  expect(resized({ ...before, sized: false }, 1_000, 5 * MIB).pages).toBe(4);
});

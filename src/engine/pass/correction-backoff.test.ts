import { expect, test } from 'vitest';
import { noteRepeat, pauseBefore, type Repeats } from './correction-backoff.ts';

const SECOND_MS = 1_000;

test('repeated corrections back off exponentially, and the backoff ends after an hour', () => {
  const repeats: Repeats = new Map();
  let now = 0;
  const pauses = [1, 2, 3, 4, 5, 6, 7, 8, 9].map(() => {
    const pause = pauseBefore(repeats, 'Boot', now);
    now += pause;
    noteRepeat(repeats, 'Boot', now);
    return pause / SECOND_MS;
  });
  expect(pauses).toEqual([0, 0, 30, 60, 120, 240, 480, 600, 600]);
  expect(pauseBefore(repeats, 'Boot', now + 3_600_001)).toBe(0);
});

test('corrections of different things do not hold each other up', () => {
  const repeats: Repeats = new Map();
  for (let i = 0; i < 5; i++) noteRepeat(repeats, 'Boot', 0);
  expect(pauseBefore(repeats, 'Tag', 0)).toBe(0);
});

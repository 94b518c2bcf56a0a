import { fc, test as property } from '@fast-check/vitest';
import { expect, test } from 'vitest';
import { backoffMs } from './backoff.ts';

const least = { random: () => 0 };
const most = { random: () => 0.999_999 };

test.each([
  [1, null, 100, 200],
  [2, null, 200, 400],
  [5, null, 1_600, 3_200],
  [7, null, 5_000, 10_000],
  [500, null, 5_000, 10_000],
  [1, 3_000, 3_000, 3_000],
  [500, 3_000, 5_000, 10_000],
  [1, 86_400_000, 60_000, 60_000],
  [0, null, 0, 100],
])('after %d failures, asked for %j: from %d to %d ms', (failures, asked, from, to) => {
  expect(backoffMs(failures, asked, least)).toBe(from);
  expect(backoffMs(failures, asked, most)).toBeCloseTo(to, 0);
});

property.prop([fc.nat({ max: 5_000 }), fc.double({ min: 0, max: 0.999, noNaN: true })])(
  'always waits, never longer than ten seconds',
  (failures, chance) => {
    const ms = backoffMs(failures + 1, null, { random: () => chance });
    expect(ms).toBeGreaterThanOrEqual(100);
    expect(ms).toBeLessThanOrEqual(10_000);
  },
);

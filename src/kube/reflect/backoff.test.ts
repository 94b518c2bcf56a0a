import { fc, test as property } from '@fast-check/vitest';
import { expect, test } from 'vitest';
import { backoffMs } from './backoff.ts';

const least = { random: () => 0 };
const most = { random: () => 0.999_999 };
const away = { code: 'Unreachable', retryAfterMs: null } as const;

test.each([
  [1, away, 100, 200],
  [2, away, 200, 400],
  [5, away, 1_600, 3_200],
  [7, away, 5_000, 10_000],
  [500, away, 5_000, 10_000],
  [500, { code: 'Denied', retryAfterMs: null } as const, 30_000, 60_000],
  [1, { code: 'Unreachable', retryAfterMs: 3_000 } as const, 3_000, 3_000],
  [1, { code: 'Unreachable', retryAfterMs: 86_400_000 } as const, 60_000, 60_000],
  [0, null, 0, 100],
])('after %d failures, %j: from %d to %d ms', (failures, failed, from, to) => {
  expect(backoffMs(failures, failed, least)).toBe(from);
  expect(backoffMs(failures, failed, most)).toBeCloseTo(to, 0);
});

property.prop([fc.nat({ max: 5_000 }), fc.double({ min: 0, max: 0.999, noNaN: true })])(
  'always waits, never longer than a minute',
  (failures, chance) => {
    const ms = backoffMs(failures + 1, away, { random: () => chance });
    expect(ms).toBeGreaterThanOrEqual(100);
    expect(ms).toBeLessThanOrEqual(60_000);
  },
);

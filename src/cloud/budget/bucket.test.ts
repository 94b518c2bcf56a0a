import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Rates } from '../http/answer.ts';
import { type Bucket, createBucket } from './bucket.ts';
import { WINDOW_MS } from './cut.ts';
import { CLASSES, keptFor } from './shares.ts';

const rates = (limit: number, remaining: number, resetInMs: number): Rates => ({
  limit,
  remaining,
  resetInMs,
});
const nothing: Rates = { limit: null, remaining: null, resetInMs: null };
const spend = (bucket: Bucket, count: number, now: number): void => {
  for (let i = 0; i < count; i++) bucket.learn(bucket.grant('user', now), nothing, now);
};

describe('shares', () => {
  test('each class finds what is kept for it, and sweeps get a fifth at most', () => {
    const bucket = createBucket(800);
    expect(CLASSES.map((of) => bucket.room(of, 0))).toEqual([640, 560, 520, 160]);
    spend(bucket, 640, 0);
    expect(CLASSES.map((of) => bucket.room(of, 0))).toEqual([0, 80, 40, 40]);
  });

  test('a small limit is divided too, as far as it goes', () => {
    const bucket = createBucket(10);
    expect(CLASSES.map((of) => bucket.room(of, 0))).toEqual([9, 8, 7, 2]);
    expect(CLASSES.map((of) => createBucket(1).room(of, 0))).toEqual([1, 1, 1, 1]);
  });
});

describe('what the service says', () => {
  test('its limit is the limit', () => {
    const bucket = createBucket(800);
    bucket.learn(bucket.grant('user', 0), rates(10, 9, 30_000), 0);
    expect(bucket.limit(0)).toBe(10);
    expect(bucket.room('user', 0)).toBe(8);
  });

  test('its end of a window gives a new one, though a minute has not passed', () => {
    const bucket = createBucket(10);
    spend(bucket, 8, 0);
    bucket.learn(bucket.grant('user', 0), rates(10, 1, 30_000), 0);
    expect(bucket.room('user', 29_999)).toBe(0);
    expect(bucket.room('user', 30_000)).toBe(9);
  });

  test('what others spent with the same token is gone, for polls before changes', () => {
    const bucket = createBucket(800);
    bucket.learn(bucket.grant('sweep', 0), rates(800, 50, 30_000), 0);
    expect(CLASSES.map((of) => bucket.room(of, 0))).toEqual([50, 50, 40, 39]);
    for (let i = 0; i < 39; i++) bucket.learn(bucket.grant('sweep', 0), nothing, 0);
    expect(CLASSES.map((of) => bucket.room(of, 0))).toEqual([11, 11, 11, 0]);
    expect(bucket.closedUntil('sweep', 0)).toBe(30_000);
    expect(bucket.closedUntil('user', 0)).toBe(0);
    expect(bucket.room('sweep', 30_000)).toBe(160);
  });

  test('answers that overtake each other do not give back what is spent', () => {
    const bucket = createBucket(100);
    const first = bucket.grant('user', 0);
    const second = bucket.grant('user', 0);
    bucket.learn(second, rates(100, 10, 20_000), 10);
    bucket.learn(first, rates(100, 11, 20_000), 20);
    expect(bucket.room('user', 20)).toBe(9);
  });

  test('Retry-After closes for that long', () => {
    const bucket = createBucket(800);
    bucket.slow(bucket.grant('user', 0), 7_000, false, 0);
    expect([bucket.room('user', 6_999), bucket.room('user', 7_000)]).toEqual([0, 639]);
    expect(bucket.closedUntil('user', 0)).toBe(7_000);
    expect(bucket.limit(7_000)).toBe(800);
  });
});

describe('a grant that is given back', () => {
  test('leaves as much room as before, by our count and by the one of the service', () => {
    const bucket = createBucket(10);
    bucket.learn(bucket.grant('user', 0), rates(10, 5, 30_000), 0);
    const before = CLASSES.map((of) => bucket.room(of, 0));
    const granted = bucket.grant('user', 0);
    bucket.learn(bucket.grant('user', 0), rates(10, 4, 30_000), 0);
    bucket.giveBack(granted);
    bucket.giveBack(granted);
    expect(before).toEqual([5, 5, 5, 2]);
    expect(CLASSES.map((of) => bucket.room(of, 0))).toEqual([4, 4, 4, 2]);
  });

  test('changes nothing once its window is over', () => {
    const bucket = createBucket(10);
    const granted = bucket.grant('user', 0);
    const room = bucket.room('user', WINDOW_MS);
    bucket.giveBack(granted);
    expect(bucket.room('user', WINDOW_MS)).toBe(room);
  });
});

describe('a refusal without numbers', () => {
  test('halves the limit, which grows again by a tenth a window', () => {
    const bucket = createBucket(800);
    bucket.slow(bucket.grant('user', 0), 0, true, 0);
    const minutes = [0, 1, 2, 4, 5, 9].map((minute) => bucket.limit(minute * WINDOW_MS));
    expect(minutes).toEqual([400, 480, 560, 720, 800, 800]);
  });

  test('counts once for all that was under way', () => {
    const bucket = createBucket(800);
    const underWay = [bucket.grant('user', 0), bucket.grant('user', 0), bucket.grant('user', 0)];
    for (const grant of underWay) bucket.slow(grant, 0, true, 100);
    expect(bucket.limit(100)).toBe(400);
    bucket.slow(bucket.grant('user', 200), 0, true, 300);
    expect(bucket.limit(300)).toBe(200);
  });

  test('never ends in nothing', () => {
    const bucket = createBucket(800);
    for (let i = 0; i < 50; i++) bucket.slow(bucket.grant('user', i), 0, true, i);
    expect(bucket.limit(50)).toBe(80);
    expect(createBucket(0).limit(0)).toBe(1);
  });
});

test('no window holds more than the limit, and each class has had its share of a full one', () => {
  const ask = fc.record({ of: fc.constantFrom(...CLASSES), afterMs: fc.nat(3_000) });
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 60 }),
      fc.array(ask, { minLength: 20, maxLength: 300 }),
      (limit, asks) => {
        const bucket = createBucket(limit);
        const granted: { readonly at: number; readonly of: (typeof CLASSES)[number] }[] = [];
        let now = 0;
        for (const { of, afterMs } of asks) {
          now += afterMs;
          if (bucket.room(of, now) > 0) {
            bucket.learn(bucket.grant(of, now), nothing, now);
            granted.push({ at: now, of });
          } else {
            const recent = granted.filter(({ at }) => at > now - WINDOW_MS);
            const had = recent.filter((one) => one.of === of).length;
            expect(had).toBeGreaterThanOrEqual(Math.min(keptFor(of, limit), limit));
          }
        }
        for (const { at } of granted) {
          expect(
            granted.filter((one) => one.at > at - WINDOW_MS && one.at <= at).length,
          ).toBeLessThanOrEqual(limit);
        }
      },
    ),
  );
});

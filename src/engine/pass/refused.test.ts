import { describe, expect, test } from 'vitest';
import type { Failure } from '../../model/failure.ts';
import { forgetRefused, noteRefused, type Refused, refusedLately } from './refused.ts';

const MINUTE_MS = 60_000;
const NO: Failure = { code: 'Guarded', detail: 'no' };

/** Simulates a step that is refused each time. @returns the minutes at which it was sent */
function sentIn(minutes: number, others = 0): readonly number[] {
  const refused: Refused = new Map();
  const at: number[] = [];
  for (let minute = 0; minute < minutes; minute++) {
    const now = minute * MINUTE_MS;
    for (let n = 0; n < others; n++)
      noteRefused(refused, `other-${n}`, { at: now, generation: 1, failure: NO });
    if (refusedLately(refused, 'step', { now, hintedAt: 0 }) !== null) continue;
    at.push(minute);
    noteRefused(refused, 'step', { at: now, generation: 1, failure: NO });
  }
  return at;
}

const every = (from: number, to: number): readonly number[] =>
  Array.from({ length: to - from + 1 }, (_, n) => from + n);

describe('a step that is always refused', () => {
  test('is sent in each pass for a quarter of an hour, and half-hourly in the end', () => {
    expect(sentIn(121)).toEqual([...every(0, 15), 30, 60, 90, 120]);
  });

  test('is sent every ten minutes at most where more than ten others are refused too', () => {
    expect(sentIn(91, 11)).toEqual([0, 10, 20, 40, 70]);
  });

  const longAgo = (): Refused =>
    new Map([['step', { since: 0, at: 20 * MINUTE_MS, generation: 1, failure: NO }]]);
  const now = 21 * MINUTE_MS;

  test('is sent at once after an event about its item', () => {
    expect(refusedLately(longAgo(), 'step', { now, hintedAt: now })).toBeNull();
    expect(refusedLately(longAgo(), 'step', { now, hintedAt: 20 * MINUTE_MS })).toBe(NO);
  });

  test.each<readonly [string, number, readonly string[], Failure | null]>([
    ['of another generation is forgotten', 2, ['step'], null],
    ['that the plan names no more is forgotten', 1, ['other'], null],
    ['of this plan is not', 1, ['step'], NO],
  ])('%s', (_, generation, planned, left) => {
    const refused = longAgo();
    forgetRefused(refused, generation, planned);
    expect(refusedLately(refused, 'step', { now, hintedAt: 0 })).toBe(left);
  });

  test('begins again once it was accepted', () => {
    const refused = longAgo();
    noteRefused(refused, 'step', null);
    noteRefused(refused, 'step', { at: now, generation: 1, failure: NO });
    expect(refusedLately(refused, 'step', { now: now + 1, hintedAt: 0 })).toBeNull();
  });
});

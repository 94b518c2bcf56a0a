import { expect, test } from 'vitest';
import type { Outcome } from '../../model/outcome.ts';
import { again } from './requeue.ts';

const waiting: Outcome = { type: 'waiting', for: 'x', recheckMs: 5_000, reason: 'Waiting' };
const NO_JITTER = 0.5;

test.each([
  ['soon at first', waiting, 1, 1_000],
  ['as often as it asked for', waiting, 10, 5_000],
  ['less and less where it may never come', waiting, 36, 14_930],
  ['once a minute in the end', waiting, 200, 60_000],
  ['not more often than it asked for', { ...waiting, recheckMs: 120_000 }, 200, 15_000 * 8],
] as const)('what is waited for is looked at %s', (_name, outcome, attempts, inMs) => {
  expect(again(outcome, undefined, attempts, NO_JITTER)?.inMs).toBe(inMs);
});

test.each([
  ['soon', 1, 1_000],
  ['four times a minute', 20, 15_000],
  ['once a minute where it may never be', 200, 60_000],
] as const)('an item that is not usable is looked at %s', (_name, attempts, inMs) => {
  const health = { ready: false, reason: 'ContactSupport', message: 'the service has a problem with it' };
  expect(again({ type: 'settled' }, health, attempts, NO_JITTER)?.inMs).toBe(inMs);
});

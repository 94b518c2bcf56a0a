import { expect, test } from 'vitest';
import type { Outcome } from '../../model/outcome.ts';
import { endingOf } from './ending.ts';
import { newMemory, noteWrite, remember } from './memory.ts';

const settled: Outcome = { type: 'settled' };
const refused: Outcome = { type: 'refused', field: 'spec.size', detail: 'cannot shrink' };
const drifted: Outcome = { type: 'drifted', fields: ['label'] };
const held: Outcome = { type: 'held', why: 'ConsentRequired', plan: { hash: 'h', steps: [] } };
const waiting: Outcome = { type: 'waiting', for: 'it', recheckMs: 1_000, reason: 'Waiting' };
const acted: Outcome = { type: 'acted', verbs: ['Grow'] };
const busy: Outcome = { type: 'failed', failure: { code: 'Busy', detail: 'busy' } };
const denied: Outcome = { type: 'failed', failure: { code: 'Denied', detail: 'no' } };

test.each([
  [
    'is at rest once a pass settled on a usable item',
    settled,
    { ready: true, acted: false },
    false,
  ],
  ['moves while the item is not usable', settled, { ready: false, acted: false }, true],
  ['is at rest when its drift is only reported', drifted, { ready: true, acted: false }, false],
  ['is at rest when the spec is refused', refused, { ready: true, acted: false }, false],
  ['is at rest when consent is wanted', held, { ready: true, acted: false }, false],
  [
    'moves when something was sent before consent was wanted',
    held,
    { ready: true, acted: true },
    true,
  ],
  ['moves when something was sent before the refusal', refused, { ready: true, acted: true }, true],
  [
    'is not known to rest by a refusal that did not look at it',
    refused,
    { ready: false, acted: false },
    true,
  ],
  ['moves after an action', acted, { ready: true, acted: true }, true],
  ['moves while it is waited for', waiting, { ready: true, acted: false }, true],
  ['moves while it is busy', busy, { ready: false, acted: true }, true],
  ['is not known to rest by a refused read', denied, { ready: false, acted: false }, true],
])('an item that was written to %s', (_name, outcome, look, unsettled) => {
  const memory = newMemory(0);
  noteWrite(memory, 10);
  remember(memory, endingOf(outcome), look, 20);
  expect(memory.unsettled).toBe(unsettled);
});

test('an item at rest moves when a pass waits for it, and not when a listing failed', () => {
  const memory = newMemory(0);
  remember(
    memory,
    endingOf({ type: 'failed', failure: { code: 'Unreachable', detail: '' } }),
    { ready: false, acted: false },
    10,
  );
  expect(memory.unsettled).toBe(false);
  remember(memory, endingOf(waiting), { ready: true, acted: false }, 20);
  expect(memory.unsettled).toBe(true);
});

test('the time to Ready starts with the first pass for a spec', () => {
  const memory = newMemory(1_000);
  expect(remember(memory, endingOf(acted), { ready: false, acted: true }, 2_000)).toBeNull();
  expect(remember(memory, endingOf(settled), { ready: true, acted: false }, 5_000)).toBe(4_000);
  expect(remember(memory, endingOf(settled), { ready: true, acted: false }, 9_000)).toBeNull();
  remember(memory, endingOf(acted), { ready: true, acted: true }, 10_000);
  expect(remember(memory, endingOf(settled), { ready: true, acted: false }, 12_000)).toBe(2_000);
});

test('passes in a row that end alike are counted', () => {
  const memory = newMemory(0);
  const ends = [waiting, waiting, busy, denied, denied].map((outcome) => {
    remember(memory, endingOf(outcome), { ready: false, acted: false }, 0);
    return memory.attempts;
  });
  expect(ends).toEqual([1, 2, 1, 1, 2]);
});

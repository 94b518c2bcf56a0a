import { expect, test } from 'vitest';
import { eventLoopTurns } from './event-loop-turns.ts';

let elapsed = 0;
const now = (): number => elapsed;

/** Passes some milliseconds of work. */
function work(ms: number): void {
  elapsed += ms;
}

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('a turn is over after a slice of work, and a new one begins after a rest', async () => {
  const turns = eventLoopTurns(now);
  const before = turns.isOver();
  work(12);
  const after = turns.isOver();
  await turns.rest();
  expect([before, after, turns.isOver()]).toEqual([false, true, false]);
});

test('time without work is no part of a turn', async () => {
  const turns = eventLoopTurns(now);
  turns.isOver();
  await nextTurn();
  work(12);
  expect(turns.isOver()).toBe(false);
});

test('those who rest go on one a turn, in the order of their coming, and who comes meanwhile is behind them', async () => {
  const turns = eventLoopTurns(now);
  const went: number[] = [];
  for (let i = 0; i < 5; i++) void turns.rest().then(() => went.push(i));
  const seen: string[] = [];
  for (let i = 0; i < 7 && went.length < 5; i++) {
    seen.push(`${turns.isOver()} ${went.length}`);
    await nextTurn();
  }
  expect(went).toEqual([0, 1, 2, 3, 4]);
  expect(seen).toEqual(['true 0', 'true 1', 'true 2', 'true 3', 'true 4']);
});

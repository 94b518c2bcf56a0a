import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { watchBlocks } from './event-loop-blocks.ts';

/** Blocks the event loop for some milliseconds. */
function work(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

test('a block in progress at a read is reported by the next read', async () => {
  const blocks = watchBlocks();
  const began = performance.now();
  work(20);
  blocks.take();
  work(40);
  const tookMs = performance.now() - began;
  // Timers run before a turn, not after it.
  await turn();
  await turn();
  const told = blocks.take();
  expect(told).toBeGreaterThan(20);
  expect(told).toBeLessThanOrEqual(tookMs);
});

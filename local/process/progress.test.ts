import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createProgress, formatElapsed } from './progress.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Returns the output of a task of 31 seconds that counts to 812 after ten. */
async function written(isTTY: boolean): Promise<string> {
  let text = '';
  const progress = createProgress({ isTTY, write: (part) => (text += part) });
  const task = progress.task('building etcd (1 of 3)', async (detail) => {
    await new Promise((resolve) => setTimeout(resolve, 10_000));
    detail('812 packages');
    await new Promise((resolve) => setTimeout(resolve, 21_000));
  });
  await vi.advanceTimersByTimeAsync(31_000);
  await task;
  return text;
}

test('a plain stream gets a sign of life every 15 seconds, each on its own line', async () => {
  expect((await written(false)).split('\n')).toEqual([
    'building etcd (1 of 3) · 0:00',
    'building etcd (1 of 3) · 0:15 · 812 packages',
    'building etcd (1 of 3) · 0:30 · 812 packages',
    'building etcd (1 of 3) · 0:31 · 812 packages',
    '',
  ]);
});

test('a terminal gets one line that is written over every second', async () => {
  const text = await written(true);
  expect(text.split('\n')).toHaveLength(2);
  expect(text.split('\r\u001B[2K').filter((part) => part !== '')).toHaveLength(32);
  expect(text.endsWith('building etcd (1 of 3) · 0:31 · 812 packages\n')).toBe(true);
});

test('a task that fails stops its signs of life and passes the failure on', async () => {
  const progress = createProgress({ write: () => true });
  await expect(progress.task('x', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(vi.getTimerCount()).toBe(0);
});

test.each([
  [0, '0:00'],
  [7_999, '0:07'],
  [195_000, '3:15'],
  [3_600_000, '60:00'],
])('%i ms read as %s', (ms, text) => {
  expect(formatElapsed(ms)).toBe(text);
});

import { expect, test } from 'vitest';
import { SLICE_MS, Slice } from './time-slice.ts';

/** Builds a slice with a manual clock. */
function rig() {
  let now = 1_000;
  const slice = new Slice({ now: () => now, elapsed: () => now });
  const pass = (ms: number): void => {
    now += ms;
  };
  return { slice, pass };
}

test('a slice is over once its time is up, and a turn begins another one', () => {
  const { slice, pass } = rig();
  pass(SLICE_MS - 1);
  expect(slice.isOver()).toBe(false);
  pass(1);
  expect(slice.isOver()).toBe(true);
  slice.begin();
  expect(slice.isOver()).toBe(false);
});

test('a rest ends with the alarm, which is set for now, and begins another slice', async () => {
  const { slice, pass } = rig();
  pass(SLICE_MS);
  const set: (number | undefined)[] = [];
  await slice.rest((ring) => ({
    set: (at) => {
      set.push(at);
      pass(5);
      ring();
    },
  }));
  expect([set, slice.isOver()]).toEqual([[1_010], false]);
  pass(SLICE_MS);
  expect(slice.isOver()).toBe(true);
});

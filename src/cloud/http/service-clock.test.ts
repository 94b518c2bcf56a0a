import { expect, test } from 'vitest';
import { createServiceClock } from './service-clock.ts';

const NOON = Date.UTC(2026, 0, 1, 12, 0, 0);
const date = (ms: number) => ({ date: new Date(ms).toUTCString() });

function clocks() {
  const local = { wall: 5_000, steady: 100 };
  const clock = createServiceClock({ now: () => local.wall, elapsed: () => local.steady });
  return { local, clock };
}

test('the time is that of this machine until an answer shows another', () => {
  const { clock } = clocks();
  expect(clock.now()).toBe(5_000);
  clock.observe({});
  clock.observe({ date: 'some day' });
  expect(clock.now()).toBe(5_000);
});

test('the time goes on from an answer, whatever is done to the clock of this machine', () => {
  const { local, clock } = clocks();
  clock.observe(date(NOON));
  local.steady += 1_500;
  local.wall += 86_400_000;
  expect(clock.now()).toBe(NOON + 1_500);
});

test('an answer that was long on its way does not set the time back, unless the last good one is old', () => {
  const { local, clock } = clocks();
  clock.observe(date(NOON));
  local.steady += 20_000;
  clock.observe(date(NOON + 1_000));
  expect(clock.now()).toBe(NOON + 20_000);
  local.steady += 300_000;
  clock.observe(date(NOON + 310_000));
  expect(clock.now()).toBe(NOON + 310_000);
});

test('the time is in whole milliseconds, whatever the steady clock counts in', () => {
  const { local, clock } = clocks();
  clock.observe(date(NOON));
  local.steady += 1_500.25;
  expect(clock.now()).toBe(NOON + 1_500);
});

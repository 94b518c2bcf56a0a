import { expect, test } from 'vitest';
import { settled, virtualTime } from '../../../test/support/cloud/virtual-time.ts';
import type { BudgetClass } from '../../engine/ports/cloud.ts';
import { createBudget, type RateFeedback } from './budget.ts';
import { createGovernor, type Leave } from './governor.ts';

const quick: RateFeedback = {
  limit: null,
  remaining: null,
  resetInMs: null,
  slows: null,
  retryAfterMs: null,
};

function started(perMinute: number, concurrency = 16) {
  const time = virtualTime();
  const governor = createGovernor(
    createBudget({ perMinute, concurrency, weightOf: () => 1 }),
    time,
  );
  const log: string[] = [];
  const leaves: Leave[] = [];
  const waitFor = async (name: string, of: BudgetClass, patienceMs: number): Promise<void> => {
    const leave = await governor.admit(
      { cause: () => ({ class: of, namespace: 'a' }), route: 'GET /volumes' },
      patienceMs,
    );
    if (leave.ok) leaves.push(leave.value);
    log.push(`${name} ${leave.ok ? 'goes' : leave.failure.code} at ${time.elapsed()}`);
  };
  const ask = (name: string, of: BudgetClass = 'user', patienceMs = 5_000): void => {
    void waitFor(name, of, patienceMs);
  };
  return { time, governor, log, leaves, ask };
}

test('a request goes at once while there is room, and the next when an answer frees a place', async () => {
  const { log, leaves, ask } = started(800, 1);
  ask('first');
  ask('second');
  await settled();
  expect(log).toEqual(['first goes at 0']);
  leaves[0]?.answered(quick);
  await settled();
  expect(log).toEqual(['first goes at 0', 'second goes at 0']);
});

test('a request that is not sent after all gives its place and its room to the next', async () => {
  const { time, log, leaves, ask } = started(2, 1);
  for (const name of ['first', 'second', 'third']) ask(name);
  await settled();
  for (const index of [0, 1]) {
    leaves[index]?.giveBack();
    await settled();
  }
  expect(log).toEqual(['first goes at 0', 'second goes at 0', 'third goes at 0']);
  expect(time.elapsed()).toBe(0);
});

test('what is asked to wait goes when the wait is over, without anybody asking again', async () => {
  const { time, log, leaves, ask } = started(800);
  ask('first');
  await settled();
  leaves[0]?.answered({ ...quick, slows: 'route', retryAfterMs: 3_000 });
  ask('second');
  await time.advance(2_999);
  expect(log).toEqual(['first goes at 0']);
  await time.advance(1);
  expect(log).toEqual(['first goes at 0', 'second goes at 3000']);
});

test('a request that would wait too long returns at once, with the required time', async () => {
  const { time, governor, leaves, ask } = started(800);
  ask('first');
  await settled();
  leaves[0]?.answered({ ...quick, slows: 'route', retryAfterMs: 30_000 });
  const second = governor.admit(
    { cause: () => ({ class: 'user', namespace: 'a' }), route: 'GET /volumes' },
    5_000,
  );
  expect(await second).toEqual({
    ok: false,
    failure: {
      code: 'Throttled',
      detail: 'the request budget of this token is spent',
      retryAfterMs: 30_000,
      isUnsent: true,
    },
  });
  expect(time.elapsed()).toBe(0);
});

test('a request waits for the next minute only if its patience allows it', async () => {
  const { time, log, leaves, ask } = started(4);
  for (const name of ['a', 'b', 'c', 'd']) ask(name);
  await settled();
  for (const leave of leaves) leave.answered(quick);
  ask('patient', 'user', 60_000);
  ask('impatient', 'user', 20_000);
  await time.advance(60_000);
  expect(log.slice(4)).toEqual(['impatient Throttled at 0', 'patient goes at 60000']);
  expect(time.pending()).toBe(0);
});

test('after the close, no request is sent', async () => {
  const { time, governor, log, leaves, ask } = started(800, 1);
  ask('first');
  ask('second');
  await settled();
  governor.close();
  ask('third');
  leaves[0]?.answered(quick);
  await settled();
  expect(log).toEqual(['first goes at 0', 'second Fenced at 0', 'third Fenced at 0']);
  expect(time.pending()).toBe(0);
});

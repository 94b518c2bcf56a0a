import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { BudgetClass } from '../../engine/ports/cloud.ts';
import type { Admitted } from './admission.ts';
import { type Budget, createBudget, type RateFeedback } from './budget.ts';
import type { Ask } from './queue.ts';
import { CLASSES, keptFor } from './shares.ts';

const settings = { perMinute: 800, concurrency: 16, weightOf: () => 1 };
const askFor = (of: BudgetClass, namespace = 'a', route = 'GET /volumes', until = 1e9): Ask => ({
  cause: () => ({ class: of, namespace }),
  route,
  until,
});
const fine: RateFeedback = {
  limit: null,
  remaining: null,
  resetInMs: null,
  slows: null,
  retryAfterMs: null,
};
const names = (admitted: readonly Admitted[]): readonly string[] =>
  admitted.map(({ ask }) => `${ask.cause().class} ${ask.cause().namespace}`);

/** Admits everything that may be sent now, each answered at once. */
const drain = (
  budget: Budget,
  now: number,
  feedback: RateFeedback | null = fine,
): readonly Admitted[] => {
  const all: Admitted[] = [];
  for (
    let { admitted } = budget.take(now);
    admitted.length > 0;
    admitted = budget.take(now).admitted
  ) {
    for (const one of admitted) budget.answer(one, feedback, now);
    all.push(...admitted);
  }
  return all;
};

describe('who goes first', () => {
  test('the more urgent class, in any order of arrival', () => {
    const budget = createBudget(settings);
    for (const of of CLASSES.toReversed()) budget.offer(askFor(of));
    expect(names(drain(budget, 0))).toEqual(['user a', 'completion a', 'confirm a', 'sweep a']);
  });

  test('namespaces in turn, however many each of them wants', () => {
    const budget = createBudget({ ...settings, concurrency: 6 });
    for (let i = 0; i < 50; i++) budget.offer(askFor('user', 'big'));
    budget.offer(askFor('user', 'small'));
    budget.offer(askFor('user', 'small'));
    expect(names(budget.take(0).admitted)).toEqual([
      'user big',
      'user small',
      'user big',
      'user small',
      'user big',
      'user big',
    ]);
  });

  test('by weight, where namespaces have one', () => {
    const budget = createBudget({
      ...settings,
      concurrency: 80,
      weightOf: (namespace) => (namespace === 'b' ? 3 : 1),
    });
    for (let i = 0; i < 100; i++)
      for (const namespace of ['a', 'b']) budget.offer(askFor('user', namespace));
    const first = names(budget.take(0).admitted);
    expect(first.filter((name) => name === 'user b')).toHaveLength(60);
  });

  test('an idle class saves no requests', () => {
    const budget = createBudget({ ...settings, concurrency: 4 });
    for (let i = 0; i < 20; i++) budget.offer(askFor('user', 'a'));
    drain(budget, 0);
    for (let i = 0; i < 4; i++) budget.offer(askFor('user', 'a'));
    for (let i = 0; i < 4; i++) budget.offer(askFor('user', 'b'));
    expect(names(budget.take(1).admitted).toSorted()).toEqual([
      'user a',
      'user a',
      'user b',
      'user b',
    ]);
  });

  test('the cause may change while it waits', () => {
    const budget = createBudget({ ...settings, concurrency: 1 });
    let of: BudgetClass = 'sweep';
    budget.offer({
      cause: () => ({ class: of, namespace: 'late' }),
      route: 'GET /volumes',
      until: 1e9,
    });
    budget.offer(askFor('confirm'));
    of = 'user';
    expect(names(budget.take(0).admitted)).toEqual(['user late']);
  });
});

describe('how many go', () => {
  test('places are kept for users', () => {
    const budget = createBudget(settings);
    for (let i = 0; i < 50; i++) budget.offer(askFor('completion'));
    expect(budget.take(0).admitted).toHaveLength(12);
    for (let i = 0; i < 50; i++) budget.offer(askFor('user'));
    expect(budget.take(0).admitted).toHaveLength(4);
  });

  test('an exhausted route delays no other route', () => {
    const budget = createBudget({ ...settings, concurrency: 100 });
    for (let i = 0; i < 20; i++) budget.offer(askFor('user', 'a', 'POST /volumes'));
    const [first] = budget.take(0).admitted;
    if (first === undefined) throw new Error('one was to go');
    budget.answer(first, { ...fine, limit: 10, remaining: 0, resetInMs: 30_000 }, 0);
    budget.offer(askFor('user', 'a', 'POST /volumes', 20_000));
    budget.offer(askFor('sweep', 'a', 'GET /volumes'));
    const { admitted, refused } = budget.take(1);
    expect(names(admitted)).toEqual(['sweep a']);
    expect(refused.map(({ waitMs }) => waitMs)).toEqual([29_999]);
  });

  test('a refusal closes its route, an outage of the service all of the token', () => {
    const budget = createBudget(settings);
    const applyFeedback = (feedback: RateFeedback, now: number): void => {
      budget.offer(askFor('user'));
      const [one] = budget.take(now).admitted;
      if (one !== undefined) budget.answer(one, feedback, now);
    };
    applyFeedback(
      {
        ...fine,
        limit: 800,
        remaining: 700,
        resetInMs: 30_000,
        slows: 'route',
        retryAfterMs: 5_000,
      },
      0,
    );
    budget.offer(askFor('user', 'other', 'GET /images'));
    expect(names(drain(budget, 1))).toEqual(['user other']);
    expect(budget.limit(1)).toBe(800);
    applyFeedback({ ...fine, slows: 'token', retryAfterMs: 3_000 }, 5_001);
    budget.offer(askFor('user', 'other', 'GET /images'));
    expect([drain(budget, 8_000).length, drain(budget, 8_001).length]).toEqual([0, 1]);
  });

  test('a refusal without numbers makes the whole token ask for less', () => {
    const budget = createBudget(settings);
    budget.offer(askFor('user'));
    drain(budget, 0, { ...fine, slows: 'route' });
    expect(budget.limit(0)).toBe(400);
    expect(budget.sweepsPerMinute(0)).toBe(80);
  });

  test('without an answer the place is free again', () => {
    const budget = createBudget({ ...settings, concurrency: 1 });
    budget.offer(askFor('user'));
    budget.offer(askFor('user'));
    expect(drain(budget, 0, null)).toHaveLength(2);
  });
});

test('a request that waited too long is refused, with the time to retry', () => {
  const budget = createBudget({ ...settings, concurrency: 1 });
  budget.offer(askFor('user'));
  budget.take(0);
  budget.offer(askFor('user', 'late', 'GET /volumes', 5_000));
  expect(budget.take(4_999).refused).toEqual([]);
  expect(budget.nextAt(4_999)).toBe(5_000);
  expect(budget.take(5_000).refused).toMatchObject([{ waitMs: 1_000 }]);
  expect(budget.waiting()).toBe(0);
});

/** Simulates a service with fixed windows that announces their remainders. */
const windows = (limit: number, lengthMs: number) => {
  let startedAt = 0;
  let used = 0;
  return (now: number): RateFeedback & { readonly isOver: boolean } => {
    if (now >= startedAt + lengthMs) {
      startedAt += Math.floor((now - startedAt) / lengthMs) * lengthMs;
      used = 0;
    }
    used += 1;
    const left = {
      limit,
      remaining: Math.max(0, limit - used),
      resetInMs: startedAt + lengthMs - now,
    };
    return used > limit
      ? { ...left, slows: 'route', retryAfterMs: left.resetInMs, isOver: true }
      : { ...fine, ...left, isOver: false };
  };
};

interface Load {
  readonly limit: number;
  readonly lengthMs: number;
  readonly latencyMs: number;
  readonly startMs: number;
}
const MINUTES = 3;

/** Runs some minutes under permanent overload. */
function saturate({ limit, lengthMs, latencyMs, startMs }: Load) {
  const budget = createBudget({ ...settings, perMinute: 1_000 });
  const service = windows(limit, lengthMs);
  const waiting = { user: 0, completion: 0, confirm: 0, sweep: 0 };
  const went = { user: 0, completion: 0, confirm: 0, sweep: 0 };
  let underWay: readonly {
    readonly one: Admitted;
    readonly feedback: RateFeedback;
    readonly endsAt: number;
  }[] = [];
  let over = 0;
  for (let now = startMs; now < startMs + MINUTES * 60_000; now += 100) {
    for (const { one, feedback } of underWay.filter(({ endsAt }) => endsAt <= now))
      budget.answer(one, feedback, now);
    underWay = underWay.filter(({ endsAt }) => endsAt > now);
    for (const of of CLASSES) for (; waiting[of] < 10; waiting[of]++) budget.offer(askFor(of));
    const { admitted, refused } = budget.take(now);
    for (const { ask } of [...admitted, ...refused]) waiting[ask.cause().class] -= 1;
    for (const one of admitted) {
      const feedback = service(now);
      if (feedback.isOver) over += 1;
      else went[one.ask.cause().class] += 1;
      underWay = [...underWay, { one, feedback, endsAt: now + latencyMs }];
    }
  }
  return { over, went, total: went.user + went.completion + went.confirm + went.sweep };
}

test('under any load the limit of the service is kept, used, and divided', () => {
  const load = fc.record({
    limit: fc.integer({ min: 5, max: 150 }),
    lengthMs: fc.integer({ min: 10, max: 60 }).map((seconds) => seconds * 1000),
    latencyMs: fc.integer({ min: 1, max: 900 }),
    startMs: fc.nat(60_000),
  });
  fc.assert(
    fc.property(load, (given) => {
      const { limit, lengthMs } = given;
      const { over, went, total } = saturate(given);
      const wholeWindows = Math.floor((MINUTES * 60_000) / lengthMs) - 1;
      expect(over).toBeLessThanOrEqual(settings.concurrency);
      expect(total).toBeGreaterThanOrEqual(0.7 * limit * wholeWindows);
      for (const of of CLASSES)
        expect(went[of]).toBeGreaterThanOrEqual(keptFor(of, limit) * (wholeWindows - 1));
      expect(went.sweep).toBeLessThanOrEqual(Math.max(1, 0.2 * limit) * (wholeWindows + 2));
    }),
    { numRuns: 20 },
  );
});

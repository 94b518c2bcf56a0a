import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Schedule, type Urgency } from './schedule.ts';

const drain = (schedule: Schedule, now: number): string[] => {
  const keys: string[] = [];
  for (let due = schedule.take(now); due !== undefined; due = schedule.take(now))
    keys.push(due.key);
  return keys;
};

describe('a schedule', () => {
  test('gives out what is due, the most urgent first, then the longest due', () => {
    const schedule = new Schedule();
    schedule.add('sweep', 0, 'sweep');
    schedule.add('late', 20, 'user');
    schedule.add('repair', 5, 'repair');
    schedule.add('early', 10, 'user');
    schedule.add('future', 1_000, 'user');
    expect(drain(schedule, 30)).toEqual(['early', 'late', 'repair', 'sweep']);
    expect(schedule.nextAt()).toBe(1_000);
  });

  test.each<Urgency>(['user', 'completion', 'repair', 'sweep'])(
    'gives out the longest due first among those of the class %s',
    (urgency) => {
      const schedule = new Schedule();
      for (const at of [30, 10, 40, 20]) schedule.add(`at ${at}`, at, urgency);
      expect(schedule.nextAt()).toBe(10);
      expect(drain(schedule, 50)).toEqual(['at 10', 'at 20', 'at 30', 'at 40']);
    },
  );

  test('says when the next key can be taken, due ones of whichever class too', () => {
    const schedule = new Schedule();
    schedule.add('a', 0, 'user');
    schedule.add('b', 2, 'sweep');
    schedule.add('c', 1, 'repair');
    schedule.add('d', 100, 'user');
    schedule.take(5);
    expect(schedule.nextAt()).toBe(1);
    schedule.take(5);
    schedule.take(5);
    expect(schedule.nextAt()).toBe(100);
  });

  test('counts the keys that are due and not taken', () => {
    const schedule = new Schedule();
    for (const at of [0, 10, 20]) schedule.add(`at ${at}`, at, 'sweep');
    expect([9, 10, 30].map((now) => schedule.depth(now))).toEqual([1, 2, 3]);
    schedule.take(10);
    expect(schedule.depth(30)).toBe(2);
  });

  test('keeps the class of a key that is asked for with one that is less urgent', () => {
    const schedule = new Schedule();
    schedule.add('a', 0, 'user');
    schedule.add('a', 0, 'sweep');
    expect(schedule.take(0)?.urgency).toBe('user');
  });

  test('of two classes that age has made equal the more urgent goes first', () => {
    const schedule = new Schedule();
    schedule.add('repair', 0, 'repair');
    schedule.add('wish', 10_000, 'user');
    expect(drain(schedule, 10_000)).toEqual(['wish', 'repair']);
  });

  test('merges what is asked for one key: the earliest time, the most urgent class', () => {
    const schedule = new Schedule();
    schedule.add('a', 100, 'sweep');
    schedule.add('a', 50, 'repair');
    schedule.add('a', 70, 'user');
    expect(schedule.take(49)).toBeUndefined();
    expect(schedule.take(50)).toEqual({ key: 'a', urgency: 'user', waitedMs: 0 });
    expect(schedule.take(1_000)).toBeUndefined();
  });

  test('keeps what is asked while a key is worked on, until it is done', () => {
    const schedule = new Schedule();
    schedule.add('a', 0, 'user');
    schedule.take(0);
    schedule.add('a', 1, 'repair');
    expect(schedule.take(10)).toBeUndefined();
    schedule.done('a');
    expect(schedule.take(10)?.urgency).toBe('repair');
  });

  test('lets an old repair overtake a new edit of a user', () => {
    const schedule = new Schedule();
    schedule.add('old', 0, 'repair');
    schedule.add('new', 60_000, 'user');
    expect(schedule.take(60_000)?.key).toBe('old');
  });

  test('forgets a key whose object is gone', () => {
    const schedule = new Schedule();
    schedule.add('a', 0, 'user');
    schedule.forget('a');
    expect(schedule.take(10)).toBeUndefined();
    expect(schedule.nextAt()).toBeUndefined();
  });
});

test('keeps few entries that no longer count, however often a key is asked for earlier or more urgently', () => {
  const schedule = new Schedule();
  const keys = Array.from({ length: 100 }, (_, i) => `key ${i}`);
  for (let round = 1_000; round > 0; round--)
    for (const key of keys) schedule.add(key, round * 1_000, 'sweep');
  expect(schedule.size).toBeLessThan(300);
  expect(schedule.nextAt()).toBe(1_000);
  expect(drain(schedule, 1_000).sort()).toEqual(keys.toSorted());
});

test('whatever is asked, each key comes out exactly once, not before its earliest time, and never while it is active', () => {
  const ask = fc.tuple(
    fc.constantFrom('a', 'b', 'c', 'd'),
    fc.nat(100),
    fc.constantFrom<Urgency[]>('user', 'completion', 'repair', 'sweep'),
  );
  fc.assert(
    fc.property(fc.array(ask, { maxLength: 40 }), fc.nat(120), (asks, now) => {
      const schedule = new Schedule();
      const earliest = new Map<string, number>();
      for (const [key, at, urgency] of asks) {
        schedule.add(key, at, urgency);
        earliest.set(key, Math.min(at, earliest.get(key) ?? at));
      }
      const due = [...earliest].filter(([, at]) => at <= now).map(([key]) => key);
      expect(drain(schedule, now).sort()).toEqual(due.sort());
      expect(schedule.active).toBe(due.length);
      expect(schedule.nextAt()).toBe(
        [...earliest.values()].filter((at) => at > now).sort((a, b) => a - b)[0],
      );
    }),
  );
});

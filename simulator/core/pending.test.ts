import { fc, test } from '@fast-check/vitest';
import { expect } from 'vitest';
import { advance, nextDue, schedule } from './pending.ts';
import { drawWithin, type Range } from './random.ts';
import { planOf } from './route.ts';
import type { Turn } from './turn.ts';
import { emptyWorld } from './world.ts';

interface Rung {
  readonly at: number;
  readonly name: number;
}

/** Builds a world with alarms that record their times. */
const bells = (speed: number) => {
  const rung: Rung[] = [];
  const bell = {
    ring: ({ now }: Turn, { name }: { readonly name: number }) => void rung.push({ at: now, name }),
  };
  const plan = planOf([{ routes: [], alarms: { bell } }]);
  const world = emptyWorld({ seed: 1, dialect: 'recorded', speed, limits: 'off', origin: '' });
  return { rung, plan, world, turn: { world, now: 0, actor: null, plan } };
};

test.prop([fc.array(fc.nat(50), { maxLength: 40 }), fc.nat(60)])(
  'what is due rings in order, at its own instant, first come first',
  (delays, until) => {
    const { rung, plan, world, turn } = bells(1);
    for (const [name, seconds] of delays.entries()) schedule(turn, 'bell', seconds, { name });
    advance(world, until * 1000, plan);
    const due = delays
      .map((seconds, name) => ({ at: seconds * 1000, name }))
      .filter(({ at }) => at <= until * 1000);
    expect(rung).toEqual(due.toSorted((a, b) => a.at - b.at || a.name - b.name));
    expect(world.pending.length).toBe(delays.length - due.length);
  },
);

test('speed divides the seconds', () => {
  const { turn, world } = bells(60);
  schedule(turn, 'bell', 30, { name: 1 });
  expect(nextDue(world)).toBe(500);
});

test('an unknown alarm is a bug', () => {
  const { turn, world, plan } = bells(1);
  schedule(turn, 'gong', 0, {});
  expect(() => advance(world, 0, plan)).toThrow('gong');
});

test.prop([fc.integer(), fc.integer({ min: 0, max: 50 }), fc.nat(50)])(
  'draws are within their range, and the same for a seed',
  (seed, min, width) => {
    const range: Range = [min, min + width];
    const draws = () => {
      const world = emptyWorld({ seed, dialect: 'recorded', speed: 1, limits: 'off', origin: '' });
      return Array.from({ length: 20 }, () => drawWithin(world, range));
    };
    expect(draws()).toEqual(draws());
    expect(draws().every((value) => value >= min && value <= min + width)).toBe(true);
  },
);

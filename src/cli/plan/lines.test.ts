import { expect, test } from 'vitest';
import { call, refuse, wait } from '../../model/step.ts';
import type { Forecast } from './forecast.ts';
import { planLines } from './lines.ts';
import { COLOURS, NO_COLOURS } from './paint.ts';
import type { Planned } from './plan-all.ts';
import { problemLine } from './problem.ts';

const FORGED = 'x\nPlan: nothing to do.\n\u001b[8m\u001b[2J\u202e\u2028';
const STEPS = [
  call('Resize', { method: 'PUT', path: '/x' }, [{ field: FORGED, from: FORGED, to: [FORGED] }], {
    effect: 'destroys',
    loses: FORGED,
  }),
  wait(FORGED),
  refuse(FORGED, FORGED),
];
const forecast: Forecast = {
  id: 7,
  steps: STEPS,
  hash: 'ab12',
  approval: null,
  asking: [],
  adopting: false,
  later: { [FORGED]: FORGED },
  reported: [{ field: FORGED, from: [FORGED], to: ['a'] }],
  missing: [FORGED],
  verdict: { synced: false, reason: 'Refused', message: FORGED, activity: 'Stalled' },
  failed: false,
  recognised: false,
  fenceUnknown: false,
  lost: 3,
  face: {},
};
const name = { kind: 'Volume', namespace: FORGED, name: FORGED };
const planned = (id: number | null, steps: Forecast['steps']): Planned =>
  ({
    manifest: { name, file: FORGED },
    forecast: { ...forecast, id, steps },
  }) as unknown as Planned;
const PLANNED = [planned(7, STEPS), planned(null, STEPS), planned(7, [])];

test('each fact stays on its line, whatever names, messages and values hold', () => {
  const lines = planLines(PLANNED, NO_COLOURS);
  expect(lines.length).toBeGreaterThan(15);
  expect(lines.filter((line) => /[\p{Cc}\u202e\u2028]/u.test(line))).toEqual([]);
});

const OURS = new RegExp(String.raw`\x1b\[(0|1|2|31|32|33)m`, 'g');

test('only our own colours steer a terminal', () => {
  const lines = planLines(PLANNED, COLOURS).map((line) => line.replaceAll(OURS, ''));
  expect(lines.filter((line) => /\p{Cc}/u.test(line))).toEqual([]);
});

test('a problem is one line', () => {
  expect(problemLine({ where: FORGED, path: FORGED, reason: FORGED })).not.toMatch(/\p{Cc}/u);
});

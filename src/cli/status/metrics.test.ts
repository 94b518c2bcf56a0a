import { expect, test } from 'vitest';
import { createMetrics } from '../../telemetry/metrics.ts';
import { SERIES, vitalsIn } from './metrics.ts';

const fresh = () => createMetrics({ version: '0', kinds: [] });

test('reads the metrics of the operator', async () => {
  const metrics = fresh();
  metrics.leader.set({ name: 'x' }, 1);
  for (const [account, left] of [
    ['a"b\\', 12],
    ['c', 34],
  ] as const) {
    metrics.budgetLimit.set({ account, budget: '1' }, 800);
    metrics.budgetRemaining.set({ account, budget: '1' }, left);
    metrics.budgetWaiting.set({ account, budget: '1' }, 2);
  }
  metrics.observationAge.set({ account: 'c', route: '/volumes' }, 3.5);
  metrics.observationAge.set({ account: 'c', route: '/domains' }, 40);
  metrics.credentials.set({ state: 'accepted' }, 2);
  metrics.credentials.set({ state: 'refused' }, 1);
  expect(vitalsIn((await metrics.text()).text)).toEqual({
    leads: true,
    budgets: [
      { account: 'a"b\\', limit: 800, remaining: 12, waiting: 2 },
      { account: 'c', limit: 800, remaining: 34, waiting: 2 },
    ],
    observations: [
      { account: 'c', route: '/domains', ageSeconds: 40 },
      { account: 'c', route: '/volumes', ageSeconds: 3.5 },
    ],
    refusedCredentials: 1,
  });
});

test.each(['', '<html>', 'name{', '# HELP x y\nx 1 2'])(
  'reads no values from metrics without them: %j',
  (text) => {
    expect(vitalsIn(text)).toEqual({
      leads: false,
      budgets: [],
      observations: [],
      refusedCredentials: 0,
    });
  },
);

test('reads series that there are', () => {
  const names = fresh().definitions.map(({ name }) => name);
  for (const name of Object.values(SERIES)) expect(names).toContain(name);
});

import { expect, test } from 'vitest';
import { playAll } from '../../../test/support/simulator/case.ts';
import { fresh, running } from '../../../test/support/simulator/givens.ts';
import { openStage } from '../../../test/support/simulator/stage.ts';

const one = (id: number): string => `/compute/instances/${id}`;

playAll([
  {
    name: 'fresh instances have no statistics',
    given: fresh,
    call: (id) => ['GET', `${one(id)}/stats`],
    status: 400,
    problems: ['Stats are unavailable at this time.'],
  },
  {
    name: 'statistics are wrapped',
    given: running,
    call: (id) => ['GET', `${one(id)}/stats`],
    has: {
      title: 'compute.example - compute46000001 (compute46000001) - day (5 min avg)',
      data: { io: { swap: expect.any(Array) } },
    },
  },
  {
    name: 'statistics are flat',
    dialect: 'documents',
    given: running,
    call: (id) => ['GET', `${one(id)}/stats`],
    has: { cpu: expect.any(Array), netv6: { private_out: expect.any(Array) } },
  },
  {
    name: 'a month before the creation is empty',
    given: running,
    call: (id) => ['GET', `${one(id)}/stats/2018/1`],
    has: { title: '', data: { cpu: [] } },
  },
  {
    name: 'a month to come is refused',
    given: running,
    call: (id) => ['GET', `${one(id)}/stats/2023/7`],
    status: 400,
    problems: ['month: Must be in the past or the current month'],
  },
  {
    name: 'there is no thirteenth month',
    given: running,
    call: (id) => ['GET', `${one(id)}/stats/2023/13`],
    status: 400,
    problems: ['month: Must be 1-12'],
  },
  {
    name: 'a plan adds its quota',
    given: running,
    call: (id) => ['GET', `${one(id)}/transfer`],
    has: { used: 0, quota: 1000, billable: 0 },
  },
  {
    name: 'a month of transfer',
    given: running,
    call: (id) => ['GET', `${one(id)}/transfer/2023/6`],
    has: { bytes_in: 0, bytes_out: 0, bytes_total: 0 },
  },
  {
    name: 'transfer begins in 2000',
    given: running,
    call: (id) => ['GET', `${one(id)}/transfer/1999/6`],
    status: 400,
    problems: ['year: Must be 2000-2037'],
  },
]);

test('points are five minutes apart and cover a day', () => {
  const stage = openStage();
  const id = running(stage);
  stage.pass(2 * 86_400_000);
  const curve = stage.call('GET', `${one(id)}/stats`).at('data', 'cpu') as readonly (readonly [
    number,
    number,
  ])[];
  expect(curve.length).toBeGreaterThan(287);
  expect(new Set(curve.slice(1).map(([at], index) => at - (curve[index]?.[0] ?? 0)))).toEqual(
    new Set([300_000]),
  );
});

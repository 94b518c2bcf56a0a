import { expect, test } from 'vitest';
import { field, offline, running } from '../../../test/support/simulator/givens.ts';
import { openStage, type Stage } from '../../../test/support/simulator/stage.ts';

const MAINTENANCE = '/account/maintenance';
const NOTIFICATIONS = '/account/notifications';

const plan = (stage: Stage, computeId: number): void => {
  stage.call('POST', '/__sim/incident', {
    name: 'maintenance.planned',
    args: { computeId, seconds: 600 },
  });
};

const first = (stage: Stage, path: string): unknown => field(stage, path, 'data', 0);

test('maintenance is announced, stops the instance for minutes, and is completed', () => {
  const stage = openStage();
  const id = running(stage);
  plan(stage, id);
  const entity = { id, type: 'compute', label: `compute${id}`, url: `/v4/compute/instances/${id}` };
  expect(first(stage, MAINTENANCE)).toMatchObject({
    type: 'reboot',
    status: 'pending',
    when: '2023-06-15T13:10:00',
    entity,
  });
  expect(first(stage, NOTIFICATIONS)).toMatchObject({
    type: 'maintenance',
    severity: 'major',
    when: '2023-06-15T13:10:00',
    entity,
  });
  stage.pass(600_000);
  expect(first(stage, MAINTENANCE)).toMatchObject({ status: 'started' });
  expect(field(stage, `/compute/instances/${id}`, 'status')).toBe('stopped');
  stage.pass(900_000);
  expect(first(stage, MAINTENANCE)).toMatchObject({ status: 'completed' });
  expect(field(stage, `/compute/instances/${id}`, 'status')).toBe('running');
  expect(field(stage, NOTIFICATIONS, 'results')).toBe(0);
});

test('an instance that was off stays off', () => {
  const stage = openStage();
  const id = offline(stage);
  plan(stage, id);
  stage.settle();
  expect(field(stage, `/compute/instances/${id}`, 'status')).toBe('offline');
});

test('maintenance goes with its instance, and only who may see the instance sees it', () => {
  const stage = openStage();
  const id = running(stage);
  plan(stage, id);
  const token = stage.sim.tokens.restricted;
  expect(stage.call('GET', MAINTENANCE, undefined, { token }).at('results')).toBe(0);
  expect(stage.call('GET', NOTIFICATIONS, undefined, { token }).status).toBe(403);
  stage.call('DELETE', `/compute/instances/${id}`);
  stage.settle();
  expect(field(stage, MAINTENANCE, 'results')).toBe(0);
});

test('a move that waits and a balance that is due are notified until they are not', () => {
  const stage = openStage();
  const id = running(stage);
  stage.call('POST', '/__sim/incident', { name: 'compute.moveWanted', args: { computeId: id } });
  stage.call('POST', '/__sim/patch', { table: 'account', id: 1, set: { balance: 12.5 } });
  expect(stage.call('GET', NOTIFICATIONS).at('data')).toMatchObject([
    { type: 'migration_pending', entity: { id } },
    { type: 'payment_due', severity: 'critical', entity: { type: 'account' } },
  ]);
  stage.call('POST', '/__sim/patch', { table: 'account', id: 1, set: { balance: 0 } });
  stage.call('POST', `/compute/instances/${id}/migrate`);
  stage.settle();
  expect(field(stage, NOTIFICATIONS, 'results')).toBe(0);
});

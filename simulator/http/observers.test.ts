import { expect, test } from 'vitest';
import { field, running, volume } from '../../test/support/simulator/givens.ts';
import { openStage } from '../../test/support/simulator/stage.ts';

test('calls are counted by method and template since the last reset', () => {
  const stage = openStage();
  stage.call('GET', `/volumes/${volume(stage)}`);
  stage.call('GET', '/volumes/1');
  stage.call('GET', '/nowhere');
  expect(stage.call('GET', '/__sim/calls').body).toEqual({
    total: 4,
    calls: { 'POST /volumes': 1, 'GET /volumes/{volumeId}': 2, 'GET unknown': 1 },
    answers: { '200': 2, '404': 2 },
    unknownFields: 0,
    unknownFieldsBy: {},
  });
  stage.call('POST', '/__sim/reset-calls');
  expect(stage.call('GET', '/__sim/calls').at('total')).toBe(0);
});

test('the world can be seen and a row changed from outside', () => {
  const stage = openStage();
  const id = volume(stage);
  stage.call('POST', '/__sim/patch', {
    table: 'volumes',
    id,
    set: { status: 'offline', label: 'other' },
  });
  expect([
    field(stage, `/volumes/${id}`, 'status'),
    stage.call('GET', '/__sim/world').at('tables', 'volumes', 0, 'label'),
  ]).toEqual(['offline', 'other']);
});

test('a manual clock is turned, and what is due happens', () => {
  const stage = openStage();
  stage.call('POST', '/volumes', { label: 'volume', region: 'us-east' });
  stage.call('POST', '/__sim/advance', { ms: 20_000 });
  expect(stage.call('GET', '/volumes').at('data', 0, 'status')).toBe('active');
});

test('a real clock is not turned', () => {
  const stage = openStage({ clock: { now: () => 1_700_000_000_000 } });
  expect(stage.call('POST', '/__sim/advance', { ms: 1 })).toMatchObject({ status: 400 });
});

test('incidents are called by name', () => {
  const stage = openStage();
  const computeId = running(stage);
  stage.call('POST', '/__sim/incident', {
    name: 'compute.maintenance',
    args: { computeId, begins: true },
  });
  expect(field(stage, `/compute/instances/${computeId}`, 'status')).toBe('stopped');
  expect(stage.call('POST', '/__sim/incident', { name: 'earthquake' })).toMatchObject({
    status: 400,
  });
});

test.each([
  ['POST', '/__sim/patch', { table: 'volumes', id: 1, set: {} }, 404],
  ['POST', '/__sim/patch', { table: 'volumes' }, 400],
  ['GET', '/__sim/none', undefined, 404],
])('%s %s %j is answered with %i', (method, path, body, status) => {
  expect(openStage().call(method, path, body)).toMatchObject({ status });
});

import { expect, test } from 'vitest';
import { fresh, make, volume } from '../../test/support/simulator/givens.ts';
import { openStage, type Stage } from '../../test/support/simulator/stage.ts';
import type { FaultSpec } from './faults.ts';

const body = { label: 'volume', region: 'us-east' };
const set = (stage: Stage, spec: object): number =>
  stage.call('POST', '/__sim/faults', spec).status;
const count = (stage: Stage): unknown => {
  stage.sim.clearFaults();
  return stage.call('GET', '/volumes').at('results');
};

const ask = (stage: Stage, spec: FaultSpec, method: string, path: string, sent?: object) => {
  stage.sim.addFault(spec);
  return stage.sim.handle({
    method,
    url: `/v4${path}`,
    body: sent === undefined ? '' : JSON.stringify(sent),
    headers: {
      authorization: `Bearer ${stage.sim.tokens.admin}`,
      'content-type': 'application/json',
    },
  });
};

test.each([
  ['refuse', { status: 502, reason: 'no' }, { status: 502, cut: 'none' }, 0],
  ['throttle', { retryAfter: 7 }, { status: 429, headers: { 'Retry-After': '7' } }, 0],
  ['throttle', { html: true }, { status: 429, headers: { 'Content-Type': 'text/html' } }, 0],
  ['delay', { delayMs: 40 }, { status: 200, delayMs: 40 }, 1],
  ['dropBefore', {}, { cut: 'all' }, 0],
  ['dropAfter', {}, { cut: 'all' }, 1],
  ['errorAfter', {}, { status: 500, cut: 'none' }, 1],
  [
    'errorAfter',
    { status: 502, html: true },
    { status: 502, body: expect.stringContaining('<html>') },
    1,
  ],
  ['truncate', {}, { status: 200, cut: 'half' }, 1],
  ['wrongJson', { body: '{"a":1}' }, { status: 200, body: '{"a":1}' }, 1],
] as const)('%s %j is seen as %j, with so many volumes made', (kind, more, answer, made) => {
  const stage = openStage();
  expect(
    ask(stage, { kind, route: '/volumes', method: 'POST', ...more }, 'POST', '/volumes', body),
  ).toMatchObject(answer);
  expect(count(stage)).toBe(made);
});

test('a stale listing is the one from when the fault was set, while writing goes on', () => {
  const stage = openStage();
  const id = volume(stage);
  set(stage, { kind: 'staleListing', route: '/volumes*' });
  stage.call('DELETE', `/volumes/${id}`);
  make(stage, '/volumes', body);
  expect(stage.call('GET', '/volumes').body).toMatchObject({ results: 1, data: [{ id }] });
  expect(stage.call('GET', `/volumes/${id}`).status).toBe(200);
  stage.sim.clearFaults();
  expect(stage.call('GET', `/volumes/${id}`).status).toBe(404);
});

test('a short listing lacks rows that it counts', () => {
  const stage = openStage();
  volume(stage);
  volume(stage);
  set(stage, { kind: 'shortListing', route: '/volumes' });
  const response = stage.call('GET', '/volumes');
  expect([response.at('results'), (response.at('data') as readonly object[]).length]).toEqual([
    2, 1,
  ]);
});

test('a filter that is ignored looks like success', () => {
  const stage = openStage();
  volume(stage);
  set(stage, { kind: 'filterIgnored', route: '/volumes' });
  expect(
    stage.call('GET', '/volumes', undefined, { filter: { label: 'other' } }).at('results'),
  ).toBe(1);
});

test('another word is shown for the status, in lists and records', () => {
  const stage = openStage();
  const id = volume(stage);
  set(stage, { kind: 'statusWord', route: '/volumes*', word: 'offline' });
  expect([
    stage.call('GET', '/volumes').at('data', 0, 'status'),
    stage.call('GET', `/volumes/${id}`).at('status'),
  ]).toEqual(['offline', 'offline']);
});

test('a fault strikes as often as it should, after those it lets pass', () => {
  const stage = openStage();
  set(stage, { kind: 'refuse', route: '/volumes', count: 2, skip: 1 });
  expect(Array.from({ length: 5 }, () => stage.call('GET', '/volumes').status)).toEqual([
    200, 503, 503, 200, 200,
  ]);
});

test('chance comes from the seed, and not from the world', () => {
  const struck = (seed: number): readonly number[] => {
    const stage = openStage({ seed });
    set(stage, { kind: 'refuse', probability: 0.5, route: '/volumes' });
    return Array.from({ length: 40 }, () => stage.call('GET', '/volumes').status);
  };
  expect(struck(7)).toEqual(struck(7));
  expect(struck(7)).not.toEqual(struck(8));
  expect(new Set(struck(7))).toEqual(new Set([200, 503]));
  const worlds = [openStage(), openStage()];
  worlds[0]?.sim.addFault({ kind: 'delay', probability: 0.5 });
  expect(
    worlds.map((stage) => stage.sim.world().tables['instances']?.[fresh(stage) - 46_000_001])[0],
  ).toEqual(worlds[1]?.sim.world().tables['instances']?.[0]);
});

test('a fault of one method leaves the others alone, and can be taken away', () => {
  const stage = openStage();
  set(stage, { kind: 'refuse', method: 'POST' });
  expect([
    stage.call('GET', '/volumes').status,
    stage.call('POST', '/volumes', body).status,
  ]).toEqual([200, 503]);
  expect(stage.call('DELETE', '/__sim/faults').status).toBe(200);
  expect(stage.call('POST', '/volumes', body).status).toBe(200);
});

test('a fault that is none is refused', () => {
  const stage = openStage();
  expect([
    set(stage, { kind: 'magic' }),
    set(stage, { kind: 'delay', wait: 5 }),
    set(stage, {}),
  ]).toEqual([400, 400, 400]);
});

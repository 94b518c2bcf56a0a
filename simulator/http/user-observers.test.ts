import { expect, test } from 'vitest';
import { make, volume } from '../../test/support/simulator/givens.ts';
import { openStage, type Stage } from '../../test/support/simulator/stage.ts';

const other = (stage: Stage) => ({ token: stage.sim.tokens.other });
const results = (stage: Stage, token?: string): unknown =>
  stage.call('GET', '/volumes', undefined, token === undefined ? {} : { token }).at('results');
const set = (stage: Stage, change: object): number =>
  stage.call('POST', '/__sim/users', change).status;

test('the users of both accounts are listed with their rights', () => {
  const stage = openStage();
  expect(stage.call('GET', '/__sim/users').at('users')).toMatchObject([
    { username: 'operator', restricted: false },
    { username: 'admin', restricted: false },
    {
      username: 'restricted',
      restricted: true,
      grants: { global: { add_volumes: true, add_domains: false } },
    },
    { username: 'other', restricted: false },
  ]);
  const accounts = stage.sim.users().map(({ account }) => account);
  expect([accounts[0] === accounts[2], accounts[0] === accounts[3]]).toEqual([true, false]);
});

test('who becomes restricted sees nothing, and sees all again when the rights come back', () => {
  const stage = openStage();
  const id = volume(stage);
  const seen = (): readonly unknown[] => [
    results(stage),
    stage.call('GET', `/volumes/${id}`).status,
    stage.call('GET', '/account').status,
  ];
  expect(seen()).toEqual([1, 200, 200]);
  expect(set(stage, { username: 'admin', restricted: true })).toBe(200);
  expect(seen()).toEqual([0, 404, 403]);
  expect(stage.call('GET', '/profile').at('restricted')).toBe(true);
  expect(set(stage, { username: 'admin', restricted: false })).toBe(200);
  expect(seen()).toEqual([1, 200, 200]);
});

test("grants are changed in the service's own form, at once", () => {
  const stage = openStage();
  const id = volume(stage);
  const rename = (): number => stage.call('PUT', `/volumes/${id}`, { label: 'new' }).status;
  const create = (): number =>
    stage.call('POST', '/volumes', { label: 'more', region: 'us-east' }).status;
  stage.sim.setUser({
    username: 'admin',
    restricted: true,
    grants: { volume: [{ id, permissions: 'read_only' }] },
  });
  expect([results(stage), rename(), create()]).toEqual([1, 403, 403]);
  stage.sim.setUser({
    username: 'admin',
    grants: { global: { add_volumes: true }, volume: [{ id, permissions: 'read_write' }] },
  });
  expect([rename(), create()]).toEqual([200, 200]);
  stage.sim.setUser({ username: 'admin', grants: { volume: [{ id, permissions: null }] } });
  expect([results(stage), rename()]).toEqual([1, 404]);
});

test('a missing user is reported', () => {
  const stage = openStage();
  expect(set(stage, { username: 'nobody', restricted: true })).toBe(400);
  expect(() => stage.sim.setUser({ username: 'nobody' })).toThrow(
    'known users: operator, admin, restricted, other',
  );
});

test('the second account is another: its id, its items, its limits', () => {
  const stage = openStage();
  const mine = volume(stage);
  const theirs = Number(
    stage.call('POST', '/volumes', { label: 'v', region: 'us-east' }, other(stage)).at('id'),
  );
  expect(theirs).not.toBe(mine);
  expect([results(stage), results(stage, stage.sim.tokens.other)]).toEqual([1, 1]);
  expect([
    stage.call('GET', `/volumes/${theirs}`).status,
    stage.call('GET', `/volumes/${mine}`, undefined, other(stage)).status,
    stage.call('GET', `/volumes/${theirs}`, undefined, other(stage)).status,
  ]).toEqual([404, 404, 200]);
  const uuid = (token: string): unknown =>
    stage.call('GET', '/account', undefined, { token }).at('euuid');
  const { headers } = stage.call('GET', '/volumes', undefined, other(stage));
  expect(uuid(stage.sim.tokens.other)).toBe(headers['X-Customer-UUID']);
  expect(uuid(stage.sim.tokens.other)).not.toBe(uuid(stage.sim.tokens.admin));
});

test('what is under way in the second account goes on, and its rows can be patched', () => {
  const stage = openStage();
  const id = Number(
    stage.call('POST', '/volumes', { label: 'v', region: 'us-east' }, other(stage)).at('id'),
  );
  stage.settle();
  const word = (): unknown =>
    stage.call('GET', `/volumes/${id}`, undefined, other(stage)).at('status');
  expect(word()).toBe('active');
  stage.call('POST', '/__sim/patch', { table: 'volumes', id, set: { status: 'offline' } });
  expect(word()).toBe('offline');
});

test('a world that was kept without a second account gets one', () => {
  const { neighbour: _neighbour, ...kept } = openStage().sim.world();
  const stage = openStage({ world: kept });
  expect(make(stage, '/volumes', { label: 'v', region: 'us-east' })).toBeGreaterThan(0);
  expect(results(stage, stage.sim.tokens.other)).toBe(0);
});

test('stale listings of the second account are its own', () => {
  const stage = openStage();
  stage.sim.addFault({ kind: 'staleListing', route: '/volumes', method: 'GET' });
  stage.call('POST', '/volumes', { label: 'v', region: 'us-east' }, other(stage));
  expect(results(stage, stage.sim.tokens.other)).toBe(0);
});

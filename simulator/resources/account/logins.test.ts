import { expect, test } from 'vitest';
import { logins as endpoints } from '../../../src/api/logins.ts';
import { openStage, type Stage } from '../../../test/support/simulator/stage.ts';

const ALL = '/account/logins';
const DAY_MS = 86_400_000;

const attempt = (stage: Stage, successful: boolean, username = 'admin'): void => {
  const args = { username, ip: '198.51.100.7', successful };
  stage.call('POST', '/__sim/incident', { name: 'login.attempted', args });
};

test.each([
  ['recorded', ['successful', 'failed']],
  ['documents', ['successful']],
] as const)('in the dialect of %s, logins are listed as %j', (dialect, statuses) => {
  const stage = openStage({ dialect });
  attempt(stage, true);
  attempt(stage, false);
  attempt(stage, true, 'unknown');
  const list = stage.call('GET', ALL);
  expect(endpoints.list.response.safeParse(list.body).error).toBeUndefined();
  expect(list.at('data')).toMatchObject(
    statuses.map((status) => ({ status, username: 'admin', ip: '198.51.100.7' })),
  );
  const one = stage.call('GET', `${ALL}/${String(list.at('data', 0, 'id'))}`);
  expect(one.body).toEqual(list.at('data', 0));
});

test('a login is shown for 90 days', () => {
  const stage = openStage();
  attempt(stage, true);
  const id = String(stage.call('GET', ALL).at('data', 0, 'id'));
  stage.pass(90 * DAY_MS - 1_000);
  expect(stage.call('GET', ALL).at('results')).toBe(1);
  stage.pass(1_000);
  expect(stage.call('GET', ALL).at('results')).toBe(0);
  expect(stage.call('GET', `${ALL}/${id}`).status).toBe(404);
});

test('a login shows whether its user is restricted, to unrestricted users only', () => {
  const stage = openStage();
  attempt(stage, true, 'restricted');
  expect(stage.call('GET', ALL).at('data', 0, 'restricted')).toBe(true);
  const { restricted } = stage.sim.tokens;
  expect(stage.call('GET', ALL, undefined, { token: restricted }).status).toBe(403);
});

import { expect, test } from 'vitest';
import { openStage } from '../../test/support/simulator/stage.ts';

const enforced = { limits: 'scaled' } as const;
const place = { region: 'us-east', type: 'g6-nanode-1' };

test('ten instances in half a minute, then 429 until the window is over', () => {
  const stage = openStage(enforced);
  const create = () => stage.call('POST', '/compute/instances', place);
  const answers = Array.from({ length: 11 }, create);
  expect(answers.map(({ status }) => status)).toEqual([...Array<number>(10).fill(200), 429]);
  expect(answers[10]).toMatchObject({
    body: { errors: [{ reason: 'Too many requests' }] },
    headers: { 'Retry-After': '30', 'X-RateLimit-Limit': '10', 'X-RateLimit-Remaining': '0' },
  });
  stage.pass(30_000);
  expect(create().status).toBe(200);
});

test('a window is as much shorter as time is faster', () => {
  const stage = openStage({ ...enforced, speed: 30 });
  for (let count = 0; count < 10; count += 1) stage.call('POST', '/compute/instances', place);
  stage.pass(999);
  expect(stage.call('POST', '/compute/instances', place).status).toBe(429);
  stage.pass(1);
  expect(stage.call('POST', '/compute/instances', place).status).toBe(200);
});

test('a window is as long as in life where the limits are real', () => {
  const stage = openStage({ limits: 'real', speed: 60 });
  for (let count = 0; count < 10; count += 1) stage.call('POST', '/compute/instances', place);
  stage.pass(29_999);
  expect(stage.call('POST', '/compute/instances', place)).toMatchObject({
    status: 429,
    headers: { 'Retry-After': '1' },
  });
  stage.pass(1);
  expect(stage.call('POST', '/compute/instances', place).status).toBe(200);
});

test('each token and each route has its own count', () => {
  const stage = openStage(enforced);
  for (let count = 0; count < 11; count += 1) stage.call('POST', '/compute/instances', place);
  expect(stage.call('GET', '/compute/instances').status).toBe(200);
  expect(
    stage.call('POST', '/compute/instances', place, { token: stage.sim.tokens.restricted }).status,
  ).toBe(200);
});

test('all calls of a token together have a limit too', () => {
  const stage = openStage(enforced);
  const statuses = ['/volumes', '/compute/instances', '/images'].flatMap((path) =>
    Array.from({ length: 550 }, () => stage.call('GET', path).status),
  );
  expect(statuses.indexOf(429)).toBe(1600);
});

test('every answer has the remaining requests, the time of the reset, and the account', () => {
  const stage = openStage(enforced);
  stage.call('GET', '/volumes');
  const { headers } = stage.call('GET', '/volumes');
  expect(headers).toMatchObject({
    'X-RateLimit-Limit': '800',
    'X-RateLimit-Remaining': '798',
    'X-RateLimit-Reset': String(Date.UTC(2023, 5, 15, 12, 1, 0) / 1000),
    'Retry-After': '60',
    Date: 'Thu, 15 Jun 2023 12:00:00 GMT',
    'X-Customer-UUID': expect.stringMatching(/^E1AF5EEC-/),
    'X-Accepted-OAuth-Scopes': 'volumes:read_only',
  });
});

test('without enforcement the headers are sent all the same', () => {
  const stage = openStage({ limits: 'off' });
  const answers = Array.from({ length: 12 }, () => stage.call('POST', '/compute/instances', place));
  expect(answers.at(-1)).toMatchObject({ status: 200, headers: { 'X-RateLimit-Remaining': '0' } });
});

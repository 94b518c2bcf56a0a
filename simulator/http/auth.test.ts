import { expect, test } from 'vitest';
import { playAll } from '../../test/support/simulator/case.ts';
import { field, make, running, volume } from '../../test/support/simulator/givens.ts';
import { type Manner, openStage, type Stage } from '../../test/support/simulator/stage.ts';

const badToken = ['Invalid Token'];
const noScope = ['Your OAuth token is not authorized to use this endpoint.'];
const unauthorized = ['Unauthorized'];
const guest = (stage: Stage): Manner => ({ token: stage.sim.tokens.restricted });
const reader = (stage: Stage): Manner => ({ token: stage.sim.tokens.readonly });
const body = { label: 'volume', region: 'us-east' };

const granted =
  (permissions: 'read_only' | 'read_write' | null) =>
  (stage: Stage): number => {
    const id = volume(stage);
    stage.call('PUT', '/account/users/restricted/grants', { volume: [{ id, permissions }] });
    return id;
  };

playAll([
  {
    name: 'no token is a bad token',
    call: () => ['GET', '/volumes', undefined, { token: '' }],
    status: 401,
    problems: badToken,
  },
  {
    name: 'an unknown token is a bad token',
    call: () => ['GET', '/volumes', undefined, { token: 'abc' }],
    status: 401,
    problems: badToken,
  },
  {
    name: 'the scheme is Bearer',
    call: (_id, stage) => [
      'GET',
      '/volumes',
      undefined,
      { token: '', headers: { authorization: `Token ${stage.sim.tokens.admin}` } },
    ],
    status: 401,
    problems: badToken,
  },
  {
    name: 'a missing scope has the same status and another text',
    call: (_id, stage) => ['POST', '/volumes', body, reader(stage)],
    status: 401,
    problems: noScope,
  },
  {
    name: 'reading is within its scopes',
    call: (_id, stage) => ['GET', '/volumes', undefined, reader(stage)],
  },
  {
    name: 'two scopes are both wanted',
    given: volume,
    call: (id, stage) => [
      'POST',
      `/volumes/${id}/attach`,
      { compute_id: 1 },
      {
        token: stage
          .call('POST', '/profile/tokens', { scopes: 'volumes:read_write' })
          .at('token') as string,
      },
    ],
    status: 401,
    problems: noScope,
  },
  {
    name: 'a catalog looks at no token',
    call: () => ['GET', '/regions', undefined, { token: 'abc' }],
  },
  {
    name: 'where a token is optional a bad one is bad',
    call: () => ['GET', '/images', undefined, { token: 'abc' }],
    status: 401,
    problems: badToken,
  },
  {
    name: 'a restricted user with the grant may create',
    call: (_id, stage) => ['POST', '/volumes', body, guest(stage)],
    has: { status: 'creating' },
  },
  {
    name: 'a restricted user without the grant may not',
    call: (_id, stage) => [
      'POST',
      '/images/upload',
      { label: 'i', region: 'us-east' },
      guest(stage),
    ],
    status: 403,
    problems: unauthorized,
  },
  {
    name: 'a restricted user may not tag',
    call: (_id, stage) => ['POST', '/volumes', { ...body, tags: ['one'] }, guest(stage)],
    status: 403,
    problems: ['tags: Unauthorized'],
  },
  {
    name: 'a restricted user has no account',
    call: (_id, stage) => ['GET', '/account', undefined, guest(stage)],
    status: 403,
    problems: unauthorized,
  },
  {
    name: 'a restricted user has no tags',
    call: (_id, stage) => ['GET', '/tags', undefined, guest(stage)],
    status: 403,
    problems: unauthorized,
  },
  {
    name: 'an item without a grant is hidden',
    given: volume,
    call: (id, stage) => ['GET', `/volumes/${id}`, undefined, guest(stage)],
    status: 404,
  },
  {
    name: 'an item without a grant is not listed',
    given: volume,
    call: (_id, stage) => ['GET', '/volumes', undefined, guest(stage)],
    has: { results: 0 },
  },
  {
    name: 'an item that may be read is shown',
    given: granted('read_only'),
    call: (id, stage) => ['GET', `/volumes/${id}`, undefined, guest(stage)],
  },
  {
    name: 'an item that may be read cannot be changed',
    given: granted('read_only'),
    call: (id, stage) => ['PUT', `/volumes/${id}`, { label: 'new' }, guest(stage)],
    status: 403,
    problems: unauthorized,
  },
  {
    name: 'an item that may be written is changed',
    given: granted('read_write'),
    call: (id, stage) => ['PUT', `/volumes/${id}`, { label: 'new' }, guest(stage)],
    has: { label: 'new' },
  },
  {
    name: 'a grant that was taken away hides again',
    given: granted(null),
    call: (id, stage) => ['GET', `/volumes/${id}`, undefined, guest(stage)],
    status: 404,
  },
  {
    name: 'the instance of an attachment must be writable',
    given: (stage) => {
      running(stage);
      return granted('read_write')(stage);
    },
    call: (id, stage) => [
      'POST',
      `/volumes/${id}/attach`,
      { compute_id: 46_000_001 },
      guest(stage),
    ],
    status: 403,
    problems: ['compute_id: You do not have permission to access this Compute'],
  },
  {
    name: 'a volume that may be read is attached to an instance that may be written',
    given: (stage) => {
      stage.call('PUT', '/account/users/restricted/grants', {
        compute: [{ id: running(stage), permissions: 'read_write' }],
      });
      return granted('read_only')(stage);
    },
    call: (id, stage) => [
      'POST',
      `/volumes/${id}/attach`,
      { compute_id: 46_000_001 },
      guest(stage),
    ],
    has: { compute_id: 46_000_001 },
  },
  {
    name: 'a volume that is hidden is attached to nothing',
    given: (stage) => {
      stage.call('PUT', '/account/users/restricted/grants', {
        compute: [{ id: running(stage), permissions: 'read_write' }],
      });
      return granted(null)(stage);
    },
    call: (id, stage) => [
      'POST',
      `/volumes/${id}/attach`,
      { compute_id: 46_000_001 },
      guest(stage),
    ],
    status: 404,
  },
  {
    name: 'a volume that may be read is not detached',
    given: (stage) => granted('read_only')(stage),
    call: (id, stage) => ['POST', `/volumes/${id}/detach`, undefined, guest(stage)],
    status: 403,
  },
  {
    name: 'events of hidden items are hidden',
    given: volume,
    call: (_id, stage) => ['GET', '/account/events', undefined, guest(stage)],
    has: { results: 0 },
  },
]);

test('what a restricted user made is theirs', () => {
  const stage = openStage();
  const id = Number(stage.call('POST', '/volumes', body, guest(stage)).at('id'));
  expect(stage.call('PUT', `/volumes/${id}`, { label: 'new' }, guest(stage)).status).toBe(200);
  expect(field(stage, '/account/users/restricted/grants', 'volume', 0, 'permissions')).toBe(
    'read_write',
  );
});

test('X-OAuth-Scopes distinguishes a bad token from a missing scope', () => {
  const stage = openStage();
  const scopes = (manner: Manner): unknown =>
    stage.call('POST', '/volumes', body, manner).headers['X-OAuth-Scopes'];
  expect(scopes({ token: 'abc' })).toBe('unknown');
  expect(scopes(reader(stage))).toContain('volumes:read_only');
  expect(scopes({})).toBe('*');
});

test('a deleted token is a bad token', () => {
  const stage = openStage();
  const response = stage.call('POST', '/profile/tokens', { scopes: '*' });
  const token = response.at('token') as string;
  stage.call('DELETE', `/profile/tokens/${Number(response.at('id'))}`);
  expect(stage.call('GET', '/volumes', undefined, { token }).status).toBe(401);
  expect(make(stage, '/volumes', body)).toBeGreaterThan(0);
});

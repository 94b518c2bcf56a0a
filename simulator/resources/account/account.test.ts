import { expect, test } from 'vitest';
import { playAll } from '../../../test/support/simulator/case.ts';
import { field, make, volume } from '../../../test/support/simulator/givens.ts';
import { openStage } from '../../../test/support/simulator/stage.ts';

const GRANTS = '/account/users/restricted/grants';

playAll([
  {
    name: 'the account is shown with its id',
    call: () => ['GET', '/account'],
    has: { company: 'Example Ltd.', balance: 0, euuid: expect.any(String) },
  },
  {
    name: 'the account is changed',
    call: () => ['PUT', '/account', { city: 'Here' }],
    has: { city: 'Here', company: 'Example Ltd.' },
  },
  {
    name: 'a country has two letters',
    call: () => ['PUT', '/account', { country: 'usa' }],
    status: 400,
    problems: ['country: country is not valid'],
  },
  {
    name: 'a state of the United States has a code of two letters',
    call: () => ['PUT', '/account', { state: 'Pennsylvania' }],
    status: 400,
    problems: ['state: state is not valid'],
  },
  {
    name: 'military addresses have codes too',
    call: () => ['PUT', '/account', { state: 'AE' }],
    has: { state: 'AE', country: 'US' },
  },
  {
    name: 'a province elsewhere is written out',
    call: () => ['PUT', '/account', { country: 'DE', state: 'Brandenburg' }],
    has: { state: 'Brandenburg' },
  },
  {
    name: 'the settings of the account are changed one by one',
    call: () => ['PUT', '/account/settings', { backups_enabled: true }],
    has: {
      backups_enabled: true,
      network_helper: true,
      managed: false,
      longview_subscription: null,
      object_storage: 'disabled',
    },
    afterwards: (stage) => {
      expect(field(stage, '/account/settings', 'backups_enabled')).toBe(true);
      const filter = { action: 'account_settings_update' };
      expect(stage.call('GET', '/account/events', undefined, { filter }).at('results')).toBe(1);
    },
  },
  {
    name: 'an instance is in the backup service where the account says so',
    given: (stage) => {
      stage.call('PUT', '/account/settings', { backups_enabled: true });
      return make(stage, '/compute/instances', { region: 'us-east', type: 'g6-nanode-1' });
    },
    call: (id) => ['GET', `/compute/instances/${id}`],
    has: { backups: { enabled: true } },
  },
  {
    name: 'the settings of the account are not for a restricted user',
    call: (_id, stage) => [
      'PUT',
      '/account/settings',
      { network_helper: false },
      { token: stage.sim.tokens.restricted },
    ],
    status: 403,
  },
  {
    name: 'maintenance needs no scope',
    call: () => ['GET', '/account/maintenance'],
    has: { results: 0, pages: 1 },
  },
  {
    name: 'a username is taken once',
    call: () => ['POST', '/account/users', { username: 'admin', email: 'a@b.c' }],
    status: 400,
    problems: ['username: Username taken'],
  },
  {
    name: 'a user cannot delete itself',
    call: () => ['DELETE', '/account/users/admin'],
    status: 400,
  },
  {
    name: 'an unrestricted user has no grants',
    call: () => ['GET', '/account/users/admin/grants'],
    status: 204,
  },
  {
    name: 'grants name every item',
    given: volume,
    call: () => ['GET', GRANTS],
    has: {
      global: { add_volumes: true, add_images: false },
      volume: [{ id: 720_001, label: 'volume', permissions: null }],
      domain: [],
    },
  },
  {
    name: 'grants are changed one by one',
    given: volume,
    call: () => [
      'PUT',
      GRANTS,
      { global: { add_images: true }, volume: [{ id: 720_001, permissions: 'read_only' }] },
    ],
    has: {
      global: { add_images: true, add_volumes: true },
      volume: [{ permissions: 'read_only' }],
    },
  },
  {
    name: 'a profile describes the user of the token',
    call: (_id, stage) => ['GET', '/profile', undefined, { token: stage.sim.tokens.restricted }],
    has: { username: 'restricted', restricted: true },
  },
  {
    name: 'a restricted user sees their grants',
    call: (_id, stage) => [
      'GET',
      '/profile/grants',
      undefined,
      { token: stage.sim.tokens.restricted },
    ],
    has: { global: { account_access: null } },
  },
  {
    name: 'a scope must be known',
    call: () => ['POST', '/profile/tokens', { scopes: 'moon:read_only' }],
    status: 400,
    problems: ['scopes: scopes is not valid'],
  },
  {
    name: 'a token cannot have expired before it is made',
    call: () => ['POST', '/profile/tokens', { scopes: '*', expiry: '2023-06-15T12:00:00' }],
    status: 400,
    problems: ['expiry: expiry is not valid'],
  },
  {
    name: 'a key must be one',
    call: () => ['POST', '/profile/sshkeys', { label: 'k', ssh_key: 'no' }],
    status: 400,
    problems: ['ssh_key: SSH Key is not valid'],
  },
  {
    name: 'the transfer pool is the sum of the plans',
    given: (stage) => make(stage, '/compute/instances', { region: 'us-east', type: 'g6-nanode-1' }),
    call: () => ['GET', '/account/transfer'],
    has: { quota: 1000 },
  },
]);

test('a new token works within its scopes until it expires or is deleted', () => {
  const stage = openStage();
  const response = stage.call('POST', '/profile/tokens', {
    label: 't',
    scopes: 'volumes:read_write',
    expiry: '2023-06-15T13:00:00',
  });
  const token = response.at('token') as string;
  const ask = (path: string): number => stage.call('GET', path, undefined, { token }).status;
  expect([ask('/volumes'), ask('/compute/instances')]).toEqual([200, 401]);
  expect(field(stage, `/profile/tokens/${Number(response.at('id'))}`, 'token')).toBe(
    token.slice(0, 16),
  );
  stage.pass(3_600_000);
  expect(ask('/volumes')).toBe(401);
});

test('tokens follow a user who is renamed', () => {
  const stage = openStage();
  stage.call('PUT', '/account/users/restricted', { username: 'guest' });
  expect(
    stage.call('GET', '/profile', undefined, { token: stage.sim.tokens.restricted }).at('username'),
  ).toBe('guest');
});

import { describe, expect, test } from 'vitest';
import { type Case, playAll } from '../../../test/support/simulator/case.ts';
import { bare, field, make } from '../../../test/support/simulator/givens.ts';
import { openStage, type Stage } from '../../../test/support/simulator/stage.ts';
import { managedResource } from './managed.ts';
import { credentialTable } from './table.ts';

const CONTACTS = '/managed/contacts';
const CREDENTIALS = '/managed/credentials';
const SERVICES = '/managed/services';
const ISSUES = '/managed/issues';

const ADA = { name: 'Ada', email: 'ada@example.org' };
const SECRET = { label: 'prod', password: 'secret', username: 'root' };
const SITE = { label: 'site', service_type: 'url', address: 'https://example.org', timeout: 30 };

const contact = (stage: Stage): number => make(stage, CONTACTS, { ...ADA, group: 'on-call' });
const credential = (stage: Stage): number => make(stage, CREDENTIALS, SECRET);
const service = (stage: Stage): number => make(stage, SERVICES, SITE);

/** Creates a row whose request is refused for one field, or answered. */
const posted = (path: string, usual: object, change: object, ...problems: string[]): Case => ({
  name: `${path} with ${JSON.stringify(change).slice(0, 60)}`,
  call: () => ['POST', path, { ...usual, ...change }],
  ...(problems.length === 0 ? {} : { status: 400, problems }),
});

const ONLY = 'Must only use letters, digits, dashes, underscores, spaces and periods';
const URL_ONLY = 'address: Must be a valid address';
const SUPERFLUOUS = 'region: region must not be set unless the address is a private IP';
const MISSING = 'region: region is required for a private IP';

playAll([
  posted(CONTACTS, ADA, { name: 'Ada-1_ b' }),
  posted(CONTACTS, ADA, { name: 'a' }, 'name: Length must be 2-64 characters'),
  posted(CONTACTS, ADA, { name: 'a'.repeat(65) }, 'name: Length must be 2-64 characters'),
  posted(
    CONTACTS,
    ADA,
    { name: 'Ada.' },
    'name: Must only use letters, digits, dashes, underscores and spaces',
  ),
  posted(CONTACTS, ADA, { name: undefined }, 'name: name is required'),
  posted(CONTACTS, ADA, { email: undefined }, 'email: email is required'),
  posted(CONTACTS, ADA, { email: 'ada' }, 'email: email is not valid'),
  posted(CONTACTS, ADA, { group: 'a' }, 'group: Length must be 2-50 characters'),
  posted(CONTACTS, ADA, { group: null }),
  posted(CREDENTIALS, SECRET, { label: 'a b.c-_1' }),
  posted(CREDENTIALS, SECRET, { label: 'a' }, 'label: Length must be 2-75 characters'),
  posted(CREDENTIALS, SECRET, { label: 'a/b' }, `label: ${ONLY}`),
  posted(CREDENTIALS, SECRET, { password: undefined }, 'password: password is required'),
  posted(CREDENTIALS, SECRET, { username: 'a'.repeat(5000) }),
  posted(
    CREDENTIALS,
    SECRET,
    { username: 'a'.repeat(5001) },
    'username: Length must be 0-5000 characters',
  ),
  posted(SERVICES, SITE, { label: 'ab' }, 'label: Length must be 3-64 characters'),
  posted(SERVICES, SITE, { label: 'a:b' }, `label: ${ONLY}`),
  posted(SERVICES, SITE, { timeout: 0 }, 'timeout: Must be 1-255'),
  posted(SERVICES, SITE, { timeout: 256 }, 'timeout: Must be 1-255'),
  posted(SERVICES, SITE, { service_type: 'udp' }, 'service_type: Must be one of url, tcp'),
  posted(SERVICES, SITE, { address: 'ab' }, 'address: Length must be 3-100 characters'),
  posted(SERVICES, SITE, { address: 'example.org' }, URL_ONLY),
  posted(SERVICES, SITE, { address: 'ftp://example.org' }, URL_ONLY),
  posted(SERVICES, SITE, { service_type: 'tcp' }, URL_ONLY),
  posted(SERVICES, SITE, { service_type: 'tcp', address: 'example.org:0' }, URL_ONLY),
  posted(SERVICES, SITE, { service_type: 'tcp', address: 'example.org:22' }),
  posted(SERVICES, SITE, { service_type: 'tcp', address: 'tcp://example.org:22' }),
  posted(SERVICES, SITE, { body: 'a'.repeat(101) }, 'body: Length must be 0-100 characters'),
  posted(SERVICES, SITE, { body: null, notes: null }),
  posted(
    SERVICES,
    SITE,
    { consultation_group: 'a'.repeat(51) },
    'consultation_group: Length must be 0-50 characters',
  ),
  posted(SERVICES, SITE, { credentials: [1] }, 'credentials[0]: Credential not found'),
  posted(SERVICES, SITE, { region: 'us-east' }, SUPERFLUOUS),
  posted(SERVICES, SITE, { address: 'http://192.168.140.1' }, MISSING),
  posted(SERVICES, SITE, { address: 'http://192.168.140.1/x', region: 'us-east' }),
  posted(SERVICES, SITE, { address: 'http://10.0.0.1:80', region: 'us-east' }),
  posted(SERVICES, SITE, { address: 'http://172.31.0.1', region: 'us-east' }),
  posted(SERVICES, SITE, { address: 'http://172.32.0.1', region: 'us-east' }, SUPERFLUOUS),
  posted(
    SERVICES,
    SITE,
    { address: 'http://192.168.140.1', region: 'moon' },
    'region: region is not valid',
  ),
]);

playAll(
  (['recorded', 'documents'] as const).flatMap((dialect): readonly Case[] => [
    {
      name: 'a contact without phone numbers has null for both',
      dialect,
      call: () => ['POST', CONTACTS, ADA],
      has: { ...ADA, group: null, phone: { primary: null, secondary: null } },
    },
    {
      name: 'a number that an update does not name stays',
      dialect,
      given: (stage) => make(stage, CONTACTS, { ...ADA, phone: { primary: '1' } }),
      call: (id) => ['PUT', `${CONTACTS}/${id}`, { phone: { secondary: '2' }, group: 'web' }],
      has: { ...ADA, group: 'web', phone: { primary: '1', secondary: '2' } },
    },
    {
      name: 'a contact is gone after its deletion',
      dialect,
      given: contact,
      call: (id) => ['DELETE', `${CONTACTS}/${id}`],
      afterwards: (stage, id) => {
        expect(stage.call('GET', `${CONTACTS}/${id}`).status).toBe(404);
      },
    },
    {
      name: 'contacts are filtered by their group',
      dialect,
      given: (stage) => {
        make(stage, CONTACTS, ADA);
        return contact(stage);
      },
      call: (id, stage) => {
        const found = stage.call('GET', CONTACTS, undefined, { filter: { group: 'on-call' } });
        expect(found.at('data', 0, 'id')).toBe(id);
        return ['GET', CONTACTS];
      },
      has: { results: 2 },
    },
    {
      name: 'a credential reads back without username and password',
      dialect,
      given: credential,
      call: (id) => ['GET', `${CREDENTIALS}/${id}`],
      afterwards: (stage, id) => {
        expect(stage.call('GET', `${CREDENTIALS}/${id}`).body).toEqual({
          id,
          label: 'prod',
          last_decrypted: null,
        });
      },
    },
    {
      name: 'the label of a credential is unique',
      dialect,
      given: credential,
      call: () => ['POST', CREDENTIALS, SECRET],
      status: 400,
      problems: ['label: Label must be unique among your credentials'],
    },
    {
      name: 'the update of a credential changes the label alone',
      dialect,
      given: credential,
      call: (id) => [
        'PUT',
        `${CREDENTIALS}/${id}`,
        { label: 'other', password: 'x', username: 'x' },
      ],
      has: { label: 'other' },
      afterwards: (stage, id) => {
        expect(credentialTable.find(stage.sim.world(), id)).toMatchObject({
          password: 'secret',
          username: 'root',
        });
      },
    },
    {
      name: 'username and password have an operation of their own',
      dialect,
      given: credential,
      call: (id) => ['POST', `${CREDENTIALS}/${id}/update`, { password: 'new' }],
      afterwards: (stage, id) => {
        expect(credentialTable.find(stage.sim.world(), id)).toMatchObject({
          label: 'prod',
          password: 'new',
          username: 'root',
        });
      },
    },
    {
      name: 'this operation requires the password',
      dialect,
      given: credential,
      call: (id) => ['POST', `${CREDENTIALS}/${id}/update`, { username: 'ada' }],
      status: 400,
      problems: ['password: password is required'],
    },
    {
      name: 'a credential is not deleted',
      dialect,
      given: credential,
      call: (id) => ['DELETE', `${CREDENTIALS}/${id}`],
      status: 405,
    },
    {
      name: 'a credential is revoked, and leaves the services that name it',
      dialect,
      given: (stage) => {
        const id = credential(stage);
        make(stage, SERVICES, { ...SITE, credentials: [id] });
        return id;
      },
      call: (id) => ['POST', `${CREDENTIALS}/${id}/revoke`],
      afterwards: (stage, id) => {
        expect(stage.call('GET', `${CREDENTIALS}/${id}`).status).toBe(404);
        expect(field(stage, SERVICES, 'data', 0, 'credentials')).toEqual([]);
      },
    },
    {
      name: 'the account has a public key',
      dialect,
      call: () => ['GET', `${CREDENTIALS}/sshkey`],
      has: { ssh_key: expect.stringMatching(/^ssh-rsa /) },
    },
    {
      name: 'a new service is pending, and its address has no fragment',
      dialect,
      call: () => ['POST', SERVICES, { ...SITE, address: 'https://example.org/?a=1#top' }],
      has: {
        status: 'pending',
        address: 'https://example.org/?a=1',
        body: null,
        consultation_group: '',
        notes: null,
        region: null,
        credentials: [],
      },
    },
    {
      name: 'an update to a private address requires the region',
      dialect,
      given: service,
      call: (id) => ['PUT', `${SERVICES}/${id}`, { address: 'http://10.1.2.3' }],
      status: 400,
      problems: [MISSING],
    },
    {
      name: 'a private address keeps its region',
      dialect,
      given: (stage) =>
        make(stage, SERVICES, { ...SITE, address: 'http://10.1.2.3', region: 'us-east' }),
      call: (id) => ['PUT', `${SERVICES}/${id}`, { address: 'http://10.1.2.4' }],
      has: { region: 'us-east' },
    },
    {
      name: 'the region ends with the last private address',
      dialect,
      given: (stage) =>
        make(stage, SERVICES, { ...SITE, address: 'http://10.1.2.3', region: 'us-east' }),
      call: (id) => ['PUT', `${SERVICES}/${id}`, { address: SITE.address }],
      has: { region: null },
    },
    {
      name: 'the address must suit the type that an update sets',
      dialect,
      given: service,
      call: (id) => ['PUT', `${SERVICES}/${id}`, { service_type: 'tcp' }],
      status: 400,
      problems: [URL_ONLY],
    },
    {
      name: 'a service is checked in minutes, disabled and enabled',
      dialect,
      given: (stage) => {
        const id = service(stage);
        stage.pass(121_000);
        expect(field(stage, `${SERVICES}/${id}`, 'status')).toBe('ok');
        expect(stage.call('POST', `${SERVICES}/${id}/disable`).at('status')).toBe('disabled');
        stage.settle();
        expect(field(stage, `${SERVICES}/${id}`, 'status')).toBe('disabled');
        return id;
      },
      call: (id) => ['POST', `${SERVICES}/${id}/enable`],
      has: { status: 'pending' },
    },
    {
      name: 'creation and deletion leave events',
      dialect,
      given: (stage) => {
        const id = service(stage);
        stage.call('DELETE', `${SERVICES}/${id}`);
        return id;
      },
      call: () => ['GET', '/account/events'],
      has: {
        data: [
          { action: 'managed_service_create' },
          { action: 'managed_service_delete', entity: { type: 'managed_service', label: 'site' } },
        ],
      },
    },
  ]),
);

const incident = (stage: Stage, name: string, serviceId: number): void => {
  stage.call('POST', '/__sim/incident', { name, args: { serviceId } });
};

test('an issue opens when a service is down, closes when it is up, and is listed for a day', () => {
  const stage = openStage();
  const id = service(stage);
  stage.settle();
  incident(stage, 'managed.serviceDown', id);
  incident(stage, 'managed.serviceDown', id);
  expect(field(stage, `${SERVICES}/${id}`, 'status')).toBe('problem');
  expect(field(stage, ISSUES, 'results')).toBe(1);
  const issue = Number(field(stage, ISSUES, 'data', 0, 'id'));
  expect(stage.call('GET', `${ISSUES}/${issue}`).body).toMatchObject({
    services: [id],
    entity: { type: 'ticket', id: expect.any(Number) },
  });
  incident(stage, 'managed.serviceUp', id);
  expect(field(stage, `${SERVICES}/${id}`, 'status')).toBe('ok');
  expect(field(stage, ISSUES, 'results')).toBe(1);
  incident(stage, 'managed.serviceDown', id);
  expect(field(stage, ISSUES, 'results')).toBe(2);
  stage.pass(86_400_000);
  expect(field(stage, ISSUES, 'results')).toBe(1);
});

test('a disabled service has no issue until it is enabled', () => {
  const stage = openStage();
  const id = service(stage);
  stage.call('POST', `${SERVICES}/${id}/disable`);
  incident(stage, 'managed.serviceDown', id);
  expect(field(stage, ISSUES, 'results')).toBe(0);
  stage.call('POST', `${SERVICES}/${id}/enable`);
  stage.settle();
  expect(field(stage, `${SERVICES}/${id}`, 'status')).toBe('problem');
  expect(field(stage, ISSUES, 'results')).toBe(1);
});

const settings = (id: number): string => `/managed/compute-settings/${id}`;
const withAddress = (stage: Stage): readonly [id: number, ip: string] => {
  const id = bare(stage);
  const ip = String(field(stage, `/compute/instances/${id}`, 'ipv4', 0));
  stage.call('PUT', settings(id), { ssh: { ip, user: 'ada', port: 2222 } });
  return [id, ip];
};
const DEFAULTS = { access: true, ip: 'any', port: null, user: null };

test('each instance has settings, which change one by one', () => {
  const stage = openStage();
  const id = bare(stage);
  expect(field(stage, settings(id), 'ssh')).toEqual(DEFAULTS);
  const changed = stage.call('PUT', settings(id), { ssh: { access: false } });
  expect(changed.at('ssh')).toEqual({ ...DEFAULTS, access: false });
  expect(field(stage, '/managed/compute-settings', 'data', 0, 'ssh', 'access')).toBe(false);
});

test.each([
  [{ ip: '198.51.100.250' }, 'ssh.ip'],
  [{ port: 0 }, 'ssh.port'],
  [{ port: 65_536 }, 'ssh.port'],
  [{ user: 'a'.repeat(33) }, 'ssh.user'],
])('the settings %o are refused', (ssh, refused) => {
  const stage = openStage();
  const response = stage.call('PUT', settings(bare(stage)), { ssh });
  expect([response.status, response.at('errors', 0, 'field')]).toEqual([400, refused]);
});

test('an assignment that takes the address away resets the settings', () => {
  const stage = openStage();
  const [first, ip] = withAddress(stage);
  const second = bare(stage);
  const other = String(field(stage, `/compute/instances/${second}`, 'ipv4', 0));
  expect(field(stage, settings(first), 'ssh')).toMatchObject({ ip, user: 'ada', port: 2222 });
  const swapped = stage.call('POST', '/networking/ips/assign', {
    region: 'us-east',
    assignments: [
      { address: ip, compute_id: second },
      { address: other, compute_id: first },
    ],
  });
  expect(swapped.status).toBe(200);
  expect(field(stage, settings(first), 'ssh')).toEqual(DEFAULTS);
});

test('the settings of an instance end with it', () => {
  const stage = openStage();
  const [id] = withAddress(stage);
  stage.call('DELETE', `/compute/instances/${id}`);
  stage.settle();
  expect(stage.call('GET', settings(id)).status).toBe(404);
});

test('statistics begin with the second point, and cover a day', () => {
  const stage = openStage();
  expect(field(stage, '/managed/stats', 'data', 0)).toBe('Graphs are not yet available.');
  bare(stage);
  stage.pass(2 * 86_400_000);
  const points = field(stage, '/managed/stats', 'data', 'net_in') as readonly { x: number }[];
  expect(points.length).toBeGreaterThan(287);
  expect((points[1]?.x ?? 0) - (points[0]?.x ?? 0)).toBe(300_000);
});

describe('a restricted user has no access', () => {
  test.each(
    managedResource.routes.map(({ endpoint: { method, path } }) => [method, path] as const),
  )('%s %s', (method, path) => {
    const stage = openStage();
    stage.call('PUT', '/account/users/restricted/grants', {
      global: { account_access: 'read_write' },
    });
    const token = stage.sim.tokens.restricted;
    const url = path.replace(/\{\w+\}/, String(service(stage)));
    expect(stage.call(method, url, {}, { token }).status).toBe(403);
  });
});

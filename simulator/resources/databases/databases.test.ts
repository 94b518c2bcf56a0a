import { expect, test } from 'vitest';
import { playAll } from '../../../test/support/simulator/case.ts';
import { field, make } from '../../../test/support/simulator/givens.ts';
import { openStage, type Stage } from '../../../test/support/simulator/stage.ts';

const ALL = '/databases/mysql/instances';
const BODY = { label: 'database', engine: 'mysql/8.0.26', region: 'us-east', type: 'g6-nanode-1' };
const MINUTE_MS = 60_000;

const fresh = (stage: Stage, body: object = {}): number => make(stage, ALL, { ...BODY, ...body });

const active = (stage: Stage, body: object = {}): number => {
  const id = fresh(stage, body);
  stage.settle();
  return id;
};

const monthly = (stage: Stage): number => {
  const id = active(stage);
  stage.call('PUT', `${ALL}/${id}`, { updates: { frequency: 'monthly', week_of_month: 2 } });
  stage.settle();
  return id;
};

/** Puts a database into a status that only incidents cause. */
const inStatus =
  (status: string) =>
  (stage: Stage): number => {
    const id = active(stage);
    stage.call('POST', '/__sim/patch', { table: 'databases', id, set: { status } });
    return id;
  };

const guarded = (status: string): string => `The database must be active; it is ${status}.`;
const mayCreate = (stage: Stage): string => {
  stage.call('PUT', '/account/users/restricted/grants', { global: { add_databases: true } });
  return stage.sim.tokens.restricted;
};

playAll([
  {
    name: 'a database begins without hosts and without a day for its maintenance',
    call: () => ['POST', ALL, BODY],
    has: {
      engine: 'mysql',
      version: '8.0.26',
      status: 'provisioning',
      port: 3306,
      cluster_size: 1,
      encrypted: false,
      allow_list: [],
      replication_type: 'none',
      ssl_connection: false,
      hosts: { primary: null, secondary: null },
      updates: {
        frequency: 'weekly',
        duration: 3,
        hour_of_day: 0,
        day_of_week: null,
        week_of_month: null,
      },
    },
  },
  {
    name: 'connections are encrypted by default',
    dialect: 'documents',
    call: () => ['POST', ALL, BODY],
    has: { ssl_connection: true },
  },
  {
    name: 'three nodes replicate',
    call: () => ['POST', ALL, { ...BODY, cluster_size: 3 }],
    has: { replication_type: 'semi_synch' },
  },
  {
    name: 'single addresses stay as they were sent',
    call: () => ['POST', ALL, { ...BODY, allow_list: ['203.0.113.1', '192.0.1.0/24'] }],
    has: { allow_list: ['203.0.113.1', '192.0.1.0/24'] },
  },
  {
    name: 'single addresses get their suffix',
    dialect: 'documents',
    call: () => [
      'POST',
      ALL,
      { ...BODY, allow_list: ['203.0.113.1', '192.0.1.0/24', '2001:db8::1'] },
    ],
    has: { allow_list: ['203.0.113.1/32', '192.0.1.0/24', '2001:db8::1/128'] },
  },
  {
    name: 'IPv6 is not admitted',
    call: () => ['POST', ALL, { ...BODY, allow_list: ['2001:db8::1'] }],
    status: 400,
    problems: ['allow_list: Must be a list of IPv4 addresses and ranges'],
  },
  {
    name: 'what is required is required',
    call: () => ['POST', ALL, {}],
    status: 400,
    problems: [
      'engine: engine is required',
      'label: label is required',
      'region: region is required',
      'type: type is required',
    ],
  },
  {
    name: 'a label has 3 to 32 characters',
    call: () => ['POST', ALL, { ...BODY, label: 'ab' }],
    status: 400,
    problems: ['label: Length must be 3-32 characters'],
  },
  {
    name: 'labels are unique',
    given: fresh,
    call: () => ['POST', ALL, BODY],
    status: 400,
    problems: ['label: Label must be unique among your databases'],
    afterwards: (stage) => expect(field(stage, ALL, 'results')).toBe(1),
  },
  ...[
    { field: 'region', value: 'mars', reason: 'region is not valid' },
    { field: 'type', value: 'g1-metal-b1', reason: 'A valid plan type by that ID was not found' },
    { field: 'engine', value: 'mysql/4.0', reason: 'engine is not valid' },
    { field: 'engine', value: 'postgresql/13.2', reason: 'engine is not valid' },
    { field: 'replication_type', value: 'asynch', reason: 'Must be none for a single node' },
    { field: 'cluster_size', value: 2, reason: 'Must be one of 1, 3' },
  ].map((row) => ({
    name: `${row.field} ${row.value} is refused`,
    call: () => ['POST', ALL, { ...BODY, [row.field]: row.value }] as const,
    status: 400,
    problems: [`${row.field}: ${row.reason}`],
  })),
  {
    name: 'three nodes cannot go without replication',
    call: () => ['POST', ALL, { ...BODY, cluster_size: 3, replication_type: 'none' }],
    status: 400,
    problems: ['replication_type: Must be one of asynch, semi_synch for three nodes'],
  },
  {
    name: 'a restricted user needs the grant to create',
    call: (_id, stage) => ['POST', ALL, BODY, { token: stage.sim.tokens.restricted }],
    status: 403,
    problems: ['Unauthorized'],
  },
  {
    name: 'the list of all engines names the address instead of what only MySQL has',
    given: fresh,
    call: () => ['GET', '/databases/instances'],
    has: { data: [{ engine: 'mysql', instance_uri: '/v4/databases/mysql/instances/10001' }] },
    afterwards: (stage) =>
      expect(Object.keys(field(stage, '/databases/instances', 'data', 0) as object)).not.toContain(
        'ssl_connection',
      ),
  },
  {
    name: 'an engine is viewed',
    call: () => ['GET', '/databases/engines/mysql%2F8.0.26'],
    has: { id: 'mysql/8.0.26', version: '8.0.26' },
  },
  {
    name: 'an unknown engine is not found',
    call: () => ['GET', '/databases/engines/mysql/1'],
    status: 404,
  },
  {
    name: 'node prices follow the plan and the number of nodes',
    call: () => ['GET', '/databases/types/g6-nanode-1'],
    has: {
      engines: {
        mysql: [
          { quantity: 1, price: { hourly: 0.0225, monthly: 15 } },
          { quantity: 2 },
          { price: { monthly: 35 } },
        ],
      },
    },
  },
  {
    name: 'engines want no token',
    call: () => ['GET', '/databases/engines', undefined, { token: '' }],
  },
]);

playAll([
  {
    name: 'an update is answered as updating, and shows the new values at once',
    given: active,
    call: (id) => ['PUT', `${ALL}/${id}`, { label: 'renamed', allow_list: ['10.0.0.1'] }],
    has: { status: 'updating', label: 'renamed', allow_list: ['10.0.0.1'] },
    afterwards: (stage, id) => {
      stage.settle();
      expect(field(stage, `${ALL}/${id}`, 'status')).toBe('active');
    },
  },
  {
    name: 'a label that another has is refused on update too',
    given: (stage) => {
      fresh(stage, { label: 'other' });
      return active(stage);
    },
    call: (id) => ['PUT', `${ALL}/${id}`, { label: 'other' }],
    status: 400,
    problems: ['label: Label must be unique among your databases'],
  },
  {
    name: 'a window changes field by field',
    given: active,
    call: (id) => [
      'PUT',
      `${ALL}/${id}`,
      { updates: { day_of_week: 4, duration: 1, hour_of_day: 8 } },
    ],
    has: {
      updates: {
        frequency: 'weekly',
        day_of_week: 4,
        duration: 1,
        hour_of_day: 8,
        week_of_month: null,
      },
    },
  },
  {
    name: 'a monthly window wants its week',
    given: active,
    call: (id) => ['PUT', `${ALL}/${id}`, { updates: { frequency: 'monthly' } }],
    status: 400,
    problems: ['updates.week_of_month: week_of_month is required'],
  },
  {
    name: 'a weekly window takes no week',
    given: active,
    call: (id) => ['PUT', `${ALL}/${id}`, { updates: { week_of_month: 2 } }],
    status: 400,
    problems: ['updates.week_of_month: week_of_month must be null when frequency is weekly'],
  },
  {
    name: 'the week goes with the month',
    given: monthly,
    call: (id) => ['PUT', `${ALL}/${id}`, { updates: { frequency: 'weekly' } }],
    has: { updates: { frequency: 'weekly', week_of_month: null } },
  },
  {
    name: 'a window that is monthly keeps a new week',
    given: monthly,
    call: (id) => ['PUT', `${ALL}/${id}`, { updates: { week_of_month: 3 } }],
    has: { updates: { frequency: 'monthly', week_of_month: 3 } },
  },
  {
    name: 'a patch takes long',
    given: active,
    call: (id) => ['POST', `${ALL}/${id}/patch`],
    has: {},
  },
  ...(
    ['provisioning', 'updating', 'backing_up', 'restoring', 'degraded', 'suspended'] as const
  ).map((status) => ({
    name: `no update while ${status}`,
    given: inStatus(status),
    call: (id: number) => ['PUT', `${ALL}/${id}`, { label: 'renamed' }] as const,
    status: 400,
    problems: [guarded(status)],
  })),
  ...(['credentials', 'ssl'] as const).map((what) => ({
    name: `no ${what} before the database is active`,
    given: fresh,
    call: (id: number) => ['GET', `${ALL}/${id}/${what}`] as const,
    status: 400,
    problems: [guarded('provisioning')],
  })),
  ...(['active', 'failed', 'degraded'] as const).map((status) => ({
    name: `deleted while ${status}: deleting, then not found`,
    given: inStatus(status),
    call: (id: number) => ['DELETE', `${ALL}/${id}`] as const,
    afterwards: (stage: Stage, id: number) => {
      expect(field(stage, `${ALL}/${id}`, 'status')).toBe('deleting');
      stage.settle();
      expect(stage.call('GET', `${ALL}/${id}`).status).toBe(404);
    },
  })),
  ...(['provisioning', 'updating', 'suspended'] as const).map((status) => ({
    name: `not deleted while ${status}`,
    given: inStatus(status),
    call: (id: number) => ['DELETE', `${ALL}/${id}`] as const,
    status: 400,
    problems: [`The database must be active or failed or degraded; it is ${status}.`],
  })),
]);

test('a database is active after 15 to 30 minutes, with hosts and a day; its event is a notification until then', () => {
  const stage = openStage();
  const id = fresh(stage);
  const event = (...keys: readonly string[]): unknown =>
    field(stage, '/account/events', 'data', 0, ...keys);
  expect([
    event('action'),
    event('status'),
    event('percent_complete'),
    event('entity', 'type'),
  ]).toEqual(['database_create', 'notification', null, 'database']);
  stage.pass(15 * MINUTE_MS - 1);
  expect(field(stage, `${ALL}/${id}`, 'status')).toBe('provisioning');
  stage.pass(15 * MINUTE_MS + 1);
  expect(stage.call('GET', `${ALL}/${id}`).body).toMatchObject({
    status: 'active',
    hosts: {
      primary: expect.stringContaining(`lin-${id}-`) as string,
      secondary: expect.stringContaining('-private') as string,
    },
    updates: { day_of_week: expect.any(Number) as number, week_of_month: null },
  });
  expect([event('status'), event('percent_complete'), event('time_remaining')]).toEqual([
    'finished',
    100,
    null,
  ]);
  expect(event('duration')).toBeGreaterThanOrEqual(900);
});

test('after an update was accepted a read may still say active, then updating, then active', () => {
  const seen = new Set<string>();
  for (const seed of [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]) {
    const stage = openStage({ seed });
    const id = active(stage);
    const status = (): unknown => field(stage, `${ALL}/${id}`, 'status');
    stage.call('PUT', `${ALL}/${id}`, { label: 'renamed' });
    const first = status();
    expect(stage.call('PUT', `${ALL}/${id}`, { label: 'again' }).status).toBe(400);
    stage.pass(4000);
    const second = status();
    stage.pass(81_000);
    seen.add([first, second, status()].join());
  }
  expect(seen).toEqual(new Set(['active,updating,active', 'updating,updating,active']));
});

test('a certificate comes some time after the credentials', () => {
  const stage = openStage();
  const id = fresh(stage);
  while (field(stage, `${ALL}/${id}`, 'status') !== 'active') stage.pass(10_000);
  expect(stage.call('GET', `${ALL}/${id}/credentials`).body).toMatchObject({ username: 'linroot' });
  expect(field(stage, `${ALL}/${id}/ssl`, 'ca_certificate')).toBeNull();
  stage.pass(2 * MINUTE_MS);
  const text = Buffer.from(
    String(field(stage, `${ALL}/${id}/ssl`, 'ca_certificate')),
    'base64',
  ).toString();
  expect(text).toMatch(/^-----BEGIN CERTIFICATE-----\n[\s\S]+-----END CERTIFICATE-----\n$/);
});

test.each([
  ['recorded', [200, null]],
  ['documents', [400, undefined]],
] as const)(
  'in the dialect %s the certificate of a database that is updated is %j',
  (dialect, expected) => {
    const stage = openStage({ dialect });
    const id = fresh(stage);
    stage.settle();
    stage.call('PUT', `${ALL}/${id}`, { label: 'renamed' });
    const response = stage.call('GET', `${ALL}/${id}/ssl`);
    expect([response.status, response.at('ca_certificate')]).toEqual(expected);
    stage.settle();
    expect(field(stage, `${ALL}/${id}/ssl`, 'ca_certificate')).toEqual(expect.any(String));
  },
);

test('a new password takes seconds, and only an unrestricted user asks for it', () => {
  const stage = openStage();
  const token = mayCreate(stage);
  const id = Number(stage.call('POST', ALL, BODY, { token }).at('id'));
  stage.settle();
  const password = (): unknown => field(stage, `${ALL}/${id}/credentials`, 'password');
  const before = password();
  expect(stage.call('POST', `${ALL}/${id}/credentials/reset`, undefined, { token }).status).toBe(
    403,
  );
  expect(stage.call('POST', `${ALL}/${id}/credentials/reset`).body).toEqual({});
  expect(password()).toBe(before);
  stage.pass(15_000);
  expect(password()).not.toBe(before);
});

test('a restricted user who created a database sees it, updates it, and cannot delete it', () => {
  const stage = openStage();
  const token = mayCreate(stage);
  fresh(stage, { label: 'hidden' });
  const id = Number(stage.call('POST', ALL, BODY, { token }).at('id'));
  stage.settle();
  expect(stage.call('GET', '/databases/instances', undefined, { token }).at('results')).toBe(1);
  expect(stage.call('PUT', `${ALL}/${id}`, { label: 'renamed' }, { token }).status).toBe(200);
  expect(stage.call('DELETE', `${ALL}/${id}`, undefined, { token }).status).toBe(403);
});

test('the service patches a database when its window opens', () => {
  const stage = openStage();
  const id = active(stage);
  stage.call('POST', '/__sim/incident', { name: 'database.maintained', args: { databaseId: id } });
  stage.pass(30 * MINUTE_MS);
  expect(field(stage, `${ALL}/${id}`, 'status')).toBe('updating');
  stage.settle();
  expect(field(stage, `${ALL}/${id}`, 'status')).toBe('active');
});

import { expect, test } from 'vitest';
import { playAll } from '../../../test/support/simulator/case.ts';
import { field, make } from '../../../test/support/simulator/givens.ts';
import { openStage, type Stage } from '../../../test/support/simulator/stage.ts';

const ZONE = { domain: 'example.org', type: 'master', soa_email: 'admin@example.org' };
const SLAVE = { domain: 'example.org', type: 'slave', master_ips: ['198.51.100.1'] };

const zone = (stage: Stage, body: object = {}): number =>
  make(stage, '/domains', { ...ZONE, ...body });
const slave = (stage: Stage): number => make(stage, '/domains', SLAVE);

const incident = (stage: Stage, name: string, args: object): void => {
  expect(stage.call('POST', '/__sim/incident', { name, args }).status).toBe(200);
};

const takenElsewhere = (stage: Stage): number => {
  incident(stage, 'domain.takenElsewhere', { domain: 'Example.ORG' });
  return 0;
};

/** Addresses of 1000 characters in total. */
const ADDRESSES = [
  ...Array.from({ length: 70 }, (_, index) => `198.51.100.${100 + index}`),
  '198.51.100.1',
  '10.2.3.4',
];

playAll([
  {
    name: 'a master is active and has empty texts and lists',
    call: () => ['POST', '/domains', ZONE],
    has: {
      type: 'master',
      status: 'active',
      group: '',
      description: '',
      errors: '',
      master_ips: [],
      axfr_ips: [],
      tags: [],
      ttl_sec: 0,
    },
  },
  {
    name: 'unset texts are null',
    dialect: 'documents',
    call: () => ['POST', '/domains', ZONE],
    has: { group: null, description: null, soa_email: 'admin@example.org' },
  },
  {
    name: 'null lists count as not sent',
    call: () => ['POST', '/domains', { ...ZONE, master_ips: null, axfr_ips: null, tags: null }],
    has: { master_ips: [], axfr_ips: [], tags: [] },
  },
  {
    name: 'name and type are wanted',
    call: () => ['POST', '/domains', { soa_email: 'admin@example.org' }],
    status: 400,
    problems: ['domain: domain is required', 'type: type is required'],
  },
  {
    name: 'a master wants an address for its SOA record',
    call: () => ['POST', '/domains', { domain: 'example.org', type: 'master' }],
    status: 400,
    problems: ['soa_email: soa_email required when type=master'],
  },
  {
    name: 'a slave wants a master',
    call: () => ['POST', '/domains', { domain: 'example.org', type: 'slave' }],
    status: 400,
    problems: ['master_ips: You need at least one master DNS server IP address for this zone.'],
  },
  {
    name: 'a slave wants no address for its SOA record',
    call: () => ['POST', '/domains', SLAVE],
    has: { soa_email: '' },
  },
  {
    name: 'masters are addresses',
    call: () => ['POST', '/domains', { ...SLAVE, master_ips: ['198.51.100.1', 'ns1.example.net'] }],
    status: 400,
    problems: ['master_ips[1]: Invalid IP address'],
  },
  {
    name: 'a list of addresses has up to 1000 characters in all',
    call: () => ['POST', '/domains', { ...ZONE, axfr_ips: ADDRESSES }],
  },
  {
    name: 'a list of addresses has no more than that',
    call: () => [
      'POST',
      '/domains',
      { ...ZONE, axfr_ips: [...ADDRESSES.slice(0, -1), '10.20.3.4'] },
    ],
    status: 400,
    problems: ['axfr_ips: Length must be 0-1000 characters'],
  },
  {
    name: 'the mailbox is an address',
    call: () => ['POST', '/domains', { ...ZONE, soa_email: 'admin' }],
    status: 400,
    problems: ['soa_email: soa_email is not valid'],
  },
  {
    name: 'times are rounded up, also to the short ones',
    call: () => [
      'POST',
      '/domains',
      { ...ZONE, ttl_sec: 60, refresh_sec: 900, retry_sec: 0, expire_sec: 9_999_999 },
    ],
    has: { ttl_sec: 120, refresh_sec: 3600, retry_sec: 0, expire_sec: 2_419_200 },
  },
  {
    name: 'times are rounded up to the listed ones',
    dialect: 'documents',
    call: () => ['POST', '/domains', { ...ZONE, ttl_sec: 60, refresh_sec: 900 }],
    has: { ttl_sec: 300, refresh_sec: 3600 },
  },
  {
    name: 'a name of one label is no domain',
    call: () => ['POST', '/domains', { ...ZONE, domain: 'example' }],
    status: 400,
    problems: ['domain: Domain is not valid.'],
  },
  {
    name: 'a label has at most 63 characters',
    call: () => ['POST', '/domains', { ...ZONE, domain: `${'a'.repeat(64)}.org` }],
    status: 400,
    problems: ['domain: Domain is not valid.'],
  },
  {
    name: 'underscores are taken',
    call: () => ['POST', '/domains', { ...ZONE, domain: '_zone.example.org' }],
  },
  {
    name: 'underscores are not taken',
    dialect: 'documents',
    call: () => ['POST', '/domains', { ...ZONE, domain: '_zone.example.org' }],
    status: 400,
    problems: ['domain: Domain is not valid.'],
  },
  {
    name: 'reverse zones are taken',
    dialect: 'documents',
    call: () => ['POST', '/domains', { ...ZONE, domain: '2.0.192.in-addr.arpa' }],
  },
  {
    name: 'a name is taken once, in any spelling',
    given: zone,
    call: () => ['POST', '/domains', { ...ZONE, domain: 'EXAMPLE.org' }],
    status: 400,
    problems: ['domain: DNS zone already exists.'],
  },
  {
    name: 'a name that another account has is taken and not to be seen',
    given: takenElsewhere,
    call: () => ['POST', '/domains', ZONE],
    status: 400,
    problems: ['domain: DNS zone already exists.'],
    afterwards: (stage) => expect(field(stage, '/domains', 'results')).toBe(0),
  },
  {
    name: 'a name that the second account of the simulator has is taken',
    given: (stage) => {
      stage.call(
        'POST',
        '/domains',
        { ...ZONE, domain: 'Example.org' },
        { token: stage.sim.tokens.other },
      );
      return 0;
    },
    call: () => ['POST', '/domains', ZONE],
    status: 400,
    problems: ['domain: DNS zone already exists.'],
  },
  {
    name: 'a name is taken for the second account too',
    given: zone,
    call: (_id, stage) => ['POST', '/domains', ZONE, { token: stage.sim.tokens.other }],
    status: 400,
    problems: ['domain: DNS zone already exists.'],
  },
  {
    name: 'a name that another account gave back is free',
    given: (stage) => {
      takenElsewhere(stage);
      incident(stage, 'domain.freedElsewhere', { domain: 'example.org' });
      return 0;
    },
    call: () => ['POST', '/domains', ZONE],
  },
  {
    name: 'an update changes what it names',
    given: (stage) => zone(stage, { tags: ['one'], ttl_sec: 300 }),
    call: (id) => [
      'PUT',
      `/domains/${id}`,
      { description: 'a zone', axfr_ips: ['2001:db8::1'], master_ips: null, tags: null },
    ],
    has: {
      description: 'a zone',
      axfr_ips: ['2001:db8::1'],
      tags: ['one'],
      ttl_sec: 300,
      soa_email: 'admin@example.org',
    },
  },
  {
    name: 'a domain can be renamed',
    given: zone,
    call: (id) => ['PUT', `/domains/${id}`, { domain: 'example.net' }],
    has: { domain: 'example.net' },
  },
  {
    name: 'its own name is not in its way',
    given: zone,
    call: (id) => ['PUT', `/domains/${id}`, { domain: 'Example.org' }],
  },
  {
    name: 'a domain cannot take a name that is taken',
    given: (stage) => {
      zone(stage, { domain: 'example.net' });
      return zone(stage);
    },
    call: (id) => ['PUT', `/domains/${id}`, { domain: 'example.net' }],
    status: 400,
    problems: ['domain: DNS zone already exists.'],
  },
  {
    name: 'a master becomes a slave only with a master',
    given: zone,
    call: (id) => ['PUT', `/domains/${id}`, { type: 'slave' }],
    status: 400,
    problems: ['master_ips: You need at least one master DNS server IP address for this zone.'],
  },
  {
    name: 'a slave becomes a master only with an address',
    given: slave,
    call: (id) => ['PUT', `/domains/${id}`, { type: 'master' }],
    status: 400,
    problems: ['soa_email: soa_email required when type=master'],
  },
  {
    name: 'the type changes together with what it wants',
    given: slave,
    call: (id) => ['PUT', `/domains/${id}`, { type: 'master', soa_email: 'admin@example.org' }],
    has: { type: 'master' },
  },
  {
    name: 'a slave keeps a master',
    given: slave,
    call: (id) => ['PUT', `/domains/${id}`, { master_ips: [] }],
    status: 400,
    problems: ['master_ips: You need at least one master DNS server IP address for this zone.'],
  },
  {
    name: 'only two status words can be set',
    given: zone,
    call: (id) => ['PUT', `/domains/${id}`, { status: 'edit_mode' }],
    status: 400,
    problems: ['status: Must be one of disabled, active'],
  },
  {
    name: 'a domain can be disabled',
    given: zone,
    call: (id) => ['PUT', `/domains/${id}`, { status: 'disabled' }],
    has: { status: 'disabled' },
  },
  {
    name: 'domains are filtered by name',
    given: (stage) => {
      zone(stage, { domain: 'example.net' });
      return zone(stage);
    },
    call: () => ['GET', '/domains', undefined, { filter: { domain: 'example.org' } }],
    has: { results: 1, data: [{ domain: 'example.org' }] },
  },
  {
    name: 'domains are not filtered by status',
    call: () => ['GET', '/domains', undefined, { filter: { status: 'active' } }],
    status: 400,
    problems: ['X-Filter: Cannot filter on status'],
  },
  {
    name: 'the service can have other words for the status',
    given: (stage) => {
      stage.sim.addFault({ kind: 'statusWord', route: '/domains/{domainId}', word: 'has_errors' });
      return zone(stage);
    },
    call: (id) => ['GET', `/domains/${id}`],
    has: { status: 'has_errors' },
  },
  {
    name: 'a deleted domain is not found, its records neither, and its name is free',
    given: (stage) => {
      const id = zone(stage);
      make(stage, `/domains/${id}/records`, { type: 'A', name: 'www', target: '198.51.100.1' });
      return id;
    },
    call: (id) => ['DELETE', `/domains/${id}`],
    afterwards: (stage, id) => {
      expect(stage.call('GET', `/domains/${id}`).status).toBe(404);
      expect(stage.call('GET', `/domains/${id}/records`).status).toBe(404);
      expect(zone(stage)).not.toBe(id);
    },
  },
]);

const guest = (stage: Stage): { readonly token: string } => ({
  token: stage.sim.tokens.restricted,
});

playAll([
  {
    name: 'a restricted user needs a grant to create a domain',
    call: (_id, stage) => ['POST', '/domains', ZONE, guest(stage)],
    status: 403,
    problems: ['Unauthorized'],
  },
  {
    name: 'a restricted user does not see a domain without a grant',
    given: zone,
    call: (id, stage) => ['GET', `/domains/${id}`, undefined, guest(stage)],
    status: 404,
  },
  {
    name: 'nor its records',
    given: zone,
    call: (id, stage) => ['GET', `/domains/${id}/records`, undefined, guest(stage)],
    status: 404,
  },
  {
    name: 'nor finds it in the list',
    given: zone,
    call: (_id, stage) => ['GET', '/domains', undefined, guest(stage)],
    has: { results: 0 },
  },
  {
    name: 'a token that only reads cannot write',
    given: zone,
    call: (id, stage) => ['PUT', `/domains/${id}`, {}, { token: stage.sim.tokens.readonly }],
    status: 401,
  },
]);

test('changes of domains and records emit events about the domain', () => {
  const stage = openStage();
  const id = zone(stage, { tags: ['tag'] });
  const record = make(stage, `/domains/${id}/records`, {
    type: 'A',
    name: 'www',
    target: '198.51.100.1',
  });
  stage.call('PUT', `/domains/${id}/records/${record}`, { ttl_sec: 300 });
  stage.call('DELETE', `/domains/${id}/records/${record}`);
  stage.call('PUT', `/domains/${id}`, { description: 'a zone' });
  stage.call('DELETE', `/domains/${id}`);
  const told = stage.call('GET', '/account/events', undefined, {
    filter: { 'entity.type': 'domain', 'entity.id': id },
  });
  const actions = (told.at('data') as readonly { readonly action: string }[]).map(
    ({ action }) => action,
  );
  expect(actions).toEqual([
    'dns_zone_create',
    'dns_record_create',
    'dns_record_update',
    'dns_record_delete',
    'dns_zone_update',
    'dns_zone_delete',
  ]);
  expect(told.at('data', 0, 'entity')).toEqual({
    id,
    type: 'domain',
    label: 'example.org',
    url: `/v4/domains/${id}`,
  });
});

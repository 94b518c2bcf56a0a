import { expect, test } from 'vitest';
import { playAll } from '../../../test/support/simulator/case.ts';
import { bare, field, make, PLACE } from '../../../test/support/simulator/givens.ts';
import { openStage, type Stage } from '../../../test/support/simulator/stage.ts';

const ALL = '/networking/ips';

const incident = (stage: Stage, name: string, args: object): void => {
  expect(stage.call('POST', '/__sim/incident', { name, args }).status).toBe(200);
};

const enabled = (stage: Stage): number => {
  const id = bare(stage);
  incident(stage, 'address.enabled', { computeId: id });
  return id;
};

const withPrivate = (stage: Stage): number => {
  const id = make(stage, '/compute/instances', { ...PLACE, private_ip: true });
  stage.settle();
  return id;
};

const ips = (id: number): string => `/compute/instances/${id}/ips`;
const addressesOf = (stage: Stage, id: number): unknown =>
  field(stage, `/compute/instances/${id}`, 'ipv4');
const slaac = (stage: Stage, id: number): string =>
  String(field(stage, `/compute/instances/${id}`, 'ipv6')).replace('/128', '');

const MORE =
  'Additional IPv4 addresses require technical justification.  Please open a Support Ticket describing your requirement';
const LOOKUP = "rdns: We were unable to perform a lookup for 'web.example.org' at this time.";
const FIRST = '198.18.0.2';

playAll([
  {
    name: 'public addresses of all instances are listed, IPv6 among them',
    given: withPrivate,
    call: () => ['GET', ALL],
    has: {
      results: 2,
      data: [
        {
          address: FIRST,
          gateway: '198.18.0.1',
          subnet_mask: '255.255.255.0',
          prefix: 24,
          type: 'ipv4',
          public: true,
          rdns: '198-18-0-2.ip.computeusercontent.example',
          compute_id: 46_000_001,
          region: 'us-east',
        },
        {
          gateway: 'fe80::1',
          subnet_mask: 'ffff:ffff:ffff:ffff::',
          prefix: 64,
          type: 'ipv6',
          public: true,
          rdns: null,
        },
      ],
    },
  },
  {
    name: 'addresses are filtered by region',
    given: bare,
    call: () => ['GET', ALL, undefined, { filter: { region: 'eu-west' } }],
    has: { results: 0 },
  },
  {
    name: 'addresses are filtered by instance',
    given: (stage) => {
      bare(stage);
      return bare(stage);
    },
    call: (id) => ['GET', ALL, undefined, { filter: { compute_id: id } }],
    has: { results: 2 },
  },
  {
    name: 'addresses are not filtered by instance',
    dialect: 'documents',
    given: bare,
    call: (id) => ['GET', ALL, undefined, { filter: { compute_id: id } }],
    status: 400,
    problems: ['X-Filter: Cannot filter on compute_id'],
  },
  {
    name: 'a restricted user sees the addresses of their own instances only',
    given: (stage) => {
      bare(stage);
      return Number(
        stage
          .call('POST', '/compute/instances', PLACE, { token: stage.sim.tokens.restricted })
          .at('id'),
      );
    },
    call: (_id, stage) => ['GET', ALL, undefined, { token: stage.sim.tokens.restricted }],
    has: { results: 2, data: [{ compute_id: 46_000_002 }, { compute_id: 46_000_002 }] },
  },
  {
    name: 'and finds no others',
    given: bare,
    call: (_id, stage) => [
      'GET',
      `${ALL}/${FIRST}`,
      undefined,
      { token: stage.sim.tokens.restricted },
    ],
    status: 404,
  },
  {
    name: 'an address is found by itself',
    given: bare,
    call: () => ['GET', `${ALL}/${FIRST}`],
    has: { address: FIRST },
  },
  {
    name: 'an unassigned address is not found',
    call: () => ['GET', `${ALL}/10.0.0.1`],
    status: 404,
    problems: ['Not found'],
  },
  {
    name: 'an IPv6 address is found by any spelling',
    given: bare,
    call: (id, stage) => ['GET', `${ALL}/${slaac(stage, id).toUpperCase()}`],
    has: { type: 'ipv6', compute_id: 46_000_001 },
  },
  {
    name: 'a private address is found by itself, though it is not listed',
    given: withPrivate,
    call: () => ['GET', `${ALL}/192.168.128.2`],
    has: { public: false, gateway: null, subnet_mask: '255.255.128.0', prefix: 17, rdns: null },
  },
  {
    name: 'an instance is given one private address',
    given: bare,
    call: (id) => ['POST', ALL, { compute_id: id, public: false, type: 'ipv4' }],
    has: { address: '192.168.128.2', public: false },
    afterwards: (stage, id) => expect(addressesOf(stage, id)).toEqual([FIRST, '192.168.128.2']),
  },
  {
    name: 'and no second one',
    given: withPrivate,
    call: (id) => ['POST', ips(id), { public: false, type: 'ipv4' }],
    status: 400,
    problems: ['Compute already has a private IP address.'],
  },
  {
    name: 'further public addresses require a permission',
    given: bare,
    call: (id) => ['POST', ALL, { compute_id: id, public: true, type: 'ipv4' }],
    status: 400,
    problems: [MORE],
  },
  {
    name: 'they are for an instance that was enabled, and stand before the private one',
    given: (stage) => {
      const id = enabled(stage);
      make(stage, ips(id), { public: false, type: 'ipv4' });
      return id;
    },
    call: (id) => ['POST', ips(id), { public: true, type: 'ipv4' }],
    has: { address: '198.18.0.3', public: true },
    afterwards: (stage, id) =>
      expect(addressesOf(stage, id)).toEqual([FIRST, '198.18.0.3', '192.168.128.2']),
  },
  {
    name: 'an instance that is not there gets nothing',
    call: () => ['POST', ALL, { compute_id: 1, public: false, type: 'ipv4' }],
    status: 400,
    problems: ['compute_id: Compute is not active'],
  },
  {
    name: 'all three fields are wanted',
    call: () => ['POST', ALL, {}],
    status: 400,
    problems: [
      'compute_id: compute_id is required',
      'public: public is required',
      'type: type is required',
    ],
  },
  {
    name: 'an instance shows its addresses by kind',
    given: withPrivate,
    call: (id) => ['GET', ips(id)],
    has: {
      ipv4: {
        public: [{ address: FIRST }],
        private: [{ address: '192.168.128.2' }],
        shared: [],
        reserved: [],
      },
      ipv6: { slaac: { public: true }, link_local: { public: false }, global: [] },
    },
    afterwards: (stage, id) => {
      const [own, local] = ['slaac', 'link_local'].map((kind) =>
        String(field(stage, ips(id), 'ipv6', kind, 'address')),
      );
      expect(local).toMatch(/^fe80::f03c:/);
      expect(own?.endsWith(local?.replace('fe80::', '') ?? '?')).toBe(true);
    },
  },
  {
    name: 'an address can be given up',
    given: (stage) => {
      const id = enabled(stage);
      make(stage, ips(id), { public: true, type: 'ipv4' });
      return id;
    },
    call: (id) => ['DELETE', `${ips(id)}/${FIRST}`],
    afterwards: (stage, id) => expect(addressesOf(stage, id)).toEqual(['198.18.0.3']),
  },
  {
    name: 'but not the last public one',
    given: withPrivate,
    call: (id) => ['DELETE', `${ips(id)}/${FIRST}`],
    status: 400,
    problems: ['Compute must keep at least one public IPv4 address.'],
  },
  {
    name: 'a private one can',
    given: withPrivate,
    call: (id) => ['DELETE', `${ips(id)}/192.168.128.2`],
  },
  {
    name: 'an IPv6 address stays',
    given: bare,
    call: (id, stage) => ['DELETE', `${ips(id)}/${slaac(stage, id)}`],
    status: 400,
    problems: ['IPv6 addresses of a Compute cannot be deleted.'],
  },
  {
    name: 'the address of another instance is not found below this one',
    given: (stage) => {
      bare(stage);
      return bare(stage);
    },
    call: (id) => ['GET', `${ips(id)}/${FIRST}`],
    status: 404,
  },
  {
    name: 'the default name can be set',
    given: bare,
    call: () => ['PUT', `${ALL}/${FIRST}`, { rdns: '198-18-0-2.ip.computeusercontent.example' }],
    has: { rdns: '198-18-0-2.ip.computeusercontent.example' },
  },
  {
    name: 'a name is wanted, or null',
    given: bare,
    call: () => ['PUT', `${ALL}/${FIRST}`, {}],
    status: 400,
    problems: ['rdns: rdns is required'],
  },
  {
    name: 'a name is a domain',
    given: bare,
    call: () => ['PUT', `${ALL}/${FIRST}`, { rdns: 'no domain' }],
    status: 400,
    problems: ['rdns: Domain is not valid.'],
  },
  {
    name: 'a name must resolve to the address',
    given: (stage) => {
      incident(stage, 'domain.namedElsewhere', { name: 'web.example.org', address: '198.18.0.3' });
      return bare(stage);
    },
    call: () => ['PUT', `${ALL}/${FIRST}`, { rdns: 'web.example.org' }],
    status: 400,
    problems: [LOOKUP],
  },
  {
    name: 'a name that resolves is taken, null brings the default back',
    given: (stage) => {
      incident(stage, 'domain.namedElsewhere', { name: 'web.example.org', address: FIRST });
      return bare(stage);
    },
    call: (id) => ['PUT', `${ips(id)}/${FIRST}`, { rdns: 'web.example.org' }],
    has: { rdns: 'web.example.org' },
    afterwards: (stage) => {
      expect(field(stage, `${ALL}/${FIRST}`, 'rdns')).toBe('web.example.org');
      expect(stage.call('PUT', `${ALL}/${FIRST}`, { rdns: null }).at('rdns')).toBe(
        '198-18-0-2.ip.computeusercontent.example',
      );
    },
  },
  {
    name: 'a private address has no name',
    given: withPrivate,
    call: () => ['PUT', `${ALL}/192.168.128.2`, { rdns: 'web.example.org' }],
    status: 400,
    problems: ['rdns: rdns cannot be set for a private address.'],
  },
]);

test('a name of the account’s own zone resolves when the zone has been rendered, while it is active', () => {
  const stage = openStage();
  bare(stage);
  const zone = make(stage, '/domains', {
    domain: 'example.org',
    type: 'master',
    soa_email: 'admin@example.org',
  });
  make(stage, `/domains/${zone}/records`, { type: 'A', name: 'web', target: FIRST });
  const set = (): number =>
    stage.call('PUT', `${ALL}/${FIRST}`, { rdns: 'web.example.org' }).status;
  expect(set()).toBe(400);
  stage.pass(4 * 60_000);
  expect(set()).toBe(200);
  stage.call('PUT', `/domains/${zone}`, { status: 'disabled' });
  expect(set()).toBe(200);
  stage.call('PUT', `${ALL}/${FIRST}`, { rdns: null });
  expect(set()).toBe(400);
});

test('names of IPv6 addresses can be left out of the list', () => {
  const stage = openStage();
  const address = slaac(stage, bare(stage));
  incident(stage, 'domain.namedElsewhere', { name: 'web.example.org', address });
  expect(stage.call('PUT', `${ALL}/${address}`, { rdns: 'web.example.org' }).status).toBe(200);
  expect(field(stage, ALL, 'data', 1, 'rdns')).toBe('web.example.org');
  expect(field(stage, `${ALL}?skip_ipv6_rdns=false`, 'data', 1, 'rdns')).toBe('web.example.org');
  expect(field(stage, `${ALL}?skip_ipv6_rdns=true`, 'data', 1, 'rdns')).toBeNull();
  expect(stage.call('GET', `${ALL}?skip_ipv6_rdns=perhaps`).status).toBe(400);
});

test('a deleted instance takes its addresses, their names and its ranges along', () => {
  const stage = openStage();
  const id = bare(stage);
  incident(stage, 'domain.namedElsewhere', { name: 'web.example.org', address: FIRST });
  incident(stage, 'address.rangeRouted', { computeId: id, prefix: 64 });
  stage.call('PUT', `${ALL}/${FIRST}`, { rdns: 'web.example.org' });
  stage.call('DELETE', `/compute/instances/${id}`);
  stage.settle();
  expect(field(stage, ALL, 'results')).toBe(0);
  const { tables } = stage.sim.world();
  expect([tables['reverse names'], tables['ipv6 ranges']]).toEqual([[], []]);
});

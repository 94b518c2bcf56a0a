import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RECORD_TYPES } from '../../src/api/records.ts';
import { bare, make } from '../../test/support/simulator/givens.ts';
import { openStage } from '../../test/support/simulator/stage.ts';

const RULES = { inbound_policy: 'DROP', outbound_policy: 'ACCEPT' };

const stage = openStage();
const compute = bare(stage);
const domain = make(stage, '/domains', {
  domain: 'example.org',
  type: 'master',
  soa_email: 'admin@example.org',
});
const record = make(stage, `/domains/${domain}/records`, {
  type: 'A',
  name: 'www',
  target: '198.51.100.1',
});
const firewall = make(stage, '/networking/firewalls', { label: 'firewall', rules: RULES });

/** Values for a field: valid, invalid, and nearly valid. */
const value = fc.oneof(
  fc.constantFrom(
    ...RECORD_TYPES,
    'master',
    'slave',
    'example.org',
    '*',
    '.',
    '..',
    '[remote_addr]',
    '::',
    '::ffff:1.2.3.4',
    '1.2.3.4/33',
  ),
  fc.constantFrom(
    '198.18.0.2',
    'ipv4',
    'us-east',
    'TCP',
    'ACCEPT',
    '1-,2',
    'a@b.example',
    '__proto__',
  ),
  fc.constantFrom<unknown>(
    compute,
    domain,
    record,
    firewall,
    0,
    -1,
    1.5,
    1e21,
    true,
    null,
    '',
    [],
    {},
    [null],
    [[]],
  ),
  fc.jsonValue({ maxDepth: 2 }),
);

const bodyOf = (fields: readonly string[]): fc.Arbitrary<object> =>
  fc
    .dictionary(fc.constantFrom(...fields), value, { maxKeys: fields.length })
    .map((body) => ({ ...body }));

const RULE = ['action', 'addresses', 'protocol', 'ports', 'label', 'description'] as const;
const SIDES = ['inbound', 'inbound_policy', 'outbound', 'outbound_policy'] as const;
const RECORD = [
  'type',
  'name',
  'target',
  'ttl_sec',
  'priority',
  'weight',
  'port',
  'service',
  'protocol',
  'tag',
] as const;
const DOMAIN = [
  'domain',
  'type',
  'status',
  'soa_email',
  'master_ips',
  'axfr_ips',
  'ttl_sec',
  'group',
  'tags',
  'remote_nameserver',
] as const;

const rules = fc
  .tuple(bodyOf(SIDES), bodyOf(RULE))
  .map(([body, rule]) => ({ ...RULES, inbound: [rule], ...body }));
const moves = fc
  .tuple(bodyOf(['assignments', 'region']), bodyOf(['address', 'compute_id']))
  .map(([body, move]) => ({ assignments: [move], region: 'us-east', ...body }));

const CALLS: readonly (readonly [method: string, path: string, body: fc.Arbitrary<object>])[] = [
  ['POST', '/domains', bodyOf(DOMAIN)],
  ['POST', '/domains/import', bodyOf(DOMAIN)],
  ['POST', `/domains/${domain}/clone`, bodyOf(DOMAIN)],
  ['PUT', `/domains/${domain}`, bodyOf(DOMAIN)],
  ['POST', `/domains/${domain}/records`, bodyOf(RECORD)],
  ['PUT', `/domains/${domain}/records/${record}`, bodyOf(RECORD)],
  ['POST', '/networking/firewalls', rules.map((sent) => ({ label: 'other', rules: sent }))],
  ['POST', '/networking/firewalls', bodyOf(['label', 'rules', 'devices', 'tags'])],
  ['PUT', `/networking/firewalls/${firewall}`, bodyOf(['label', 'status', 'tags'])],
  ['PUT', `/networking/firewalls/${firewall}/rules`, rules],
  ['POST', `/networking/firewalls/${firewall}/devices`, bodyOf(['id', 'type'])],
  ['POST', '/networking/ips', bodyOf(['compute_id', 'public', 'type'])],
  ['POST', '/networking/ips/assign', moves],
  ['POST', 'beta/networking/ips/share', bodyOf(['ips', 'compute_id'])],
  ['PUT', '/networking/ips/198.18.0.2', bodyOf(['rdns'])],
  ['POST', `/compute/instances/${compute}/ips`, bodyOf(['public', 'type'])],
];

test.each(CALLS)(
  'whatever body comes with %s %s, it is done or refused with reasons',
  (method, path, bodies) => {
    fc.assert(
      fc.property(bodies, (body) => {
        const response = stage.call(method, path, body);
        expect([200, 400]).toContain(response.status);
        if (response.status === 400)
          expect(response.at('errors', 0, 'reason')).toEqual(expect.any(String));
      }),
      { numRuns: 100 },
    );
  },
);

test.each(['/networking/ips', `/compute/instances/${compute}/ips`])(
  'whatever stands behind %s, it is found or not',
  (path) => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.ipV4(),
          fc.ipV6(),
          fc.string({ minLength: 1 }),
          fc.constantFrom('::/64', '..', '%', '198.18.0.2/24'),
        ),
        (address) => {
          expect([200, 404]).toContain(
            stage.call('GET', `${path}/${encodeURIComponent(address)}`).status,
          );
        },
      ),
    );
  },
);

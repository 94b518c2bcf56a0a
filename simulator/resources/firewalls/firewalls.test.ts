import { expect, test } from 'vitest';
import { type Case, playAll } from '../../../test/support/simulator/case.ts';
import { bare, field, make } from '../../../test/support/simulator/givens.ts';
import { openStage, type Stage } from '../../../test/support/simulator/stage.ts';

const ALL = '/networking/firewalls';
const POLICIES = { inbound_policy: 'DROP', outbound_policy: 'ACCEPT' };
const SSH = {
  action: 'ACCEPT',
  protocol: 'TCP',
  ports: '22',
  addresses: { ipv4: ['0.0.0.0/0'], ipv6: ['::/0'] },
};
const PING = { action: 'DROP', protocol: 'ICMP', addresses: { ipv4: ['198.51.100.0/24'] } };
const RULES = { ...POLICIES, inbound: [SSH], outbound: [PING] };

const firewall = (stage: Stage, body: object = {}): number =>
  make(stage, ALL, { label: 'firewall', rules: RULES, ...body });

const times = <Item>(count: number, item: Item): readonly Item[] =>
  Array.from({ length: count }, () => item);
const singles = (count: number): string =>
  Array.from({ length: count }, (_, index) => index + 1).join(',');

const labelled = (label: unknown, problem?: string): Case => ({
  name: `label ${String(label)}`,
  call: () => ['POST', ALL, { label, rules: POLICIES }],
  ...(problem === undefined
    ? { has: { label } }
    : { status: 400, problems: [`label: ${problem}`] }),
});

const ruled = (name: string, rule: object, ...problems: readonly string[]): Case => ({
  name: `a rule: ${name}`,
  call: () => ['POST', ALL, { label: 'firewall', rules: { ...POLICIES, inbound: [rule] } }],
  ...(problems.length === 0
    ? { has: { rules: { inbound: [rule] } } }
    : { status: 400, problems: problems.map((text) => `rules.inbound[0].${text}`) }),
});

const ported = (ports: string, problem?: string): Case =>
  ruled(
    `ports ${ports}`,
    { ...SSH, ports },
    ...(problem === undefined ? [] : [`ports: ${problem}`]),
  );

const NOT_VALID = 'ports is not valid';
const ENDS = 'Must begin and end with a letter or digit';

playAll([
  labelled('abc'),
  labelled('1-a_b.c2'),
  labelled('a'.repeat(32)),
  labelled('ab', 'Length must be 3-32 characters'),
  labelled('a'.repeat(33), 'Length must be 3-32 characters'),
  labelled('-ab', ENDS),
  labelled('ab.', ENDS),
  labelled('a b', 'Must only use letters, digits, dashes, underscores and periods'),
  labelled('a--b', 'Must not have two dashes, underscores or periods in a row'),
  labelled('a__b', 'Must not have two dashes, underscores or periods in a row'),
  labelled('a..b', 'Must not have two dashes, underscores or periods in a row'),
  labelled('a-_b'),
  labelled(undefined, 'label is required'),
  ported('1'),
  ported('65535'),
  ported('22-24, 80,443'),
  ported(singles(15)),
  ported(`${singles(13)},100-200`),
  ported('0', NOT_VALID),
  ported('65536', NOT_VALID),
  ported('022', NOT_VALID),
  ported('22-22', NOT_VALID),
  ported('24-22', NOT_VALID),
  ported('1-2-3', NOT_VALID),
  ported('22,  80', NOT_VALID),
  ported('22 ,80', NOT_VALID),
  ported(' 22', NOT_VALID),
  ported('22,', NOT_VALID),
  ported('', NOT_VALID),
  ported(singles(16), 'ports can have at most 15 pieces'),
  ported(`${singles(14)},100-200`, 'ports can have at most 15 pieces'),
  ruled('without ports for ICMP', PING),
  ruled('with ports for ICMP', { ...PING, ports: '1' }, 'ports: ports are not allowed for ICMP'),
  ruled(
    'with ports for IPENCAP',
    { ...PING, protocol: 'IPENCAP', ports: '1' },
    'ports: ports are not allowed for IPENCAP',
  ),
  ruled('without ports for UDP', { ...PING, protocol: 'UDP' }, 'ports: ports is required'),
  ruled(
    'another protocol',
    { ...PING, protocol: 'GRE' },
    'protocol: Must be one of TCP, UDP, ICMP, IPENCAP',
  ),
  ruled(
    'without addresses',
    { action: 'DROP', protocol: 'ICMP' },
    'addresses: addresses is required',
  ),
  ruled('no address of either family', { ...PING, addresses: {} }),
  ruled(
    'an address without a mask',
    { ...PING, addresses: { ipv4: ['198.51.100.1'] } },
    'addresses.ipv4[0]: Must be an IP in IP/mask format',
  ),
  ruled(
    'families mixed up',
    { ...PING, addresses: { ipv6: ['::/0', '0.0.0.0/0'] } },
    'addresses.ipv6[1]: Must be an IP in IP/mask format',
  ),
  ruled('255 addresses', {
    ...PING,
    addresses: { ipv4: times(200, '198.51.100.1/32'), ipv6: times(55, '2001:db8::/32') },
  }),
  ruled(
    '256 addresses',
    {
      ...PING,
      addresses: { ipv4: times(200, '198.51.100.1/32'), ipv6: times(56, '2001:db8::/32') },
    },
    'addresses: A rule can have at most 255 addresses',
  ),
  ruled('a short label', { ...PING, label: 'ab' }, 'label: Length must be 3-32 characters'),
  ruled(
    'an empty description',
    { ...PING, description: '' },
    'description: Length must be 1-100 characters',
  ),
]);

playAll([
  {
    name: 'a firewall is enabled, its rules are as sent',
    call: () => ['POST', ALL, { label: 'firewall', rules: RULES, tags: ['foo', 'bar'] }],
    has: { status: 'enabled', rules: RULES, tags: ['bar', 'foo'] },
  },
  {
    name: 'both policies are wanted',
    call: () => ['POST', ALL, { label: 'firewall', rules: {} }],
    status: 400,
    problems: [
      'rules.inbound_policy: inbound_policy is required',
      'rules.outbound_policy: outbound_policy is required',
    ],
  },
  {
    name: 'null in place of a side is kept, a side that is missing is empty',
    call: () => ['POST', ALL, { label: 'firewall', rules: { ...POLICIES, outbound: null } }],
    has: { rules: { ...POLICIES, inbound: [], outbound: null } },
  },
  {
    name: '25 rules in all',
    call: () => [
      'POST',
      ALL,
      {
        label: 'firewall',
        rules: { ...POLICIES, inbound: times(20, SSH), outbound: times(5, PING) },
      },
    ],
  },
  {
    name: 'no more than that',
    call: () => [
      'POST',
      ALL,
      {
        label: 'firewall',
        rules: { ...POLICIES, inbound: times(20, SSH), outbound: times(6, PING) },
      },
    ],
    status: 400,
    problems: ['A firewall can have at most 25 rules'],
  },
  {
    name: 'a label is taken once',
    given: firewall,
    call: () => ['POST', ALL, { label: 'firewall', rules: POLICIES }],
    status: 400,
    problems: ['label: Label must be unique among your Cloud Firewalls'],
  },
  {
    name: 'a firewall can be relabelled and tagged',
    given: firewall,
    call: (id) => ['PUT', `${ALL}/${id}`, { label: 'other', tags: ['tag'] }],
    has: { label: 'other', tags: ['tag'], status: 'enabled', rules: RULES },
  },
  {
    name: 'its own label is not in its way',
    given: firewall,
    call: (id) => ['PUT', `${ALL}/${id}`, { label: 'firewall' }],
  },
  {
    name: 'a label that is taken cannot be had later',
    given: (stage) => {
      firewall(stage);
      return firewall(stage, { label: 'other' });
    },
    call: (id) => ['PUT', `${ALL}/${id}`, { label: 'firewall' }],
    status: 400,
    problems: ['label: Label must be unique among your Cloud Firewalls'],
  },
  {
    name: 'a request cannot set it to deleted',
    given: firewall,
    call: (id) => ['PUT', `${ALL}/${id}`, { status: 'deleted' }],
    status: 400,
    problems: ['status: Must be one of enabled, disabled'],
  },
  {
    name: 'rules are not changed with the rest',
    given: firewall,
    call: (id) => ['PUT', `${ALL}/${id}`, { rules: POLICIES }],
    has: { rules: RULES },
    afterwards: (stage) => expect(stage.sim.calls().unknownFields).toBe(1),
  },
  {
    name: 'the rules are shown alone',
    given: firewall,
    call: (id) => ['GET', `${ALL}/${id}/rules`],
    has: RULES,
  },
  {
    name: 'a side that is missing stays',
    given: firewall,
    call: (id) => ['PUT', `${ALL}/${id}/rules`, { inbound: [PING] }],
    has: { ...RULES, inbound: [PING] },
  },
  {
    name: 'a side that is null becomes null',
    given: firewall,
    call: (id) => ['PUT', `${ALL}/${id}/rules`, { ...RULES, outbound: null }],
    has: { outbound: null },
    afterwards: (stage, id) =>
      expect(field(stage, `${ALL}/${id}`, 'rules')).toEqual({ ...RULES, outbound: null }),
  },
  {
    name: 'policies change alone',
    given: firewall,
    call: (id) => ['PUT', `${ALL}/${id}/rules`, { inbound_policy: 'ACCEPT' }],
    has: { ...RULES, inbound_policy: 'ACCEPT' },
  },
  {
    name: 'the side that stays is counted',
    given: firewall,
    call: (id) => ['PUT', `${ALL}/${id}/rules`, { inbound: times(25, SSH) }],
    status: 400,
    problems: ['A firewall can have at most 25 rules'],
  },
  {
    name: 'rules are looked at one by one',
    given: firewall,
    call: (id) => ['PUT', `${ALL}/${id}/rules`, { outbound: [PING, { ...SSH, ports: '0' }] }],
    status: 400,
    problems: ['outbound[1].ports: ports is not valid'],
  },
  {
    name: 'a deleted firewall is not found and its label is free',
    given: firewall,
    call: (id) => ['DELETE', `${ALL}/${id}`],
    afterwards: (stage, id) => {
      expect(stage.call('GET', `${ALL}/${id}`).status).toBe(404);
      expect(firewall(stage)).not.toBe(id);
    },
  },
  {
    name: 'a deleted firewall is shown as deleted for some seconds',
    dialect: 'documents',
    given: firewall,
    call: (id) => ['DELETE', `${ALL}/${id}`],
    afterwards: (stage, id) => {
      expect(field(stage, `${ALL}/${id}`, 'status')).toBe('deleted');
      expect(stage.call('PUT', `${ALL}/${id}`, {}).status).toBe(404);
      expect(stage.call('PUT', `${ALL}/${id}/rules`, {}).status).toBe(404);
      expect(stage.call('DELETE', `${ALL}/${id}`).status).toBe(404);
      expect(firewall(stage)).not.toBe(id);
      stage.pass(8000);
      expect(stage.call('GET', `${ALL}/${id}`).status).toBe(404);
    },
  },
  {
    name: 'a restricted user needs a grant to create a firewall',
    call: (_id, stage) => [
      'POST',
      ALL,
      { label: 'firewall', rules: POLICIES },
      { token: stage.sim.tokens.restricted },
    ],
    status: 403,
  },
  {
    name: 'a restricted user does not see a firewall without a grant',
    given: firewall,
    call: (id, stage) => [
      'GET',
      `${ALL}/${id}/devices`,
      undefined,
      { token: stage.sim.tokens.restricted },
    ],
    status: 404,
  },
]);

test('changes of a firewall emit events', () => {
  const stage = openStage();
  const compute = bare(stage);
  const id = firewall(stage);
  const device = make(stage, `${ALL}/${id}/devices`, { id: compute, type: 'compute' });
  stage.call('DELETE', `${ALL}/${id}/devices/${device}`);
  stage.call('PUT', `${ALL}/${id}`, { status: 'disabled' });
  stage.call('PUT', `${ALL}/${id}`, { status: 'enabled' });
  stage.call('PUT', `${ALL}/${id}`, { label: 'other' });
  stage.call('PUT', `${ALL}/${id}/rules`, { inbound: [] });
  stage.call('DELETE', `${ALL}/${id}`);
  const told = stage.call('GET', '/account/events', undefined, {
    filter: { 'entity.type': 'firewall', 'entity.id': id },
  });
  expect(
    (told.at('data') as readonly { readonly action: string }[]).map(({ action }) => action),
  ).toEqual([
    'firewall_create',
    'firewall_device_add',
    'firewall_device_remove',
    'firewall_disable',
    'firewall_enable',
    'firewall_update',
    'firewall_update',
    'firewall_delete',
  ]);
});

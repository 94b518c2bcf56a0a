import { refusals } from '../../../model/case.ts';

const anywhere = { ipv4: ['0.0.0.0/0'] };
const ssh = { action: 'ACCEPT', protocol: 'TCP', ports: '22', addresses: anywhere };
const ping = { action: 'ACCEPT', protocol: 'ICMP', addresses: anywhere };
const policies = { inboundPolicy: 'DROP', outboundPolicy: 'ACCEPT' };
const inbound = (...rules: readonly object[]) => ({ rules: { ...policies, inbound: rules } });
const ports = (text: string) => inbound({ ...ssh, ports: text });
const from = (addresses: object) => inbound({ ...ping, addresses });
const times = <T>(count: number, one: T): readonly T[] => Array.from({ length: count }, () => one);
const singles = (count: number): string =>
  Array.from({ length: count }, (_, index) => index + 1).join(',');

const NOT_PORTS = 'spec.rules.inbound[0].ports';
const NO_IPV4 = 'spec.rules.inbound[0].addresses.ipv4[0]';
const NO_IPV6 = 'spec.rules.inbound[0].addresses.ipv6[0]';
const NO_REPEATS = 'spec.label: must not have two dashes, underscores or periods in a row';
const RANGE = 'spec.rules: must have only port ranges whose end is greater than their start';
const foreignMark = 'k8s:00000000-0000-0000-0000-000000000000';

/** Rejections of a Firewall at admission. */
export const firewallAdmission = refusals([
  ['a label has three characters', 'firewalls#firewalls', 'schema', { label: 'ab' }, 'spec.label'],
  [
    'a label has at most 32 characters',
    'firewalls#firewalls',
    'schema',
    { label: 'a'.repeat(33) },
    'spec.label',
  ],
  [
    'a label begins with a letter or digit',
    'firewalls#firewalls',
    'schema',
    { label: '-web' },
    'spec.label',
  ],
  [
    'a label ends with a letter or digit',
    'firewalls#firewalls',
    'schema',
    { label: 'web.' },
    'spec.label',
  ],
  [
    'a label has no other characters',
    'firewalls#firewalls',
    'schema',
    { label: 'web server' },
    'spec.label',
  ],
  ['a label repeats no dash', 'firewalls#firewalls', 'CEL', { label: 'web--a' }, NO_REPEATS],
  ['a label repeats no underscore', 'firewalls#firewalls', 'CEL', { label: 'web__a' }, NO_REPEATS],
  ['a label repeats no period', 'firewalls#firewalls', 'CEL', { label: 'web..a' }, NO_REPEATS],
  [
    'deleted is not a state that a spec can set',
    'firewalls#firewalls',
    'schema',
    { enforcement: 'deleted' },
    'spec.enforcement',
  ],
  [
    'both policies are named',
    'firewalls#firewalls',
    'schema',
    { rules: { inboundPolicy: 'DROP' } },
    'spec.rules.outboundPolicy',
  ],
  [
    'a policy accepts or drops',
    'firewalls#rules',
    'schema',
    { rules: { ...policies, inboundPolicy: 'REJECT' } },
    'spec.rules.inboundPolicy',
  ],
  [
    'a rule accepts or drops',
    'firewalls#rules',
    'schema',
    inbound({ ...ping, action: 'REJECT' }),
    'spec.rules.inbound[0].action',
  ],
  [
    'a protocol is one of four',
    'firewalls#rules',
    'schema',
    inbound({ ...ping, protocol: 'GRE' }),
    'spec.rules.inbound[0].protocol',
  ],
  [
    'a rule has addresses',
    'firewalls#rules',
    'schema',
    inbound({ ...ping, addresses: undefined }),
    'spec.rules.inbound[0].addresses',
  ],
  [
    'a rule label has three characters',
    'firewalls#rules',
    'schema',
    inbound({ ...ping, label: 'ab' }),
    'spec.rules.inbound[0].label',
  ],
  [
    'a rule label has at most 32',
    'firewalls#rules',
    'schema',
    inbound({ ...ping, label: 'a'.repeat(33) }),
    'spec.rules.inbound[0].label',
  ],
  [
    'a description is not empty',
    'firewalls#rules',
    'schema',
    inbound({ ...ping, description: '' }),
    'spec.rules.inbound[0].description',
  ],
  [
    'a description has at most 100',
    'firewalls#rules',
    'schema',
    inbound({ ...ping, description: 'a'.repeat(101) }),
    'inbound[0].description',
  ],
  [
    'ports are needed for TCP',
    'firewalls#ports',
    'CEL',
    inbound({ ...ssh, ports: undefined }),
    'spec.rules: must have ports in each rule for TCP or UDP',
  ],
  [
    'ports are needed for UDP',
    'firewalls#ports',
    'CEL',
    inbound({ ...ping, protocol: 'UDP' }),
    'spec.rules: must have ports in each rule for TCP or UDP',
  ],
  [
    'ICMP has no ports',
    'firewalls#ports',
    'CEL',
    inbound({ ...ping, ports: '1' }),
    'spec.rules: must have no ports in a rule for ICMP or IPENCAP',
  ],
  [
    'spec.rules: must have no ports in a rule for ICMP or IPENCAP',
    'firewalls#ports',
    'CEL',
    inbound({ ...ping, protocol: 'IPENCAP', ports: '1' }),
    'spec.rules: must have no ports in a rule for ICMP or IPENCAP',
  ],
  ['a port is not 0', 'firewalls#ports', 'schema', ports('0'), NOT_PORTS],
  ['a port ends at 65535', 'firewalls#ports', 'schema', ports('65536'), NOT_PORTS],
  ['a port has no zeros in front', 'firewalls#ports', 'schema', ports('022'), NOT_PORTS],
  ['one space may follow a comma', 'firewalls#ports', 'schema', ports('22,  80'), NOT_PORTS],
  ['no space stands before a comma', 'firewalls#ports', 'schema', ports('22 ,80'), NOT_PORTS],
  ['a comma separates', 'firewalls#ports', 'schema', ports('22,'), NOT_PORTS],
  ['a range has two ends', 'firewalls#ports', 'schema', ports('1-2-3'), NOT_PORTS],
  ['at least one port', 'firewalls#ports', 'schema', ports(''), NOT_PORTS],
  ['at most 15 ports', 'firewalls#ports', 'schema', ports(singles(16)), NOT_PORTS],
  [
    'a range counts as two',
    'firewalls#ports',
    'schema',
    ports(`${singles(14)},100-200`),
    NOT_PORTS,
  ],
  ['a range does not end where it starts', 'firewalls#ports', 'CEL', ports('80, 22-22'), RANGE],
  [
    'a range does not end before',
    'firewalls#ports',
    'CEL',
    { rules: { ...policies, outbound: [{ ...ssh, ports: '24-22' }] } },
    RANGE,
  ],
  [
    'an IPv4 address is one',
    'firewalls#rules',
    'schema',
    from({ ipv4: ['256.0.0.1/32'] }),
    NO_IPV4,
  ],
  [
    'an IPv4 mask ends at 32',
    'firewalls#rules',
    'schema',
    from({ ipv4: ['198.51.100.0/33'] }),
    NO_IPV4,
  ],
  [
    'an IPv6 address is one',
    'firewalls#rules',
    'schema',
    from({ ipv6: ['2001:db8:::1'] }),
    NO_IPV6,
  ],
  [
    'an IPv6 mask ends at 128',
    'firewalls#rules',
    'schema',
    from({ ipv6: ['2001:db8::/129'] }),
    NO_IPV6,
  ],
  [
    'families are not mixed',
    'firewalls#rules',
    'schema',
    from({ ipv6: ['198.51.100.0/24'] }),
    NO_IPV6,
  ],
  [
    '25 rules in a direction',
    'firewalls#rules',
    'schema',
    inbound(...times(26, ping)),
    'spec.rules.inbound',
  ],
  [
    'spec.rules: must have at most 25 rules in both directions together',
    'firewalls#rules',
    'CEL',
    { rules: { ...policies, inbound: times(20, ping), outbound: times(6, ping) } },
    'spec.rules: must have at most 25 rules in both directions together',
  ],
  [
    '255 addresses of a family',
    'firewalls#rules',
    'schema',
    from({ ipv4: times(256, '198.51.100.1') }),
    'addresses.ipv4',
  ],
  [
    '255 addresses of both families',
    'firewalls#rules',
    'CEL',
    from({ ipv4: times(200, '198.51.100.1/32'), ipv6: times(56, '2001:db8::/32') }),
    'spec.rules: must have at most 255 addresses in a rule',
  ],
  ['a tag has three characters', 'tags#assign', 'schema', { tags: ['ab'] }, 'spec.tags[0]'],
  [
    'a mark is no tag for people',
    null,
    'CEL',
    { tags: [foreignMark] },
    'spec.tags: must have no tag that begins with k8s:, which belongs to the operator',
  ],
  [
    'an instance is named once',
    null,
    'CEL',
    { instanceRefs: [{ name: 'web-1', id: 7 }] },
    'spec.instanceRefs: must have exactly one of name and id in each reference',
  ],
  [
    'an instance is named',
    null,
    'CEL',
    { instanceRefs: [{ id: 7 }, {}] },
    'spec.instanceRefs: must have exactly one of name and id in each reference',
  ],
  ['an unknown field is refused', null, 'schema', { devices: [] }, 'devices'],
]);

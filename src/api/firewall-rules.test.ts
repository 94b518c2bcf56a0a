import { expect, test } from 'vitest';
import { FIREWALL, FirewallRule, Ports, RulesCreate, RulesUpdate } from './firewall-rules.ts';
import { FirewallLabel } from './firewalls.ts';

const singles = (count: number): string =>
  Array.from({ length: count }, (_, index) => index + 1).join(',');

test.each([
  ['a single port', '22', true],
  ['the highest port', '65535', true],
  ['a port above the highest', '65536', false],
  ['port 0', '0', false],
  ['a leading zero', '022', false],
  ['a range', '22-24', true],
  ['a range that ends where it starts', '22-22', false],
  ['a range that runs backwards', '24-22', false],
  ['a range with a leading zero', '1-010', false],
  ['a range of three', '1-2-3', false],
  ['an open range', '22-', false],
  ['a list', '22,80,443', true],
  ['a list with a space after the comma', '22-24, 80', true],
  ['a list with two spaces', '22,  80', false],
  ['a space before the comma', '22 ,80', false],
  ['an empty piece', '22,,80', false],
  ['nothing', '', false],
  ['letters', 'ssh', false],
  ['15 single ports', singles(15), true],
  ['16 single ports', singles(16), false],
  ['13 single ports and a range', `${singles(13)},100-200`, true],
  ['14 single ports and a range', `${singles(14)},100-200`, false],
])('ports: %s (%s)', (_, ports, accepted) => {
  expect(Ports.safeParse(ports).success).toBe(accepted);
});

const rule = {
  action: 'ACCEPT',
  protocol: 'TCP',
  ports: '22',
  addresses: { ipv4: ['198.51.100.0/24'] },
};
const { ports: _, ...portless } = rule;

test.each([
  ['TCP with ports', rule, true],
  ['TCP without ports', portless, false],
  ['ICMP without ports', { ...portless, protocol: 'ICMP' }, true],
  ['ICMP with ports', { ...rule, protocol: 'ICMP' }, false],
  ['IPENCAP with ports', { ...rule, protocol: 'IPENCAP' }, false],
  ['an address without its mask', { ...rule, addresses: { ipv4: ['198.51.100.1'] } }, false],
  ['IPv6 among IPv4', { ...rule, addresses: { ipv4: ['2001:db8::/32'] } }, false],
  ['no addresses at all', { ...rule, addresses: {} }, true],
])('a rule: %s', (_name, body, accepted) => {
  expect(FirewallRule.safeParse(body).success).toBe(accepted);
});

test('the number of addresses is counted over both families', () => {
  const ipv4 = Array.from(
    { length: FIREWALL.addressesPerRule - 1 },
    (_item, index) => `198.51.100.${index}/32`,
  );
  const ipv6 = ['2001:db8::1/128'];
  expect(FirewallRule.safeParse({ ...rule, addresses: { ipv4, ipv6 } }).success).toBe(true);
  expect(
    FirewallRule.safeParse({ ...rule, addresses: { ipv4, ipv6: [...ipv6, '2001:db8::2/128'] } })
      .success,
  ).toBe(false);
});

test('the number of rules is counted over both directions', () => {
  const inbound = Array.from({ length: FIREWALL.rules - 1 }, () => rule);
  const policies = { inbound_policy: 'DROP', outbound_policy: 'ACCEPT' };
  for (const schema of [RulesCreate, RulesUpdate]) {
    expect(schema.safeParse({ ...policies, inbound, outbound: [rule] }).success).toBe(true);
    expect(schema.safeParse({ ...policies, inbound, outbound: [rule, rule] }).success).toBe(false);
  }
});

test('a new firewall needs both policies, a replacement neither', () => {
  expect(RulesCreate.safeParse({ inbound_policy: 'DROP' }).success).toBe(false);
  expect(RulesUpdate.safeParse({}).success).toBe(true);
});

test.each([
  ['abc', true],
  ['web-1.a_b', true],
  ['1ab', true],
  ['-ab', false],
  ['ab-', false],
  ['a--b', false],
  ['a..b', false],
  ['a__b', false],
  ['a b', false],
])('label %s', (label, accepted) => {
  expect(FirewallLabel.safeParse(label).success).toBe(accepted);
});

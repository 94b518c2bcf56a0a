import fc from 'fast-check';
import { make, PLACE } from '../givens.ts';
import type { Stage } from '../stage.ts';
import { body, item, label, type Making, tags, word } from './making.ts';

const below = (making: fc.Arbitrary<Making>, rest: string): fc.Arbitrary<Making> =>
  making.map((made) => (stage) => `${made(stage)}${rest}`);

/** Returns the first address of a kind on an instance. */
const own =
  (kind: 'public' | 'private' | 'slaac', all: (host: string) => string): Making =>
  (stage) => {
    const host = `/compute/instances/${make(stage, '/compute/instances', { ...PLACE, private_ip: true })}`;
    const read = stage.call('GET', `${host}/ips`);
    const found =
      kind === 'slaac' ? read.at('ipv6', 'slaac', 'address') : read.at('ipv4', kind, 0, 'address');
    return `${all(host)}/${encodeURIComponent(String(found))}`;
  };

/** An address with the default reverse name, or with one in an own zone. */
export const reverse = (all: (host: string) => string): fc.Arbitrary<Making> =>
  fc
    .tuple(fc.constantFrom('public', 'private', 'slaac'), fc.boolean())
    .map(([kind, isNamed]) => (stage) => {
      const path = own(kind, all)(stage);
      if (!isNamed) return path;
      const type = kind === 'slaac' ? 'AAAA' : 'A';
      const zone = make(stage, '/domains', {
        domain: 'reverse.example',
        type: 'master',
        soa_email: 'a@reverse.example',
      });
      const target = decodeURIComponent(path.split('/').at(-1) ?? '').split('/')[0];
      make(stage, `/domains/${zone}/records`, { type, name: 'host', target });
      stage.settle();
      stage.call('PUT', path, { rdns: 'host.reverse.example' });
      return path;
    });

const rule = fc.oneof(
  body(
    { action: 'ACCEPT', protocol: 'TCP', ports: '22, 80-90' },
    { label, description: word(1, 20) },
  ),
  body({ action: 'DROP', protocol: 'ICMP' }, { label }),
);
const reach = body(
  {},
  {
    ipv4: fc.constantFrom(['0.0.0.0/0'], ['198.51.100.0/24', '203.0.113.1/32'], []),
    ipv6: fc.constantFrom(['::/0'], []),
  },
);
const rules = fc.option(
  fc.array(
    fc.tuple(rule, reach).map(([given, addresses]) => ({ ...given, addresses })),
    { maxLength: 3 },
  ),
);
const policy = fc.constantFrom('ACCEPT', 'DROP');
const ruleSets = body(
  { inbound_policy: 'DROP', outbound_policy: 'ACCEPT' },
  { inbound: rules, outbound: rules },
);
export const firewall = item(
  '/networking/firewalls',
  fc
    .tuple(ruleSets, body({ label: 'firewall' }, { tags }))
    .map(([given, rest]) => ({ ...rest, rules: given })),
  body({}, { status: fc.constantFrom('enabled', 'disabled'), label, tags }),
);
export const firewallRules = fc
  .tuple(
    below(firewall, '/rules'),
    body({}, { inbound: rules, outbound: rules, inbound_policy: policy, outbound_policy: policy }),
  )
  .map(([made, change]) => (stage: Stage) => {
    const path = made(stage);
    stage.call('PUT', path, change);
    return path;
  });

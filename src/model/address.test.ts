import { test as check, fc } from '@fast-check/vitest';
import { expect, test } from 'vitest';
import { canonicalAddress, canonicalNetwork, IPV4_PATTERN, IPV6_PATTERN } from './address.ts';

test.for([
  ['198.51.100.1', '198.51.100.1'],
  ['198.51.100.01', null],
  ['256.1.1.1', null],
  ['1.2.3', null],
  ['2001:DB8:0::1', '2001:db8::1'],
  ['2001:db8:0:0:1:0:0:1', '2001:db8::1:0:0:1'],
  ['0:0:0:0:0:0:0:0', '::'],
  ['1:0:2:3:4:5:6:7', '1:0:2:3:4:5:6:7'],
  ['1::', '1::'],
  ['::ffff:1.2.3.4', '::ffff:102:304'],
  ['1:2:3:4:5:6:7', null],
  ['1:2:3:4:5:6:7:8::', null],
  ['1::2::3', null],
  ['1.2.3.4::', null],
  ['12345::', null],
  ['::1.2.3.4:5', null],
  ['', null],
] as const)('address %s is %s', ([text, canonical]) =>
  expect(canonicalAddress(text)).toBe(canonical),
);

test.for([
  ['198.51.100.7', '198.51.100.7/32'],
  ['198.51.100.7/24', '198.51.100.0/24'],
  ['198.51.100.255/25', '198.51.100.128/25'],
  ['0.0.0.0/0', '0.0.0.0/0'],
  ['2001:DB8::1', '2001:db8::1/128'],
  ['2001:db8:ffff::1/33', '2001:db8:8000::/33'],
  ['::1/0', '::/0'],
  ['2001:db8:1:2:3:4:5:6/128', '2001:db8:1:2:3:4:5:6/128'],
  ['2001:db8:1:2:3:4:5:06/128', '2001:db8:1:2:3:4:5:6/128'],
  ['2001:db8:1:2:3:4:5:0/128', '2001:db8:1:2:3:4:5:0/128'],
  ['2001:db8:0:0:3:4:5:6/128', '2001:db8::3:4:5:6/128'],
  ['2001:db8:1:2:3:4:5:6:7/128', null],
  ['198.51.100.7/32', '198.51.100.7/32'],
  ['198.51.100.07/32', null],
  ['198.51.100.7/33', null],
  ['198.51.100.7/08', null],
  ['2001:db8::/129', null],
  ['198.51.100.7/24/1', null],
  ['198.51.100.7/', null],
] as const)('network %s is %s', ([text, canonical]) =>
  expect(canonicalNetwork(text)).toBe(canonical),
);

check.prop([fc.oneof(fc.ipV4(), fc.ipV6())])(
  'every address has a form, and the form is its own',
  (text) => {
    const canonical = canonicalAddress(text);
    expect(canonical).not.toBeNull();
    expect(canonicalAddress(canonical ?? '')).toBe(canonical);
  },
);

check.prop([fc.oneof(fc.ipV4Extended(), fc.string())])(
  'whatever the text, nothing is thrown',
  (text) => {
    expect([null, canonicalNetwork(`${canonicalAddress(text)}`)]).toContain(canonicalNetwork(text));
  },
);

const admitted = new RegExp(`^(${IPV4_PATTERN}|${IPV6_PATTERN})$`);
check.prop([fc.oneof(fc.ipV4(), fc.ipV6(), fc.stringMatching(/^[0-9a-f:.]{2,39}$/))])(
  'the patterns admit what is an address',
  (text) => {
    if (!/:.*\./.test(text)) expect(admitted.test(text)).toBe(canonicalAddress(text) !== null);
  },
);

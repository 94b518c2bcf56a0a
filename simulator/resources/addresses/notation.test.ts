import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { canonicalAddress, isIpv4Network, isIpv6Network, isSameAddress } from './notation.ts';

test.each([
  ['198.51.100.1', '198.51.100.1'],
  ['2001:DB8::1', '2001:db8::1'],
  ['2001:0db8:0000:0000:0000:0000:0000:0001', '2001:db8::1'],
  ['2001:db8:0:1:1:1:1:1', '2001:db8:0:1:1:1:1:1'],
  ['2001:0:0:1:0:0:0:1', '2001:0:0:1::1'],
  ['2001:db8:0:0:1:0:0:1', '2001:db8::1:0:0:1'],
  ['::', '::'],
  ['::1', '::1'],
  ['fe80::', 'fe80::'],
  ['::ffff:198.51.100.1', '::ffff:c633:6401'],
])('%s is kept as %s', (text, canonical) => {
  expect(canonicalAddress(text)).toBe(canonical);
});

test.each([
  [''],
  ['198.51.100'],
  ['198.51.100.1.2'],
  ['198.51.100.256'],
  ['198.51.100.01'],
  ['198.51.100.a'],
  ['2001:db8'],
  ['2001:db8:::1'],
  ['1::2::3'],
  ['1:2:3:4:5:6:7:8:9'],
  ['1:2:3:4:5:6:7::8:9'],
  ['12345::'],
  ['fe80::1%eth0'],
  ['::198.51.100.256'],
  ['198.51.100.1::'],
  ['example.org'],
])('%s is no address', (text) => {
  expect(canonicalAddress(text)).toBeUndefined();
});

test.each([
  ['0.0.0.0/0', true, false],
  ['198.51.100.1/32', true, false],
  ['198.51.100.1/33', false, false],
  ['198.51.100.1/01', false, false],
  ['198.51.100.1', false, false],
  ['198.51.100.1/', false, false],
  ['198.51.100.0/24/24', false, false],
  ['::/0', false, true],
  ['1234::5678/0', false, true],
  ['2001:db8::/129', false, false],
  ['2001:db8::', false, false],
])('%s: IPv4 network %s, IPv6 network %s', (text, isIpv4, isIpv6) => {
  expect([isIpv4Network(text), isIpv6Network(text)]).toEqual([isIpv4, isIpv6]);
});

test('every IPv6 address has one form, which another reader of addresses takes too', () => {
  fc.assert(
    fc.property(fc.ipV6(), (text) => {
      const canonical = canonicalAddress(text) ?? '';
      expect(canonicalAddress(canonical)).toBe(canonical);
      expect(isSameAddress(text, canonical)).toBe(true);
      expect(new URL(`http://[${text}]/`).hostname).toBe(`[${canonical}]`);
      expect(z.ipv6().safeParse(canonical).success).toBe(true);
    }),
  );
});

test('texts of digits, letters and separators are addresses for both readers or for none', () => {
  const text = fc.string({
    unit: fc.constantFrom('0', '1', '25', 'a', 'f', ':', '::', '.'),
    maxLength: 12,
  });
  fc.assert(
    fc.property(text, (given) => {
      const isAddress = z.ipv4().safeParse(given).success || z.ipv6().safeParse(given).success;
      expect(canonicalAddress(given) !== undefined).toBe(isAddress);
    }),
    { numRuns: 2000 },
  );
});

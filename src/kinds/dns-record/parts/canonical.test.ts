import { expect, test } from 'vitest';
import { comparable, nameWithin, targetToSend, withoutUnderscore } from './canonical.ts';

test.each([
  ['example.org', 'WWW.Example.org.', 'www'],
  ['example.org', 'example.org', ''],
  ['example.org', '@', ''],
  ['example.org', 'www', 'www'],
  ['example.org', 'notexample.org', 'notexample.org'],
  ['', 'www', 'www'],
  ['', 'www.example.org', 'www.example.org'],
  ['', 'www.', 'www'],
  ['', '', ''],
])('in the domain «%s» the name «%s» is «%s»', (zone, name, within) => {
  expect(nameWithin(zone, name)).toBe(within);
});

test.each([
  ['A', '198.51.100.7/24', '198.51.100.7'],
  ['AAAA', '2001:DB8:0::1', '2001:db8::1'],
  ['A', 'nowhere', 'nowhere'],
  ['CNAME', 'Shop', 'shop.example.org'],
  ['CNAME', 'Shop.', 'shop.'],
  ['CNAME', 'www.Example.net.', 'www.example.net'],
  ['MX', '', ''],
  ['TXT', '"Hello World"', 'Hello World'],
  ['TXT', '"one" "two"', '"one" "two"'],
  ['TXT', 'a "word"', 'a "word"'],
  ['TXT', '"word" b', '"word" b'],
  ['CAA', 'CA.Example.net', 'ca.example.net'],
  ['CAA', 'mailto:Admin@example.net', 'mailto:Admin@example.net'],
])('a target of type %s, %s, is sent as %s', (type, target, sent) => {
  expect(targetToSend(type, 'example.org', target)).toBe(sent);
});

test('a host that is one label stays as it is where the domain is not known', () => {
  expect(targetToSend('CNAME', '', 'Shop')).toBe('shop');
});

test('a host is compared without the period behind it, anything else as it is sent', () => {
  expect(comparable('NS', 'NS1.example.net.')).toBe('ns1.example.net');
  expect(comparable('AAAA', '2001:DB8:0::1')).toBe('2001:db8::1');
});

test.each([
  ['_sip', 'sip'],
  ['_sip.', 'sip'],
  ['my_sip', 'my_sip'],
  ['a.b', 'a.b'],
])('the service %s is called %s', (word, name) => {
  expect(withoutUnderscore(word)).toBe(name);
});

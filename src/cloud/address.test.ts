import { expect, test } from 'vitest';
import { Secret } from '../model/secret.ts';
import { addressFor, checkToken } from './address.ts';

const own = 'https://api.cloud.example/v4';

test.for([
  ['none: the own one', null, own, 'https://api.cloud.example/v4'],
  [
    'the own one, with a slash',
    'https://API.cloud.example/v4/',
    own,
    'https://api.cloud.example/v4',
  ],
  [
    'another version on the own host',
    'https://api.cloud.example/v4beta',
    own,
    'https://api.cloud.example/v4beta',
  ],
  ['an allowed host', 'https://eu.cloud.example/v4', own, 'https://eu.cloud.example/v4'],
  [
    'an allowed host with its port',
    'https://lab.cloud.example:8443/v4',
    own,
    'https://lab.cloud.example:8443/v4',
  ],
  ['no version', 'https://eu.cloud.example', own, 'https://eu.cloud.example'],
  [
    'an allowed loopback host without TLS',
    'http://127.0.0.1:9000/v4',
    own,
    'http://127.0.0.1:9000/v4',
  ],
  [
    'the own one without TLS, because it was set so',
    null,
    'http://simulator.test.svc/v4',
    'http://simulator.test.svc/v4',
  ],
  [
    'the same, written out',
    'http://simulator.test.svc/v4',
    'http://simulator.test.svc/v4',
    'http://simulator.test.svc/v4',
  ],
] as const)('allowed: %s', ([, wanted, ours, address]) => {
  expect(
    addressFor(wanted, ours, ['EU.cloud.example', 'lab.cloud.example:8443', '127.0.0.1:9000']),
  ).toEqual({ ok: true, value: address });
});

test.for([
  [
    'another host',
    'https://evil.example/v4',
    'the base address is on evil.example, which this operator is not allowed to use',
  ],
  [
    'another port',
    'https://eu.cloud.example:444/v4',
    'the base address is on eu.cloud.example:444, which this operator is not allowed to use',
  ],
  [
    'a host that ends alike',
    'https://xeu.cloud.example/v4',
    'the base address is on xeu.cloud.example, which this operator is not allowed to use',
  ],
  [
    'no TLS',
    'http://eu.cloud.example/v4',
    'the base address on eu.cloud.example must begin with https',
  ],
  [
    'another loopback port',
    'http://127.0.0.1:1/v4',
    'the base address is on 127.0.0.1:1, which this operator is not allowed to use',
  ],
  [
    'a user',
    'https://me:pw@eu.cloud.example/v4',
    'the base address is not a plain https address: it must have the form https://HOST/v4',
  ],
  [
    'a query',
    'https://eu.cloud.example/v4?x=1',
    'the base address is not a plain https address: it must have the form https://HOST/v4',
  ],
  [
    'a file',
    'file:///etc/passwd',
    'the base address is not a plain https address: it must have the form https://HOST/v4',
  ],
  [
    'no address',
    'eu.cloud.example',
    'the base address is not a plain https address: it must have the form https://HOST/v4',
  ],
  [
    'nothing',
    '',
    'the base address is not a plain https address: it must have the form https://HOST/v4',
  ],
] as const)('denied: %s', ([, wanted, detail]) => {
  expect(addressFor(wanted, own, ['eu.cloud.example'])).toEqual({
    ok: false,
    failure: { code: 'Denied', detail },
  });
});

test.for([
  ['0123abcd', true],
  ['', false],
  [' ', false],
  ['two words', false],
  ['line\n', false],
  ['\u0000', false],
  ['ümlaut', false],
] as const)('a token «%s» can be sent: %s', ([text, isFine]) => {
  expect(checkToken(new Secret(text)).ok).toBe(isFine);
});

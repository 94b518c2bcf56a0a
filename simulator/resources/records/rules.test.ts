import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RECORD_TYPES, RecordCreate } from '../../../src/api/records.ts';
import { make } from '../../../test/support/simulator/givens.ts';
import { openStage } from '../../../test/support/simulator/stage.ts';

const text = fc.constantFrom(
  '',
  'www',
  '*',
  'a.b',
  'example.net',
  'example.net.',
  '*.example.net',
  'two words',
  'mailto:a@example.net',
);
const target = fc.oneof(
  text,
  fc.constantFrom(
    '198.51.100.1',
    '2001:db8::1',
    '1.2.3',
    'https://example.net',
    'https://',
    'http://example.net/x',
    'a_b.example.net',
  ),
);
const some = <Value>(values: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> =>
  fc.option(values, { nil: undefined });

/** Omits fields that the service accepts for any type: the contract does not define which ones a
 *  type refuses. */
const bodies = fc.constantFrom(...RECORD_TYPES).chain((type) =>
  fc.record({
    type: fc.constant(type),
    name: some(fc.constantFrom('', 'www', '*', 'a.b', '*.a')),
    target: some(target),
    priority:
      type === 'MX' || type === 'SRV' ? some(fc.constantFrom(0, 10)) : fc.constant(undefined),
    weight: type === 'SRV' ? some(fc.constant(0)) : fc.constant(undefined),
    port: type === 'SRV' ? some(fc.constant(53)) : fc.constant(undefined),
    service: type === 'SRV' ? some(fc.constantFrom('sip', '')) : fc.constant(undefined),
    tag:
      type === 'CAA'
        ? some(fc.constantFrom('issue', 'issuewild', 'iodef'))
        : fc.constant(undefined),
  }),
);

test('the rules of the simulator and those of the contract, written apart, agree on what a record may be', () => {
  const stage = openStage({ dialect: 'documents' });
  let number = 0;
  fc.assert(
    fc.property(bodies, (body) => {
      number += 1;
      const id = make(stage, '/domains', {
        domain: `zone${number}.example.org`,
        type: 'master',
        soa_email: 'admin@example.org',
      });
      const { status, body: answer } = stage.call('POST', `/domains/${id}/records`, body);
      expect([status, answer]).toMatchObject([
        RecordCreate.safeParse(body).success ? 200 : 400,
        {},
      ]);
    }),
    { numRuns: 500 },
  );
});

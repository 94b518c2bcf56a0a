import { describe, expect, test } from 'vitest';
import { KINDS } from '../../src/kinds/index.ts';
import { asRecord } from '../../src/model/parse.ts';
import { World } from '../support/world.ts';

const MINUTE_MS = 60_000;

describe('a DnsRecord that names its domain by the id alone', () => {
  test.each([
    ['a name that is written out', { type: 'A', name: 'www.a.example', target: '192.0.2.1' }],
    ['a name with a period behind it', { type: 'A', name: 'www.a.example.', target: '192.0.2.1' }],
    ['the name of the domain', { type: 'TXT', name: 'a.example', target: 'text' }],
    ['a target of one label', { type: 'MX', target: 'mail' }],
    ['an alias of one label', { type: 'CNAME', name: 'shop', target: 'web' }],
  ])('and has %s makes one record, however its create ends', async (_, fields) => {
    const world = new World({ kinds: KINDS, limits: 'off' });
    world.start();
    const zone = asRecord(
      world.outsider.call('POST', '/domains', {
        domain: 'a.example',
        type: 'master',
        soa_email: 'a@a.example',
      }).body,
    )['id'];
    const path = `/domains/${String(zone)}/records`;
    const name = { kind: 'DnsRecord', namespace: 'default', name: 'record' };
    let isOut = false;
    world.wire.mishap = (words) => {
      if (isOut || words !== `POST ${path}`) return 'none';
      isOut = true;
      return 'unanswered';
    };
    const ids = (): readonly unknown[] =>
      world.outsider.rows<{ readonly id: unknown }>(path).map(({ id }) => id);
    const said = () => world.condition(name, 'Synced');
    // An earlier definition admitted a record without the name of its domain.
    world.cluster.admission.isStrict = false;
    world.cluster.apply(name, { ...fields, domainRef: { id: zone } });
    await world.time.advance(90 * MINUTE_MS);
    expect([ids().length, said()?.reason]).toEqual([1, 'Refused']);
    expect(said()?.message).toContain('spec.domainRef.domain: is required with the id: record');
    world.cluster.apply(name, {
      ...fields,
      domainRef: { id: zone, domain: 'a.example' },
      import: { by: 'Name' },
    });
    await world.until(() => world.condition(name, 'Ready')?.status === 'True');
    expect(ids()).toEqual([asRecord(world.cluster.get(name)?.status)['id']]);
  });
});

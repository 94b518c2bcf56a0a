import fc from 'fast-check';
import { expect, test } from 'vitest';
import { playAll } from '../../../test/support/simulator/case.ts';
import { field, make } from '../../../test/support/simulator/givens.ts';
import { openStage, type Stage } from '../../../test/support/simulator/stage.ts';

const ZONE = { domain: 'example.org', type: 'master', soa_email: 'host.master@example.net' };
const MINUTES_MS = 5 * 60_000;

const RECORDS: readonly object[] = [
  { type: 'A', name: '', target: '198.51.100.1' },
  { type: 'AAAA', name: 'www', target: '2001:db8::1', ttl_sec: 300 },
  { type: 'NS', name: 'sub', target: 'ns1.example.net' },
  { type: 'MX', name: '', target: 'mail.example.net', priority: 10 },
  { type: 'CNAME', name: 'alias', target: 'www' },
  { type: 'TXT', name: 'text', target: `say "hello" \\ ${'x'.repeat(300)}` },
  {
    type: 'SRV',
    service: 'sip',
    protocol: 'tcp',
    target: 'sip',
    priority: 1,
    weight: 2,
    port: 5060,
  },
  { type: 'CAA', name: '', tag: 'iodef', target: 'mailto:admin@example.net' },
  { type: 'PTR', name: '4', target: 'host.example.net' },
];

const zone = (stage: Stage, records: readonly object[] = RECORDS): number => {
  const id = make(stage, '/domains', { ...ZONE, tags: ['mark'], ttl_sec: 3600 });
  for (const record of records) make(stage, `/domains/${id}/records`, record);
  return id;
};

const linesOf = (stage: Stage, id: number): readonly string[] =>
  field(stage, `/domains/${id}/zone-file`, 'zone_file') as readonly string[];

type Kept = Readonly<Record<string, unknown>>;

/** Returns the records of a domain without members that differ between copies. */
const contentsOf = (stage: Stage, id: number): readonly Kept[] =>
  (field(stage, `/domains/${id}/records`, 'data') as readonly Kept[]).map(
    ({ id: _id, created: _created, updated: _updated, ...content }) => content,
  );

const publish = (stage: Stage, args: object): void => {
  const remote = { nameserver: 'ns1.example.net', domain: 'example.org', zone: '', allowed: true };
  expect(
    stage.call('POST', '/__sim/incident', {
      name: 'domain.publishedElsewhere',
      args: { ...remote, ...args },
    }).status,
  ).toBe(200);
};

const IMPORT = { domain: 'example.org', remote_nameserver: 'ns1.example.net' };

test('a zone file is empty at first, and comes minutes after a change', () => {
  const stage = openStage();
  const id = zone(stage, []);
  expect(linesOf(stage, id)).toEqual([]);
  stage.pass(59_000);
  expect(linesOf(stage, id)).toEqual([]);
  stage.pass(MINUTES_MS);
  expect(linesOf(stage, id)).toContain(
    '@ IN SOA ns1.computedns.example. host\\.master.example.net. 2021000001 14400 14400 1209600 3600',
  );
  make(stage, `/domains/${id}/records`, {
    type: 'A',
    name: 'www',
    target: '198.51.100.1',
    ttl_sec: 300,
  });
  expect(linesOf(stage, id)).not.toContain('www 300 IN A 198.51.100.1');
  stage.pass(MINUTES_MS);
  expect(linesOf(stage, id)).toContain('www 300 IN A 198.51.100.1');
});

test('many changes are rendered once', () => {
  const stage = openStage();
  const id = zone(stage);
  stage.pass(MINUTES_MS);
  expect(linesOf(stage, id).find((line) => line.includes('SOA'))).toContain(' 2021000001 ');
});

test('a disabled domain keeps the zone that was rendered last', () => {
  const stage = openStage();
  const id = zone(stage, []);
  stage.pass(MINUTES_MS);
  const before = linesOf(stage, id);
  stage.call('PUT', `/domains/${id}`, { status: 'disabled', ttl_sec: 300 });
  stage.pass(MINUTES_MS);
  expect(linesOf(stage, id)).toEqual(before);
  stage.call('PUT', `/domains/${id}`, { status: 'active' });
  stage.pass(MINUTES_MS);
  expect(linesOf(stage, id)).toContain('$TTL 300');
});

test('a slave has nothing to render', () => {
  const stage = openStage();
  const id = make(stage, '/domains', {
    domain: 'example.org',
    type: 'slave',
    master_ips: ['198.51.100.1'],
  });
  stage.settle();
  expect(linesOf(stage, id)).toEqual([]);
});

test.each(['recorded', 'documents'] as const)(
  'a clone has the fields and the records of its source (%s)',
  (dialect) => {
    const stage = openStage({ dialect });
    const id = zone(stage);
    const copy = stage.call('POST', `/domains/${id}/clone`, { domain: 'example.com' });
    const tags = dialect === 'recorded' ? ['mark'] : [];
    expect(copy.body).toMatchObject({
      domain: 'example.com',
      type: 'master',
      soa_email: ZONE.soa_email,
      ttl_sec: 3600,
      tags,
    });
    expect(contentsOf(stage, Number(copy.at('id')))).toEqual(contentsOf(stage, id));
  },
);

playAll([
  {
    name: 'a clone needs a name that is free',
    given: zone,
    call: (id) => ['POST', `/domains/${id}/clone`, { domain: 'example.org' }],
    status: 400,
    problems: ['domain: DNS zone already exists.'],
  },
  {
    name: 'a zone is imported from a server that knows it',
    call: () => ['POST', '/domains/import', IMPORT],
    status: 400,
    problems: ['remote_nameserver: ns1.example.net does not answer for example.org.'],
  },
  {
    name: 'a zone is imported from a server that allows it',
    given: (stage) => {
      publish(stage, { allowed: false });
      return 0;
    },
    call: () => ['POST', '/domains/import', IMPORT],
    status: 400,
    problems: [
      'remote_nameserver: ns1.example.net must allow zone transfers from 96.126.114.97, 96.126.114.98, 2600:3c00::5e, 2600:3c00::5f.',
    ],
  },
  {
    name: 'a zone that is here is not imported',
    given: (stage) => {
      publish(stage, {});
      return zone(stage);
    },
    call: () => ['POST', '/domains/import', IMPORT],
    status: 400,
    problems: ['domain: DNS zone already exists.'],
  },
  {
    name: 'what an imported zone says of itself is kept, its own nameservers and unknown types are left out',
    given: (stage) => {
      const lines = [
        '@ 3600 IN SOA ns1.example.net. host\\.master.example.net. 7 900 600 1209600 300',
        '@ IN NS ns1.example.net.',
        '@ IN HINFO a b',
        'www.example.org. 60 IN A 198.51.100.1',
        'www IN CNAME example.net.',
        'a.b IN CNAME c.d',
      ];
      publish(stage, { zone: lines.join('\n') });
      return 0;
    },
    call: () => ['POST', '/domains/import', IMPORT],
    has: {
      domain: 'example.org',
      soa_email: 'host.master@example.net',
      refresh_sec: 3600,
      retry_sec: 3600,
      ttl_sec: 300,
      tags: [],
    },
    afterwards: (stage) => {
      const id = Number(field(stage, '/domains', 'data', 0, 'id'));
      expect(contentsOf(stage, id)).toMatchObject([
        { type: 'A', name: 'www', ttl_sec: 120 },
        { type: 'CNAME', name: 'a.b', target: 'c.d.example.org' },
      ]);
      expect(field(stage, '/account/events', 'data', 0, 'action')).toBe('dns_zone_import');
    },
  },
  {
    name: 'a zone without a first record gets the address of the user',
    given: (stage) => {
      publish(stage, { zone: 'www IN A 198.51.100.1' });
      return 0;
    },
    call: () => ['POST', '/domains/import', IMPORT],
    has: { soa_email: 'admin@example.org' },
  },
]);

const importedAgain = (
  records: readonly object[],
): readonly [before: readonly Kept[], after: readonly Kept[]] => {
  const from = openStage();
  const id = zone(from, records);
  from.pass(MINUTES_MS);
  const to = openStage();
  publish(to, { zone: linesOf(from, id).join('\n') });
  return [contentsOf(from, id), contentsOf(to, make(to, '/domains/import', IMPORT))];
};

test('what was rendered can be imported: every type comes back as it was', () => {
  const [before, after] = importedAgain(RECORDS);
  expect(before).toHaveLength(RECORDS.length);
  expect(after).toEqual(before);
});

test('whatever a text record says comes back as it was', () => {
  const printable = fc.string({
    unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)),
    minLength: 1,
    maxLength: 600,
  });
  fc.assert(
    fc.property(printable, (target) => {
      const [before, after] = importedAgain([{ type: 'TXT', name: 'text', target }]);
      expect(after).toEqual(before);
    }),
    { numRuns: 50 },
  );
});

import { expect, test } from 'vitest';
import { RECORDS_MAX } from '../../../src/api/records.ts';
import { type Case, playAll } from '../../../test/support/simulator/case.ts';
import { field, make } from '../../../test/support/simulator/givens.ts';
import { openStage, type Stage } from '../../../test/support/simulator/stage.ts';
import { recordsOf } from './table.ts';

const ZONE = { domain: 'example.org', type: 'master', soa_email: 'admin@example.org' };

const zone = (stage: Stage): number => make(stage, '/domains', ZONE);

const withRecords =
  (...records: readonly object[]) =>
  (stage: Stage): number => {
    const id = zone(stage);
    for (const record of records) make(stage, `/domains/${id}/records`, record);
    return id;
  };

const A = { type: 'A', name: 'www', target: '198.51.100.1' };
const MX = { type: 'MX', name: '', target: 'mail.example.net', priority: 10 };
const NULL_MX = { type: 'MX', name: '', target: '', priority: 0 };
const CNAME = { type: 'CNAME', name: 'alias', target: 'www.example.net' };
const SRV = {
  type: 'SRV',
  service: 'sip',
  protocol: 'tcp',
  priority: 10,
  weight: 0,
  port: 5060,
  target: 'sip',
};
const CAA = { type: 'CAA', tag: 'issue', target: 'ca.example.net' };

/** Adds a record to a zone with others. */
const adding = (
  name: string,
  body: object,
  rest: Omit<Case, 'name' | 'call' | 'given'>,
  others: readonly object[] = [],
): Case => ({
  name,
  given: withRecords(...others),
  call: (id) => ['POST', `/domains/${id}/records`, body],
  ...rest,
});

const kept = (name: string, body: object, has: object, others: readonly object[] = []): Case =>
  adding(name, body, { has }, others);
const byLetter = (name: string, body: object, has: object): Case =>
  adding(name, body, { has, dialect: 'documents' });
const refused = (
  name: string,
  body: object,
  problems: readonly string[],
  others: readonly object[] = [],
): Case => adding(name, body, { status: 400, problems }, others);

playAll([
  kept('what a record does not use is 0 or null', A, {
    ...A,
    priority: 0,
    weight: 0,
    port: 0,
    service: null,
    protocol: null,
    ttl_sec: 0,
    tag: null,
  }),
  refused('the type is wanted', { name: 'www' }, ['type: type is required']),
  refused('the type is one of nine', { ...A, type: 'SOA' }, [
    'type: Must be one of A, AAAA, NS, MX, CNAME, TXT, SRV, PTR, CAA',
  ]),
  kept('the zone’s name is stripped', { ...A, name: 'www.example.org' }, { name: 'www' }),
  kept('so is the period behind it', { ...A, name: 'www.Example.ORG.' }, { name: 'www' }),
  kept('the zone itself has no name', { ...A, name: 'example.org' }, { name: '' }),
  kept(
    'a name that ends alike is a name of the zone',
    { ...A, name: 'wwwexample.org' },
    { name: 'wwwexample.org' },
  ),
  refused('a name of another zone is none', { ...A, name: 'www.example.net.' }, [
    'name: Hostname is not valid.',
  ]),
  byLetter(
    'a name is kept as sent',
    { ...A, name: 'www.example.org' },
    { name: 'www.example.org' },
  ),
  kept('a name can stand for all others', { ...A, name: '*.sub' }, { name: '*.sub' }),
  refused('a star stands alone', { ...A, name: 'a*' }, ['name: Hostname is not valid.']),
  refused('@ is no name', { ...A, name: '@' }, ['name: Hostname is not valid.']),
  refused('a name has up to 100 characters', { ...A, name: `${'a.'.repeat(50)}a` }, [
    'name: Length must be 0-100 characters',
  ]),
  kept('a time is rounded up', { ...A, ttl_sec: 900 }, { ttl_sec: 3600 }),
  kept('a short time is kept', { ...A, ttl_sec: 30 }, { ttl_sec: 30 }),
  byLetter('a time is rounded to the nearest', { ...A, ttl_sec: 900 }, { ttl_sec: 300 }),
  refused('A wants an IPv4 address', { ...A, target: '2001:db8::1' }, [
    'target: Invalid IP address',
  ]),
  refused('A takes no period behind it', { ...A, target: '198.51.100.1.' }, [
    'target: Invalid IP address',
  ]),
  refused('A wants a target', { type: 'A', name: 'www' }, ['target: target is required']),
  refused('AAAA wants an IPv6 address', { ...A, type: 'AAAA' }, ['target: Invalid IP address']),
  kept(
    'IPv6 is shortened',
    { ...A, type: 'AAAA', target: '2001:DB8:0::1' },
    { target: '2001:db8::1' },
  ),
  byLetter(
    'IPv6 is kept as sent',
    { ...A, type: 'AAAA', target: '2001:DB8:0::1' },
    { target: '2001:DB8:0::1' },
  ),
  kept(
    'the caller’s address can be asked for',
    { ...A, target: '[remote_addr]' },
    { target: '127.0.0.1' },
  ),
  refused('but not where it does not fit', { ...A, type: 'AAAA', target: '[remote_addr]' }, [
    'target: Invalid IP address',
  ]),
  kept('the same record can be there twice', A, A, [A]),
  refused('NS takes no star', { type: 'NS', name: '*', target: 'ns1.example.net' }, [
    'name: Wildcards are not supported for NS records',
  ]),
  refused('NS wants a domain', { type: 'NS', name: 'sub', target: 'no domain' }, [
    'target: target must be a valid domain',
  ]),
  kept(
    'a period behind a target is dropped',
    { ...CNAME, target: 'www.example.net.' },
    { target: 'www.example.net' },
  ),
  byLetter(
    'a period behind a target is kept',
    { ...CNAME, target: 'www.example.net.' },
    { target: 'www.example.net.' },
  ),
  kept(
    'a target of one label is combined with the zone',
    { ...CNAME, target: 'www' },
    { target: 'www.example.org' },
  ),
  byLetter('a target of one label is kept as sent', { ...CNAME, target: 'www' }, { target: 'www' }),
  refused('CNAME wants a name', { ...CNAME, name: 'example.org' }, ['name: name is required']),
  refused(
    'CNAME is alone with its name',
    CNAME,
    ['name: Record conflict - CNAMES must be unique'],
    [{ ...A, name: 'ALIAS' }],
  ),
  refused(
    'nothing can join a CNAME',
    { ...A, name: 'alias.example.org' },
    ['name: Record conflict - CNAMES must be unique'],
    [CNAME],
  ),
  kept(
    'TXT is kept as sent',
    { type: 'TXT', name: '', target: ' "v=spf1" -all ' },
    { target: ' "v=spf1" -all ' },
  ),
  refused('TXT wants a value', { type: 'TXT', name: '' }, ['target: target is required']),
  kept(
    'SRV is named by service and protocol',
    { ...SRV, name: 'unused' },
    {
      name: '_sip._tcp',
      service: 'sip',
      protocol: 'tcp',
      target: 'sip.example.org',
    },
  ),
  byLetter('SRV has underscores and a period put on', SRV, {
    name: '_sip._tcp',
    service: '_sip.',
    protocol: '_tcp',
    target: 'sip.example.org',
  }),
  kept('they are put on whatever was sent', { ...SRV, service: '_sip' }, { name: '__sip._tcp' }),
  kept(
    'SRV keeps a whole name',
    { ...SRV, target: 'sip.example.net' },
    { target: 'sip.example.net' },
  ),
  kept('SRV does without a protocol', { ...SRV, protocol: null }, { name: '_sip', protocol: null }),
  refused('SRV wants its fields', { type: 'SRV', target: 'sip' }, [
    'priority: priority is required',
    'weight: weight is required',
    'port: port is required',
    'service: service is required',
  ]),
  refused('a port ends at 65535', { ...SRV, port: 65_536 }, ['port: Must be 0-65535']),
  refused('a priority ends at 255', { ...MX, priority: 256 }, ['priority: Must be 0-255']),
  kept('CAA is for the whole domain without a name', CAA, { name: '', tag: 'issue' }),
  refused('CAA wants a tag', { type: 'CAA', target: 'ca.example.net' }, ['tag: tag is required']),
  refused('CAA takes no period behind its target', { ...CAA, target: 'ca.example.net.' }, [
    'target: target is not valid for the tag issue',
  ]),
  refused('an issuer is a domain', { ...CAA, target: 'https://ca.example.net' }, [
    'target: target is not valid for the tag issue',
  ]),
  refused('issuewild takes no star', { ...CAA, tag: 'issuewild', target: '*.example.net' }, [
    'target: target is not valid for the tag issuewild',
  ]),
  kept(
    'incidents go to a site',
    { ...CAA, tag: 'iodef', target: 'https://ca.example.net/report' },
    { tag: 'iodef' },
  ),
  kept(
    'incidents go to a mailbox',
    { ...CAA, tag: 'iodef', target: 'mailto:ca@example.net' },
    { tag: 'iodef' },
  ),
  refused('incidents go nowhere else', { ...CAA, tag: 'iodef', target: 'ftp://ca.example.net' }, [
    'target: target is not valid for the tag iodef',
  ]),
  kept(
    'PTR points to a name',
    { type: 'PTR', name: '4', target: 'host.example.net' },
    { target: 'host.example.net' },
  ),
  kept(
    'what a type has no use for is ignored',
    { ...A, priority: 0, weight: 1, tag: 'issue', service: '' },
    { weight: 0, tag: null, service: null },
  ),
  adding(
    'by the letter a type refuses what it has no use for',
    { ...A, priority: 0, weight: 1, tag: 'issue', service: '' },
    {
      dialect: 'documents',
      status: 400,
      problems: ['weight: weight is not used by A records', 'tag: tag is not used by A records'],
    },
  ),
  kept('null counts as absent', { ...A, service: null, protocol: null, tag: null }, A),
  kept(
    'mail has priority 0 by default',
    { type: 'MX', name: '', target: 'mail.example.net' },
    { priority: 0 },
  ),
  kept('a null MX record stands alone', NULL_MX, NULL_MX),
  refused('a null MX record has priority 0', { ...NULL_MX, priority: 1 }, [
    'priority: priority must be 0 for a null MX record',
  ]),
  refused('mail of a subdomain wants a target', { ...NULL_MX, name: 'sub' }, [
    'target: target is required',
  ]),
  refused(
    'other MX records are in the way of a null MX record',
    NULL_MX,
    ['A null MX record cannot be created while other MX records exist.'],
    [MX],
  ),
  refused(
    'a null MX record is in the way of others',
    MX,
    ['MX records cannot be created while a null MX record exists.'],
    [NULL_MX],
  ),
  refused(
    'and of itself',
    NULL_MX,
    ['MX records cannot be created while a null MX record exists.'],
    [NULL_MX],
  ),
]);

/** Changes the only record of a zone. */
const changing = (
  name: string,
  before: object,
  body: object,
  rest: Omit<Case, 'name' | 'call' | 'given'>,
): Case => ({
  name,
  given: withRecords(before),
  call: (id, stage) => [
    'PUT',
    `/domains/${id}/records/${Number(field(stage, `/domains/${id}/records`, 'data', 0, 'id'))}`,
    body,
  ],
  ...rest,
});

playAll([
  changing(
    'an update changes what it names',
    { ...A, ttl_sec: 300 },
    { name: 'renamed' },
    { has: { name: 'renamed', ttl_sec: 300, target: A.target } },
  ),
  changing('an update is rounded too', A, { ttl_sec: 31 }, { has: { ttl_sec: 120 } }),
  changing(
    'the type cannot be changed',
    A,
    { type: 'AAAA', ttl_sec: 300 },
    { status: 400, problems: ['type: type cannot be changed'] },
  ),
  changing(
    'the same type is no change',
    A,
    { type: 'A', ttl_sec: 300 },
    { has: { type: 'A', ttl_sec: 300 } },
  ),
  changing(
    'by the letter an update takes no type',
    A,
    { type: 'A' },
    {
      dialect: 'documents',
      status: 400,
      problems: ['type: type cannot be changed'],
    },
  ),
  changing(
    'the whole record is looked at',
    A,
    { target: '2001:db8::1' },
    { status: 400, problems: ['target: Invalid IP address'] },
  ),
  changing('fields of other types are ignored', A, { port: 1 }, { has: { port: 0 } }),
  changing(
    'by the letter a service is taken as it is shown',
    SRV,
    { service: '_sip.', protocol: '_tcp' },
    {
      dialect: 'documents',
      has: { service: '_sip.', protocol: '_tcp', name: '_sip._tcp' },
    },
  ),
  changing(
    'a service keeps its name when its port moves',
    SRV,
    { port: 1 },
    { has: { name: '_sip._tcp', port: 1, target: 'sip.example.org' } },
  ),
  changing(
    'by the letter too: nothing is put on twice',
    SRV,
    { port: 1 },
    { dialect: 'documents', has: { name: '_sip._tcp', service: '_sip.' } },
  ),
  changing('an alias is not in its own way', CNAME, { ttl_sec: 300 }, {}),
  changing(
    'a null MX record is not in its own way',
    NULL_MX,
    { target: 'mail.example.net' },
    { has: { target: 'mail.example.net' } },
  ),
  {
    name: 'an MX record becomes a null MX record only when it is the last',
    given: withRecords(MX, { ...MX, target: 'other.example.net' }),
    call: (id, stage) => [
      'PUT',
      `/domains/${id}/records/${Number(field(stage, `/domains/${id}/records`, 'data', 0, 'id'))}`,
      { target: '', priority: 0 },
    ],
    status: 400,
    problems: ['A null MX record cannot be created while other MX records exist.'],
  },
  {
    name: 'a record is found only below its own domain',
    given: withRecords(A),
    call: (id, stage) => {
      const record = Number(field(stage, `/domains/${id}/records`, 'data', 0, 'id'));
      const other = make(stage, '/domains', { ...ZONE, domain: 'example.net' });
      return ['GET', `/domains/${other}/records/${record}`];
    },
    status: 404,
  },
  {
    name: 'a deleted record is not found',
    given: withRecords(A),
    call: (id, stage) => [
      'DELETE',
      `/domains/${id}/records/${Number(field(stage, `/domains/${id}/records`, 'data', 0, 'id'))}`,
    ],
    afterwards: (stage, id) => expect(field(stage, `/domains/${id}/records`, 'results')).toBe(0),
  },
  {
    name: 'records are filtered by name, as they are shown',
    given: withRecords(A, SRV),
    call: (id) => ['GET', `/domains/${id}/records`, undefined, { filter: { name: '_sip._tcp' } }],
    has: { results: 1, data: [{ type: 'SRV' }] },
  },
  {
    name: 'the records of a slave are not made here',
    given: (stage) =>
      make(stage, '/domains', {
        domain: 'example.org',
        type: 'slave',
        master_ips: ['198.51.100.1'],
      }),
    call: (id) => ['POST', `/domains/${id}/records`, A],
    status: 400,
    problems: ['The records of a slave domain cannot be changed.'],
  },
]);

test.each([
  ['A', '203.0.113.9', 200, '203.0.113.9'],
  ['A', '::ffff:203.0.113.9', 200, '203.0.113.9'],
  ['A', '2001:db8::9', 400, undefined],
  ['AAAA', '2001:db8::9', 200, '2001:db8::9'],
  ['AAAA', '203.0.113.9', 400, undefined],
])('%s with the address of a caller at %s: %i', (type, from, status, target) => {
  const stage = openStage();
  const answer = stage.sim.handle({
    method: 'POST',
    url: `/v4/domains/${zone(stage)}/records`,
    headers: {
      authorization: `Bearer ${stage.sim.tokens.admin}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ type, name: 'me', target: '[remote_addr]' }),
    from,
  });
  expect(answer.status).toBe(status);
  expect((JSON.parse(answer.body) as { readonly target?: string }).target).toBe(target);
});

test('a domain holds 12,000 records and no more', () => {
  const stage = openStage();
  const id = zone(stage);
  const content = {
    ...A,
    priority: 0,
    weight: 0,
    port: 0,
    service: null,
    protocol: null,
    ttl_sec: 0,
    tag: null,
    created: '',
    updated: '',
  } as const;
  for (let number = 1; number < RECORDS_MAX; number += 1) {
    recordsOf(id).insert(stage.sim.world(), {
      ...content,
      type: 'A',
      id: number,
      name: `host${number}`,
      owner: `host${number}`,
    });
  }
  expect(stage.call('POST', `/domains/${id}/records`, A).status).toBe(200);
  expect(stage.call('POST', `/domains/${id}/records`, A).body).toEqual({
    errors: [{ reason: 'A domain can have at most 12000 records.' }],
  });
  const last = stage.call('GET', `/domains/${id}/records?page=24&page_size=500`);
  expect(last.body).toMatchObject({ pages: 24, results: RECORDS_MAX });
  expect(stage.call('DELETE', `/domains/${id}`).status).toBe(200);
});

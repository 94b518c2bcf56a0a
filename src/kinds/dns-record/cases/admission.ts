import { type Refusal, refusals } from '../../../model/case.ts';

const ns = { type: 'NS', name: 'sub', target: 'ns1.example.net' };
const mx = { type: 'MX', name: '', target: 'mail.example.net' };
const cname = { type: 'CNAME', name: 'alias', target: 'www.example.net' };
const srv = {
  type: 'SRV',
  name: undefined,
  target: 'sip',
  service: 'sip',
  protocol: 'tcp',
  priority: 1,
  weight: 0,
  port: 5060,
};
const caa = { type: 'CAA', name: '', tag: 'issue', target: 'ca.example.net' };
const iodef = (target: string) => ({ ...caa, tag: 'iodef', target });
const targetFrom = { instanceRef: { name: 'web-1' } };

const BELONGS = 'spec.domainRef: must have exactly one of name and id';
const BESIDE =
  'spec.domainRef.domain: must be set if and only if id is set: it is the name of the zone';
const HOSTS = 'spec.target: must be a host name for NS, CNAME and SRV';
const INCIDENTS =
  'spec.target: must be a domain, a site (https://…) or a mailbox (mailto:…) for CAA with iodef';
const ISSUERS =
  'spec.target: must be a domain without a trailing period for CAA with issue or issuewild';

const belonging: readonly Refusal[] = [
  [
    'a record belongs to a domain',
    'dns#records',
    'schema',
    { domainRef: undefined },
    'spec.domainRef',
  ],
  ['a reference names a domain', null, 'CEL', { domainRef: {} }, BELONGS],
  [
    'a record belongs to one domain',
    null,
    'CEL',
    { domainRef: { name: 'example-org', id: 51, domain: 'example.org' } },
    BELONGS,
  ],
  ['the id of a domain has its name beside it', null, 'CEL', { domainRef: { id: 51 } }, BESIDE],
  [
    'an object knows the name',
    null,
    'CEL',
    { domainRef: { name: 'example-org', domain: 'example.org' } },
    BESIDE,
  ],
  ['a type is one of nine', 'dns#records', 'schema', { type: 'SOA' }, 'spec.type'],
  ['an unknown field is refused', null, 'schema', { zone: 'example.org' }, 'zone'],
];

const bounds: readonly Refusal[] = [
  [
    'a name has at most 100 characters',
    'dns#records',
    'schema',
    { name: 'a.'.repeat(50).concat('a') },
    'spec.name',
  ],
  [
    'a name is one of a host',
    'dns#fields-of-each-type',
    'schema',
    { name: 'no host' },
    'spec.name',
  ],
  ['a star stands alone', 'dns#fields-of-each-type', 'schema', { name: 'a*' }, 'spec.name'],
  [
    'a target has at most 65535 characters',
    'dns#records',
    'schema',
    { type: 'TXT', target: 'a'.repeat(65_536) },
    'spec.target',
  ],
  ['a priority ends at 255', 'dns#records', 'schema', { ...mx, priority: 256 }, 'spec.priority'],
  ['a priority is not negative', 'dns#records', 'schema', { ...mx, priority: -1 }, 'spec.priority'],
  ['a weight ends at 65535', 'dns#records', 'schema', { ...srv, weight: 65_536 }, 'spec.weight'],
  ['a port ends at 65535', 'dns#records', 'schema', { ...srv, port: 65_536 }, 'spec.port'],
  ['a service is a word', 'dns#records', 'schema', { ...srv, service: 'sip tls' }, 'spec.service'],
  ['a protocol is a word', 'dns#records', 'schema', { ...srv, protocol: '' }, 'spec.protocol'],
  ['a tag is one of three', 'dns#records', 'schema', { ...caa, tag: 'contact' }, 'spec.tag'],
  ['a time is not negative', 'dns#times', 'schema', { ttlSec: -1 }, 'spec.ttlSec'],
  [
    'a time is no longer than the longest',
    'dns#times',
    'schema',
    { ttlSec: 2_419_201 },
    'spec.ttlSec',
  ],
];

const uses: readonly Refusal[] = [
  [
    'a priority is for MX and SRV',
    'dns#fields-of-each-type',
    'CEL',
    { priority: 1 },
    'spec.priority: may be set only for MX and SRV',
  ],
  [
    'a weight is for SRV',
    'dns#fields-of-each-type',
    'CEL',
    { ...mx, weight: 1 },
    'spec.weight: may be set only for SRV',
  ],
  [
    'a port is for SRV',
    'dns#fields-of-each-type',
    'CEL',
    { port: 80 },
    'spec.port: may be set only for SRV',
  ],
  [
    'a service is for SRV',
    'dns#fields-of-each-type',
    'CEL',
    { service: 'sip' },
    'spec.service: may be set only for SRV',
  ],
  [
    'a protocol is for SRV',
    'dns#fields-of-each-type',
    'CEL',
    { protocol: 'tcp' },
    'spec.protocol: may be set only for SRV',
  ],
  [
    'a tag is for CAA',
    'dns#fields-of-each-type',
    'CEL',
    { tag: 'issue' },
    'spec.tag: may be set only for CAA',
  ],
  [
    'SRV needs a service',
    'dns#fields-of-each-type',
    'CEL',
    { ...srv, service: undefined },
    'spec.service: must be set for SRV',
  ],
  [
    'SRV needs a priority',
    'dns#fields-of-each-type',
    'CEL',
    { ...srv, priority: undefined },
    'spec.priority: must be set for SRV',
  ],
  [
    'SRV needs a weight',
    'dns#fields-of-each-type',
    'CEL',
    { ...srv, weight: undefined },
    'spec.weight: must be set for SRV',
  ],
  [
    'SRV needs a port',
    'dns#fields-of-each-type',
    'CEL',
    { ...srv, port: undefined },
    'spec.port: must be set for SRV',
  ],
  [
    'CAA needs a tag',
    'dns#fields-of-each-type',
    'CEL',
    { ...caa, tag: undefined },
    'spec.tag: must be set for CAA',
  ],
  [
    'SRV has no name',
    'dns#fields-of-each-type',
    'CEL',
    { ...srv, name: 'sip' },
    'spec.name: must not be set for SRV: service and protocol name the record',
  ],
  [
    'NS takes no star',
    'dns#fields-of-each-type',
    'CEL',
    { ...ns, name: '*.sub' },
    'spec.name: must not have a wildcard for NS',
  ],
  [
    'spec.name: must not be the domain itself for CNAME, because the domain has other records',
    'dns#fields-of-each-type',
    'CEL',
    { ...cname, name: undefined },
    'spec.name: must not be the domain itself for CNAME, because the domain has other records',
  ],
  [
    'CNAME is not for the domain itself',
    'dns#fields-of-each-type',
    'CEL',
    { ...cname, name: '@' },
    'spec.name: must not be the domain itself for CNAME, because the domain has other records',
  ],
];

const targets: readonly Refusal[] = [
  [
    'a target is needed',
    'dns#fields-of-each-type',
    'CEL',
    { target: undefined },
    'spec.target: must be set unless targetFrom is set',
  ],
  [
    'a target is set once',
    null,
    'CEL',
    { targetFrom },
    'spec.targetFrom: must not be set beside target',
  ],
  [
    'only addresses are followed',
    null,
    'CEL',
    { ...cname, target: undefined, targetFrom },
    'spec.targetFrom: may be set only for A and AAAA, which lead to addresses',
  ],
  [
    'an address of the operator is no use',
    'dns#fields-of-each-type',
    'CEL',
    { target: '[remote_addr]' },
    'spec.target: must not be [remote_addr], which would be the address of the operator: write the address out',
  ],
  [
    'spec.target: must be an IPv4 address for A',
    'dns#fields-of-each-type',
    'CEL',
    { target: '2001:db8::1' },
    'spec.target: must be an IPv4 address for A',
  ],
  [
    'A takes no period behind it',
    'dns#fields-of-each-type',
    'CEL',
    { target: '198.51.100.1.' },
    'spec.target: must be an IPv4 address for A',
  ],
  [
    'A takes no empty target',
    'dns#fields-of-each-type',
    'CEL',
    { target: '' },
    'spec.target: must be an IPv4 address for A',
  ],
  [
    'spec.target: must be an IPv6 address for AAAA',
    'dns#fields-of-each-type',
    'CEL',
    { type: 'AAAA' },
    'spec.target: must be an IPv6 address for AAAA',
  ],
  ['NS needs a host', 'dns#fields-of-each-type', 'CEL', { ...ns, target: 'no host' }, HOSTS],
  ['CNAME needs a host', 'dns#fields-of-each-type', 'CEL', { ...cname, target: '' }, HOSTS],
  ['SRV needs a host', 'dns#fields-of-each-type', 'CEL', { ...srv, target: 'a..b' }, HOSTS],
  [
    'spec.target: must be a host name for MX, or "" for no mail',
    'dns#fields-of-each-type',
    'CEL',
    { ...mx, target: 'no host' },
    'spec.target: must be a host name for MX, or "" for no mail',
  ],
  [
    'TXT needs a value',
    'dns#fields-of-each-type',
    'CEL',
    { type: 'TXT', target: '' },
    'spec.target: must not be empty for TXT and PTR',
  ],
  [
    'PTR needs a value',
    'dns#fields-of-each-type',
    'CEL',
    { type: 'PTR', target: '' },
    'spec.target: must not be empty for TXT and PTR',
  ],
  [
    'an issuer is a domain',
    'dns#fields-of-each-type',
    'CEL',
    { ...caa, target: 'https://ca.example.net' },
    ISSUERS,
  ],
  [
    'an issuer has no period behind it',
    'dns#fields-of-each-type',
    'CEL',
    { ...caa, target: 'ca.example.net.' },
    ISSUERS,
  ],
  [
    'a wild issuer has no star',
    'dns#fields-of-each-type',
    'CEL',
    { ...caa, tag: 'issuewild', target: '*.example.net' },
    ISSUERS,
  ],
  [
    'incidents go to a site by http',
    'dns#fields-of-each-type',
    'CEL',
    iodef('ftp://ca.example.net'),
    INCIDENTS,
  ],
  [
    'incidents go to a whole mailbox',
    'dns#fields-of-each-type',
    'CEL',
    iodef('mailto:ca'),
    INCIDENTS,
  ],
  [
    'where incidents go has no period behind it',
    'dns#fields-of-each-type',
    'CEL',
    iodef('ca.example.net.'),
    INCIDENTS,
  ],
  [
    'no mail is for the domain itself',
    'dns#null-mx',
    'CEL',
    { ...mx, name: 'sub', target: '' },
    'spec.name: must be the domain itself for an MX that accepts no mail',
  ],
  [
    'no mail has priority 0',
    'dns#null-mx',
    'CEL',
    { ...mx, target: '', priority: 1 },
    'spec.priority: must be 0 for an MX that accepts no mail',
  ],
];

/** Rejections of a DnsRecord at admission. */
export const dnsRecordAdmission = refusals([...belonging, ...bounds, ...uses, ...targets]);

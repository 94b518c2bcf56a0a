import { REMOTE_ADDRESS } from '../../api/record-rules.ts';
import { IPV4_PATTERN, IPV6_PATTERN } from '../../model/address.ts';
import type { Rule } from '../../model/definition.ts';
import { namedOnce } from '../../model/spec-fields.ts';
import { NEEDED, PARTICULAR, usersOf } from './parts/uses.ts';

const CREATES = '(!has(self.import) || has(self.import.orCreate) && self.import.orCreate)';
const HOST = '[a-zA-Z0-9_-]{1,63}([.][a-zA-Z0-9_-]{1,63})*';

const listed = (types: readonly string[]): string =>
  `[${types.map((type) => `'${type}'`).join(', ')}]`;
const matches = (...patterns: readonly string[]): string =>
  patterns.map((pattern) => `self.target.matches(r'^${pattern}$')`).join(' || ');
const REMOTE = `self.target == '${REMOTE_ADDRESS}'`;

/** A rule for the targets of some types; one that the spec does not name is left to the account. */
const targetOf = (types: readonly string[], condition: string, message: string): Rule => ({
  rule: `!(self.type in ${listed(types)}) || !has(self.target) || ${condition}`,
  message,
});

const BELONGING: readonly Rule[] = [
  namedOnce('domainRef'),
  {
    rule: 'has(self.domainRef.id) == has(self.domainRef.domain)',
    message: 'spec.domainRef.domain: the name of the zone stands beside the id, and only there',
  },
];

const FIELDS: readonly Rule[] = [
  ...PARTICULAR.map((field) => ({
    rule: `!has(self.${field}) || self.type in ${listed(usersOf(field))}`,
    message: `spec.${field} is only for ${usersOf(field).join(' and ')}`,
  })),
  ...Object.entries(NEEDED).flatMap(([type, fields]) =>
    fields.map((field) => ({
      rule: `self.type != '${type}' || has(self.${field}) || !${CREATES}`,
      message: `spec.${field} is needed for ${type}`,
    })),
  ),
];

const NAMES: readonly Rule[] = [
  {
    rule: "!has(self.name) || self.type != 'SRV'",
    message: 'spec.name: an SRV record is named by service and protocol',
  },
  {
    rule: "!has(self.name) || self.type != 'NS' || !self.name.contains('*')",
    message: 'spec.name: NS knows no wildcards',
  },
  {
    rule: `self.type != 'CNAME' || (has(self.name) ? !(self.name in ['', '@']) : !${CREATES})`,
    message: 'spec.name: a CNAME needs a name, the domain itself has other records',
  },
];

const TARGETS: readonly Rule[] = [
  {
    rule: '!has(self.targetFrom) || !has(self.target)',
    message: 'at most one of spec.target and spec.targetFrom',
  },
  {
    rule: "!has(self.targetFrom) || self.type in ['A', 'AAAA']",
    message: 'spec.targetFrom: only A and AAAA lead to addresses',
  },
  {
    rule: `has(self.target) || has(self.targetFrom) || !${CREATES}`,
    message: 'spec.target or spec.targetFrom is needed',
  },
  targetOf(
    ['A', 'AAAA'],
    `!(${REMOTE})`,
    `spec.target: ${REMOTE_ADDRESS} would be the address of the operator; write the address out`,
  ),
  targetOf(['A'], `${REMOTE} || ${matches(IPV4_PATTERN)}`, 'spec.target: A needs an IPv4 address'),
  targetOf(
    ['AAAA'],
    `${REMOTE} || ${matches(IPV6_PATTERN)}`,
    'spec.target: AAAA needs an IPv6 address',
  ),
  targetOf(
    ['NS', 'CNAME', 'SRV'],
    matches(`${HOST}[.]?`),
    'spec.target: NS, CNAME and SRV need a host name',
  ),
  targetOf(
    ['MX'],
    `self.target == '' || ${matches(`${HOST}[.]?`)}`,
    'spec.target: MX needs a host name, or "" for no mail',
  ),
  targetOf(['TXT', 'PTR'], "self.target != ''", 'spec.target: TXT and PTR need a value'),
  targetOf(
    ['CAA'],
    `(has(self.tag) && self.tag == 'iodef') || ${matches(HOST)}`,
    'spec.target: an issuer of certificates is a domain, with no period behind it',
  ),
  targetOf(
    ['CAA'],
    `!has(self.tag) || self.tag != 'iodef' || ${matches(HOST, `https?://${HOST}(:[0-9]+)?(/[^ ]*)?`, `mailto:[^ @]+@${HOST}`)}`,
    'spec.target: incidents go to a domain, a site (https://…) or a mailbox (mailto:…)',
  ),
];

const NULL_MX = "self.type == 'MX' && has(self.target) && self.target == ''";
const NO_MAIL: readonly Rule[] = [
  {
    rule: `!(${NULL_MX}) || !has(self.name) || self.name in ['', '@']`,
    message: 'spec.name: only the domain itself can say that it takes no mail',
  },
  {
    rule: `!(${NULL_MX}) || !has(self.priority) || self.priority == 0`,
    message: 'spec.priority: is 0 where no mail is taken',
  },
];

/** What admission refuses beyond types, patterns and bounds. Source: dns#fields-of-each-type. */
export const RULES: readonly Rule[] = [...BELONGING, ...FIELDS, ...NAMES, ...TARGETS, ...NO_MAIL];

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

/** Builds a rule for the targets of some types; ignores an unset target. */
const targetOf = (types: readonly string[], condition: string, message: string): Rule => ({
  rule: `!(self.type in ${listed(types)}) || !has(self.target) || ${condition}`,
  field: 'target',
  message,
});

const BELONGING: readonly Rule[] = [
  namedOnce('domainRef'),
  {
    rule: 'has(self.domainRef.id) == has(self.domainRef.domain)',
    field: 'domainRef.domain',
    message: 'must be set if and only if id is set: it is the name of the zone',
  },
];

const FIELDS: readonly Rule[] = [
  ...PARTICULAR.map((field) => ({
    rule: `!has(self.${field}) || self.type in ${listed(usersOf(field))}`,
    field,
    message: `may be set only for ${usersOf(field).join(' and ')}`,
  })),
  ...Object.entries(NEEDED).flatMap(([type, fields]) =>
    fields.map((field) => ({
      rule: `self.type != '${type}' || has(self.${field}) || !${CREATES}`,
      field,
      message: `must be set for ${type}`,
    })),
  ),
];

const NAMES: readonly Rule[] = [
  {
    rule: "!has(self.name) || self.type != 'SRV'",
    field: 'name',
    message: 'must not be set for SRV: service and protocol name the record',
  },
  {
    rule: "!has(self.name) || self.type != 'NS' || !self.name.contains('*')",
    field: 'name',
    message: 'must not have a wildcard for NS',
  },
  {
    rule: `self.type != 'CNAME' || (has(self.name) ? !(self.name in ['', '@']) : !${CREATES})`,
    field: 'name',
    message: 'must not be the domain itself for CNAME, because the domain has other records',
  },
];

const TARGETS: readonly Rule[] = [
  {
    rule: '!has(self.targetFrom) || !has(self.target)',
    field: 'targetFrom',
    message: 'must not be set beside target',
  },
  {
    rule: "!has(self.targetFrom) || self.type in ['A', 'AAAA']",
    field: 'targetFrom',
    message: 'may be set only for A and AAAA, which lead to addresses',
  },
  {
    rule: `has(self.target) || has(self.targetFrom) || !${CREATES}`,
    field: 'target',
    message: 'must be set unless targetFrom is set',
  },
  targetOf(
    ['A', 'AAAA'],
    `!(${REMOTE})`,
    `must not be ${REMOTE_ADDRESS}, which would be the address of the operator: write the address out`,
  ),
  targetOf(['A'], `${REMOTE} || ${matches(IPV4_PATTERN)}`, 'must be an IPv4 address for A'),
  targetOf(['AAAA'], `${REMOTE} || ${matches(IPV6_PATTERN)}`, 'must be an IPv6 address for AAAA'),
  targetOf(
    ['NS', 'CNAME', 'SRV'],
    matches(`${HOST}[.]?`),
    'must be a host name for NS, CNAME and SRV',
  ),
  targetOf(
    ['MX'],
    `self.target == '' || ${matches(`${HOST}[.]?`)}`,
    'must be a host name for MX, or "" for no mail',
  ),
  targetOf(['TXT', 'PTR'], "self.target != ''", 'must not be empty for TXT and PTR'),
  targetOf(
    ['CAA'],
    `(has(self.tag) && self.tag == 'iodef') || ${matches(HOST)}`,
    'must be a domain without a trailing period for CAA with issue or issuewild',
  ),
  targetOf(
    ['CAA'],
    `!has(self.tag) || self.tag != 'iodef' || ${matches(HOST, `https?://${HOST}(:[0-9]+)?(/[^ ]*)?`, `mailto:[^ @]+@${HOST}`)}`,
    'must be a domain, a site (https://…) or a mailbox (mailto:…) for CAA with iodef',
  ),
];

const NULL_MX = "self.type == 'MX' && has(self.target) && self.target == ''";
const NO_MAIL: readonly Rule[] = [
  {
    rule: `!(${NULL_MX}) || !has(self.name) || self.name in ['', '@']`,
    field: 'name',
    message: 'must be the domain itself for an MX that accepts no mail',
  },
  {
    rule: `!(${NULL_MX}) || !has(self.priority) || self.priority == 0`,
    field: 'priority',
    message: 'must be 0 for an MX that accepts no mail',
  },
];

/** Admission rules beyond types, patterns and bounds. Source: dns#fields-of-each-type. */
export const RULES: readonly Rule[] = [...BELONGING, ...FIELDS, ...NAMES, ...TARGETS, ...NO_MAIL];

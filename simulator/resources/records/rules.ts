import type { Problem } from '../../core/reply.ts';
import { parseIpv4, parseIpv6 } from '../addresses/notation.ts';
import type { RecordContent, RecordType } from './table.ts';

/** Fields that only some types use. */
const PARTICULAR = ['priority', 'weight', 'port', 'service', 'protocol', 'tag'] as const;
type Particular = (typeof PARTICULAR)[number];

const USED: Readonly<Record<RecordType, readonly Particular[]>> = {
  A: [],
  AAAA: [],
  NS: [],
  MX: ['priority'],
  CNAME: [],
  TXT: [],
  SRV: ['priority', 'weight', 'port', 'service', 'protocol'],
  PTR: [],
  CAA: ['tag'],
};

/** The fields of a body; absent ones are undefined. */
export type Given = { readonly [Field in keyof RecordContent]?: RecordContent[Field] | undefined };

/** Matches the service's value of a field that a type does not use. */
const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || value === 0 || value === '';

/** Returns the problems of fields that the record's type does not use; the service's own values can
 *  be sent back. Source: dns#fields-of-each-type. The recorded service accepts and ignores them. */
export const uselessFields = (type: RecordType, given: Given): readonly Problem[] =>
  PARTICULAR.filter((field) => !isBlank(given[field]) && !USED[type].includes(field)).map(
    (field) => ({
      reason: `${field} is not used by ${type} records`,
      field,
    }),
  );

/** Drops the fields that the record's type does not use. */
export const usedFields = (type: RecordType, given: Given): Given => {
  const useless: readonly string[] = PARTICULAR.filter((field) => !USED[type].includes(field));
  return Object.fromEntries(Object.entries(given).filter(([field]) => !useless.includes(field)));
};

const LABEL = /^[a-z\d_-]{1,63}$/i;
const isLabels = (text: string): boolean => text.split('.').every((label) => LABEL.test(label));

const DOMAIN_MAX = 253;
const isDomain = (text: string): boolean => text.length <= DOMAIN_MAX && isLabels(text);

/** Matches a name of the zone, the zone itself, or a wildcard below one of them. */
const isName = (name: string): boolean =>
  name === '' || name === '*' || isLabels(name.replace(/^\*\./, ''));

type Rule = (record: RecordContent) => readonly Problem[];

const wrong = (field: string, reason: string): readonly Problem[] => [{ reason, field }];
const missing = (field: string): readonly Problem[] => wrong(field, `${field} is required`);

const nameRule: Rule = ({ name }) => (isName(name) ? [] : wrong('name', 'Hostname is not valid.'));

const addressRule =
  (parse: (text: string) => unknown): Rule =>
  ({ target }) => {
    if (target === '') return missing('target');
    return parse(target) === undefined ? wrong('target', 'Invalid IP address') : [];
  };

const valueRule = ({ target }: Pick<RecordContent, 'target'>): readonly Problem[] =>
  target === '' ? missing('target') : [];

/** Checks a domain name, with or without a trailing period. Source: dns#fields-of-each-type. */
const domainRule: Rule = ({ target }) => {
  if (target === '') return missing('target');
  return isDomain(target.replace(/\.$/, ''))
    ? []
    : wrong('target', 'target must be a valid domain');
};

const noWildcard: Rule = ({ name }) =>
  name.includes('*') ? wrong('name', 'Wildcards are not supported for NS records') : [];

/** Reports a record without name and target: the domain accepts no mail. Source: dns#null-mx. */
export const isNullMx = ({ type, name, target }: RecordContent): boolean =>
  type === 'MX' && name === '' && target === '';

const mxRule: Rule = (record) => {
  if (!isNullMx(record)) return domainRule(record);
  return record.priority === 0 ? [] : wrong('priority', 'priority must be 0 for a null MX record');
};

const nameNeeded: Rule = ({ name }) => (name === '' ? missing('name') : []);

const serviceRule: Rule = ({ service, protocol }) => [
  ...((service ?? '') === ''
    ? missing('service')
    : LABEL.test(service ?? '')
      ? []
      : wrong('service', 'service is not valid')),
  ...((protocol ?? '') === '' || LABEL.test(protocol ?? '')
    ? []
    : wrong('protocol', 'protocol is not valid')),
];

const INCIDENT_URL = /^(https?:\/\/)([^/\s]+)(\/\S*)?$/;
const MAILBOX = /^mailto:[^\s@]+@([^\s@]+)$/;

/** Valid targets of a CAA record by its tag. Source: dns#fields-of-each-type. */
const CAA: Readonly<Record<string, (target: string) => boolean>> = {
  issue: isDomain,
  issuewild: isDomain,
  iodef: (target) =>
    isDomain(
      INCIDENT_URL.exec(target)?.[2]?.replace(/:\d+$/, '') ?? MAILBOX.exec(target)?.[1] ?? target,
    ),
};

const caaRule: Rule = ({ tag, target }) => {
  if (tag === null) return [...missing('tag'), ...valueRule({ target })];
  if (target === '') return missing('target');
  return !target.endsWith('.') && CAA[tag]?.(target) === true
    ? []
    : wrong('target', `target is not valid for the tag ${tag}`);
};

const RULES: Readonly<Record<RecordType, readonly Rule[]>> = {
  A: [nameRule, addressRule(parseIpv4)],
  AAAA: [nameRule, addressRule(parseIpv6)],
  NS: [noWildcard, nameRule, domainRule],
  MX: [nameRule, mxRule],
  CNAME: [nameNeeded, nameRule, domainRule],
  TXT: [nameRule, valueRule],
  SRV: [serviceRule, domainRule],
  PTR: [nameRule, valueRule],
  CAA: [nameRule, caaRule],
};

/** Returns the problems of a record, regardless of its zone. `name`: relative to the zone. Source:
 *  dns#fields-of-each-type. */
export const contentProblems = (record: RecordContent): readonly Problem[] =>
  RULES[record.type].flatMap((rule) => rule(record));

/** Requires the fields of a new SRV record: 0 is a value too. Source: dns#fields-of-each-type. */
export const neededNumbers = (type: RecordType, given: Given): readonly Problem[] =>
  type === 'SRV'
    ? (['priority', 'weight', 'port'] as const).flatMap((field) =>
        given[field] === undefined ? missing(field) : [],
      )
    : [];

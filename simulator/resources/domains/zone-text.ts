import { DEFAULT_SECONDS } from '../../../src/api/domains.ts';
import type { RecordRow } from '../records/table.ts';
import type { DomainRow } from './table.ts';

/** The nameservers of published zones. */
const NAMESERVERS = [1, 2, 3, 4, 5].map((number) => `ns${number}.computedns.example`);

/** Marks names of several labels as absolute. */
const absolute = (name: string): string =>
  name.includes('.') && !name.endsWith('.') ? `${name}.` : name;

const TEXT_MAX = 255;

/** Quotes a text, split into strings of the maximum length. */
const quoted = (text: string): string => {
  const pieces = text.match(new RegExp(`[^]{1,${TEXT_MAX}}`, 'g')) ?? [''];
  return pieces.map((piece) => `"${piece.replace(/["\\]/g, '\\$&')}"`).join(' ');
};

const DATA: Readonly<Record<RecordRow['type'], (record: RecordRow) => string>> = {
  A: ({ target }) => target,
  AAAA: ({ target }) => target,
  NS: ({ target }) => absolute(target),
  CNAME: ({ target }) => absolute(target),
  PTR: ({ target }) => absolute(target),
  MX: ({ priority, target }) => `${priority} ${target === '' ? '.' : absolute(target)}`,
  SRV: ({ priority, weight, port, target }) => `${priority} ${weight} ${port} ${absolute(target)}`,
  TXT: ({ target }) => quoted(target),
  CAA: ({ tag, target }) => `0 ${tag} ${quoted(target)}`,
};

const recordLine = (record: RecordRow): string => {
  const name = record.owner === '' ? '@' : record.owner;
  const ttl = record.ttl_sec === 0 ? '' : `${record.ttl_sec} `;
  return `${name} ${ttl}IN ${record.type} ${DATA[record.type](record)}`;
};

type Times = Pick<DomainRow, keyof typeof DEFAULT_SECONDS>;

const seconds = (domain: Times, field: keyof Times): number =>
  domain[field] || DEFAULT_SECONDS[field];

/** Converts a mail address to a name: escapes the periods before the @. */
const mailboxName = (address: string): string => {
  const at = address.lastIndexOf('@');
  return `${address.slice(0, at).replaceAll('.', '\\.')}.${address.slice(at + 1)}.`;
};

const authorityLine = (domain: DomainRow, serial: number): string => {
  const times = (['refresh_sec', 'retry_sec', 'expire_sec', 'ttl_sec'] as const)
    .map((field) => seconds(domain, field))
    .join(' ');
  return `@ IN SOA ${NAMESERVERS[0]}. ${mailboxName(domain.soa_email)} ${serial} ${times}`;
};

/** Renders the lines of a zone for its nameservers. */
export const zoneLines = (
  domain: DomainRow,
  records: readonly RecordRow[],
  serial: number,
): readonly string[] => [
  `; ${domain.domain} [${domain.id}]`,
  `$TTL ${seconds(domain, 'ttl_sec')}`,
  authorityLine(domain, serial),
  ...NAMESERVERS.map((server) => `@ IN NS ${server}.`),
  ...records.map(recordLine),
];

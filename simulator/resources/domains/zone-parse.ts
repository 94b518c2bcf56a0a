import { RECORD_TYPES } from '../../../src/api/records.ts';
import type { Given } from '../records/rules.ts';
import type { RecordType } from '../records/table.ts';

/** A record parsed from a zone's lines. */
export interface ZoneEntry {
  readonly type: RecordType;
  readonly given: Given;
}

/** The content of a zone's SOA record; times in seconds. */
export interface ZoneAuthority {
  readonly soa_email: string;
  readonly refresh_sec: number;
  readonly retry_sec: number;
  readonly expire_sec: number;
  readonly ttl_sec: number;
}

/** A transferred zone. */
export interface ZoneContent {
  readonly authority: ZoneAuthority | undefined;
  readonly entries: readonly ZoneEntry[];
}

const LINE = /^(?<name>\S+)\s+(?:(?<ttl>\d+)\s+)?(?:IN\s+)?(?<type>[A-Z]+)\s+(?<value>.+)$/;

const unquoted = (text: string): string => {
  const pieces = [...text.matchAll(/"((?:[^"\\]|\\.)*)"/gs)].map(([, piece = '']) => piece);
  return pieces.length === 0 ? text : pieces.join('').replace(/\\(.)/gs, '$1');
};

/** Returns a name as a record's target: without its trailing period, with the zone's name where it
 *  was omitted. */
const hostIn = (origin: string, text: string): string => {
  if (text === '.') return '';
  if (text.endsWith('.')) return text.slice(0, -1).includes('.') ? text.slice(0, -1) : text;
  return text === '@' ? origin : text.includes('.') ? `${text}.${origin}` : text;
};

type Reader = (value: string, origin: string, name: string) => Given;

const host: Reader = (value, origin) => ({ target: hostIn(origin, value) });
const verbatim: Reader = (value) => ({ target: value });

const service: Reader = (value, origin, name) => {
  const [priority, weight, port, target = ''] = value.split(/\s+/);
  const [, named, protocol = null] = /^_([^.]+)(?:\._([^.]+))?/.exec(name) ?? [];
  const numbers = { priority: Number(priority), weight: Number(weight), port: Number(port) };
  return { ...numbers, service: named, protocol, target: hostIn(origin, target) };
};

const READERS: Readonly<Record<RecordType, Reader>> = {
  A: verbatim,
  AAAA: verbatim,
  NS: host,
  CNAME: host,
  PTR: host,
  MX: (value, origin) => {
    const [priority, target = ''] = value.split(/\s+/);
    return { priority: Number(priority), target: hostIn(origin, target) };
  },
  SRV: service,
  TXT: (value) => ({ target: unquoted(value) }),
  CAA: (value) => {
    const [, tag, target = ''] = /^\d+\s+(\S+)\s+(.*)$/s.exec(value) ?? [];
    return { tag, target: unquoted(target) };
  },
};

/** Converts a name to a mail address: the first unescaped period stands for the @. */
const addressIn = (name: string): string =>
  name
    .replace(/\.$/, '')
    .replace(/(?<!\\)\./, '@')
    .replaceAll('\\.', '.');

const authorityIn = (value: string): ZoneAuthority => {
  const [, mailbox = '', , ...times] = value.split(/\s+/);
  const [refresh_sec = 0, retry_sec = 0, expire_sec = 0, ttl_sec = 0] = times.map(Number);
  return { soa_email: addressIn(mailbox), refresh_sec, retry_sec, expire_sec, ttl_sec };
};

const isRecordType = (type: string): type is RecordType =>
  RECORD_TYPES.some((known) => known === type);

/** Parses lines of a zone; skips comments, directives, unknown types and the zone's own
 *  nameservers. */
export const parseZone = (origin: string, lines: readonly string[]): ZoneContent => {
  let authority: ZoneAuthority | undefined;
  const entries: ZoneEntry[] = [];
  for (const line of lines) {
    const { name = ';', ttl, type = '', value = '' } = LINE.exec(line.trim())?.groups ?? {};
    if (name.startsWith(';') || name.startsWith('$')) continue;
    if (type === 'SOA') authority ??= authorityIn(value);
    if (!isRecordType(type) || (type === 'NS' && name === '@')) continue;
    const given = READERS[type](value, origin, name);
    entries.push({
      type,
      given: { ...given, name: name === '@' ? '' : name, ttl_sec: Number(ttl ?? 0) },
    });
  }
  return { authority, entries };
};

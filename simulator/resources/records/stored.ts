import { REMOTE_ADDRESS } from '../../../src/api/record-rules.ts';
import { isRecorded, type World } from '../../core/world.ts';
import { canonicalAddress } from '../addresses/notation.ts';
import { plainName } from '../domains/names.ts';
import { storedTtl } from '../domains/timing.ts';
import type { Given } from './rules.ts';
import { type RecordContent, type RecordType, srvName } from './table.ts';

const BLANK: Omit<RecordContent, 'type'> = {
  name: '',
  target: '',
  priority: 0,
  weight: 0,
  port: 0,
  service: null,
  protocol: null,
  ttl_sec: 0,
  tag: null,
};

/** Returns a name relative to its zone: without the zone's own, "" for the zone itself. Names
 *  elsewhere stay unchanged. Source: dns#stored-forms. */
export const relativeName = (zone: string, name: string): string => {
  const [plain, origin] = [plainName(name), plainName(zone)];
  if (plain === origin) return '';
  return plain.endsWith(`.${origin}`) ? name.slice(0, plain.length - origin.length - 1) : name;
};

/** Returns the canonical owner name for comparisons within a zone. */
export const ownerOf = (zone: string, content: RecordContent): string =>
  (content.type === 'SRV' ? srvName(content) : relativeName(zone, content.name)).toLowerCase();

/** Returns a name in stored form: the recordings drop the zone's name, the documents' dialect keeps
 *  it as sent. An SRV record has no name of its own. */
const keptName = (world: World, zone: string, type: RecordType, name: string): string => {
  if (type === 'SRV') return '';
  return isRecorded(world) ? relativeName(zone, name) : name;
};

/** Types whose targets have been observed with the zone's name appended. Source:
 *  dns#stored-forms. */
const COMBINED: readonly RecordType[] = ['SRV', 'CNAME', 'MX', 'NS'];

const combinedTarget = (world: World, zone: string, type: RecordType, target: string): string => {
  const isAbsolute = target.endsWith('.');
  const isCombined = isRecorded(world) || type === 'SRV';
  if (isCombined && target !== '' && !target.includes('.')) return `${target}.${zone}`;
  return isRecorded(world) && isAbsolute ? target.slice(0, -1) : target;
};

const MAPPED = /^::ffff:(?=\d+\.)/i;

const keptTarget = (
  world: World,
  zone: string,
  type: RecordType,
  target: string,
  from: string,
): string => {
  if (COMBINED.includes(type)) return combinedTarget(world, zone, type, target);
  if (type !== 'A' && type !== 'AAAA') return target;
  const address = target === REMOTE_ADDRESS ? from.replace(MAPPED, '') : target;
  return isRecorded(world) ? (canonicalAddress(address) ?? address) : address;
};

/** Removes the underscore and the period that the documents' dialect adds to a service or protocol:
 *  what was read can be sent back. */
const bareWord = (world: World, word: string | null): string | null =>
  isRecorded(world) || word === null ? word : word.replace(/^_/, '').replace(/\.$/, '');

/** The zone and the client of a record. */
export interface Sender {
  readonly zone: string;
  readonly type: RecordType;
  /** The address for `[remote_addr]`. */
  readonly from: string;
}

/** Converts the fields of a body as the service does. Source: dns#stored-forms. */
const received = (world: World, { zone, type, from }: Sender, given: Given): Given => {
  const { name, target, ttl_sec, service, protocol } = given;
  return {
    ...given,
    service: service === undefined ? undefined : bareWord(world, service),
    protocol: protocol === undefined ? undefined : bareWord(world, protocol),
    name: name === undefined ? undefined : keptName(world, zone, type, name),
    target: target === undefined ? undefined : keptTarget(world, zone, type, target, from),
    ttl_sec: ttl_sec === undefined ? undefined : storedTtl(world, ttl_sec),
  };
};

/** Merges a body into a record, or into a blank one. */
export const contentFrom = (
  world: World,
  sender: Sender,
  given: Given,
  before: RecordContent | undefined,
): RecordContent => {
  const said = received(world, sender, given);
  const old = before ?? BLANK;
  const nullable = <Value>(value: Value | undefined, otherwise: Value): Value =>
    value === undefined ? otherwise : value;
  return {
    type: sender.type,
    name: said.name ?? old.name,
    target: said.target ?? old.target,
    priority: said.priority ?? old.priority,
    weight: said.weight ?? old.weight,
    port: said.port ?? old.port,
    service: nullable(said.service, old.service),
    protocol: nullable(said.protocol, old.protocol),
    ttl_sec: said.ttl_sec ?? old.ttl_sec,
    tag: nullable(said.tag, old.tag),
  };
};

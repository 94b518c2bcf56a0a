import { hash } from 'node:crypto';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { isSame } from './same.ts';

/** A list is packed from about this size on (characters of its texts, and some for each member). */
export const LARGE_LIST = 16 * 1024;
/** Room that a member takes beside its text. */
const MEMBER = 16;
/** Lists are looked for in maps that are nested so deeply. */
const LEVELS = 4;
/** Lists that stay unpacked after somebody looked at them: what one pass asks for several times. */
const MOST_UNPACKED = 16;
const FASTEST = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

/** A large list, as compressed JSON. */
class Packed {
  readonly #bytes: Buffer;
  /** Digests of texts that are this list: as it was packed, and as it came the last time. */
  readonly #print: string;
  #alike = '';

  constructor(list: readonly unknown[]) {
    const text = JSON.stringify(list);
    this.#print = printOf(text);
    this.size = text.length;
    this.#bytes = zstdCompressSync(text, FASTEST);
  }

  /** Characters of its JSON. */
  readonly size: number;

  /** The list; the same one while few others were asked for since. */
  list(): unknown {
    const known = unpacked.get(this);
    if (known !== undefined) return known;
    const list: unknown = JSON.parse(zstdDecompressSync(this.#bytes).toString('utf8'));
    const [oldest] = unpacked.keys();
    if (unpacked.size >= MOST_UNPACKED && oldest !== undefined) unpacked.delete(oldest);
    unpacked.set(this, list);
    return list;
  }

  /** Whether a value is the same list, whatever the order of the members in its maps. */
  isAs(value: unknown): boolean {
    if (!Array.isArray(value)) return false;
    const print = printOf(JSON.stringify(value));
    if (print === this.#print || print === this.#alike) return true;
    const isAlike = isSame(this.list(), value);
    if (isAlike) this.#alike = print;
    return isAlike;
  }
}

const unpacked = new Map<Packed, unknown>();
/** Maps that hold packed lists, by their keys. */
const holders = new WeakMap<object, ReadonlyMap<string, Packed>>();

const printOf = (text: string): string => hash('sha256', text, 'base64');

/** A JSON value whose large lists are kept compressed, and are unpacked for who asks for them: a
 *  list of thousands of short texts takes several times their length, and each collection of
 *  garbage looks at every text. It reads like the value that was given; without a large list it is
 *  that value. Lists are found in maps, four levels deep. */
export function packed<T>(value: T): T {
  return packedTo(value, LEVELS) as T;
}

function packedTo(value: unknown, levels: number): unknown {
  if (levels === 0 || typeof value !== 'object' || value === null || Array.isArray(value))
    return value;
  if (holders.has(value)) return value;
  const lists = new Map<string, Packed>();
  const members = new Map<string, unknown>();
  let isChanged = false;
  for (const [key, member] of Object.entries(value)) {
    if (Array.isArray(member) && isLarge(member)) lists.set(key, new Packed(member));
    const kept = packedTo(member, levels - 1);
    members.set(key, kept);
    isChanged ||= kept !== member;
  }
  if (lists.size === 0) return isChanged ? Object.fromEntries(members) : value;
  return holderOf(members, lists);
}

function holderOf(
  members: ReadonlyMap<string, unknown>,
  lists: ReadonlyMap<string, Packed>,
): object {
  const holder = {};
  for (const [key, value] of members) {
    const list = lists.get(key);
    Object.defineProperty(holder, key, {
      enumerable: true,
      configurable: true,
      ...(list === undefined ? { value, writable: true } : { get: () => list.list() }),
    });
  }
  holders.set(holder, lists);
  return holder;
}

/** Whether a value is the same JSON as one that may be packed, which is then not unpacked. */
export const isAlike = (kept: unknown, given: unknown): boolean =>
  isSame(kept, given, (map, key, value) => holders.get(map)?.get(key)?.isAs(value) ?? null);

/** How many characters the packed lists of a value have as JSON. */
export function packedSize(value: unknown, levels = LEVELS): number {
  if (levels === 0 || typeof value !== 'object' || value === null || Array.isArray(value)) return 0;
  const lists = holders.get(value);
  let size = 0;
  for (const key of Object.keys(value))
    size += lists?.get(key)?.size ?? packedSize(Reflect.get(value, key), levels - 1);
  return size;
}

const isLarge = (list: readonly unknown[]): boolean => sizeUpTo(list, LARGE_LIST) >= LARGE_LIST;

/** About how much room a value takes; no more is counted once it is that much. */
function sizeUpTo(value: unknown, most: number): number {
  if (typeof value === 'string') return value.length + MEMBER;
  if (typeof value !== 'object' || value === null) return MEMBER;
  let size = MEMBER;
  for (const member of Object.values(value)) {
    size += sizeUpTo(member, most - size);
    if (size >= most) break;
  }
  return size;
}

import { hash } from 'node:crypto';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { isSame } from './same.ts';

/** Size from which a list is packed (characters of its texts, plus an amount for each member). */
export const LARGE_LIST = 16 * 1024;
/** Size of a member beside its text. */
const MEMBER = 16;
/** Deepest nesting of a list that is packed: its text is written and read recursively. */
const DEEPEST = 100;
/** Depth of nested maps in which lists are searched. */
const LEVELS = 4;
/** Number of unpacked lists in the cache, for repeated use within one pass. */
const MOST_UNPACKED = 16;
const FASTEST = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

/** A large list as compressed JSON. */
class Packed {
  readonly #bytes: Buffer;
  /** Digests of texts that equal this list: as packed, and as last compared. */
  readonly #print: string;
  #alike = '';

  constructor(list: readonly unknown[]) {
    const text = JSON.stringify(list);
    this.#print = printOf(text);
    this.size = text.length;
    this.#bytes = zstdCompressSync(text, FASTEST);
  }

  /** Number of characters as JSON. */
  readonly size: number;

  /** Unpacks the list; returns the cached one while it is in the cache. */
  list(): unknown {
    const known = unpacked.get(this);
    if (known !== undefined) return known;
    const list: unknown = JSON.parse(zstdDecompressSync(this.#bytes).toString('utf8'));
    const [oldest] = unpacked.keys();
    if (unpacked.size >= MOST_UNPACKED && oldest !== undefined) unpacked.delete(oldest);
    unpacked.set(this, list);
    return list;
  }

  /** Reports whether a value equals the list, whatever the order of the members in its maps. */
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
/** Packed lists by their holders and keys. */
const holders = new WeakMap<object, ReadonlyMap<string, Packed>>();

const printOf = (text: string): string => hash('sha256', text, 'base64');

/** Compresses the large lists of a JSON value, and unpacks them on access: a list of thousands of
 *  short texts takes several times their length, and each garbage collection visits every text. The
 *  result reads like the original value; without a large list it is that value. Lists are found in
 *  maps, four levels deep. */
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

/** Compares a value with a possibly packed one, without unpacking it. */
export const isAlike = (kept: unknown, given: unknown): boolean =>
  isSame(kept, given, (map, key, value) => holders.get(map)?.get(key)?.isAs(value) ?? null);

/** Returns the number of JSON characters of the packed lists of a value. */
export function packedSize(value: unknown, levels = LEVELS): number {
  if (levels === 0 || typeof value !== 'object' || value === null || Array.isArray(value)) return 0;
  const lists = holders.get(value);
  let size = 0;
  for (const key of Object.keys(value))
    size += lists?.get(key)?.size ?? packedSize(Reflect.get(value, key), levels - 1);
  return size;
}

const isLarge = (list: readonly unknown[]): boolean => sizeOf(list) >= LARGE_LIST;

/** Estimates the size of a list. Returns 0 for a list with values nested
 *  deeper than `DEEPEST`: writing them as JSON can overflow the stack. */
function sizeOf(list: readonly unknown[]): number {
  let level: readonly unknown[] = list;
  let size = 0;
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > DEEPEST) return 0;
    const below: unknown[] = [];
    for (const member of level) {
      size += MEMBER + (typeof member === 'string' ? member.length : 0);
      if (typeof member !== 'object' || member === null) continue;
      for (const inner of Object.values(member)) below.push(inner);
    }
    level = below;
  }
  return size;
}

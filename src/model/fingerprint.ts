import { Secret } from './secret.ts';
import { sha256 } from './sha256.ts';

/** Depth limit; stored values are flatter. The API server accepts 10,000 levels, which would
 *  overflow the stack. */
const DEEPEST = 100;

/** Formats a JSON value with sorted keys, so that equal values have equal text. Ignores `undefined`
 *  members; redacts secrets. Cuts off values below a hundred levels: values that differ only there
 *  have the same text. */
export function canonicalText(value: unknown, levels = DEEPEST): string {
  if (value === undefined || value === null) return 'null';
  if (value instanceof Secret || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
  if (levels === 0) return '…';
  if (Array.isArray(value))
    return `[${value.map((member) => canonicalText(member, levels - 1)).join(',')}]`;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return `{${members
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, member]) => `${JSON.stringify(key)}:${canonicalText(member, levels - 1)}`)
    .join(',')}}`;
}

/** Hashes a JSON value to sixteen hexadecimal digits (cyrb53-style, twice 32 bits). Detects
 *  changes; not for security. */
export function fingerprint(value: unknown): string {
  const text = canonicalText(value);
  let a = 0xdeadbeef;
  let b = 0x41c6ce57;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    a = Math.imul(a ^ unit, 2654435761);
    b = Math.imul(b ^ unit, 1597334677);
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return [b, a].map((lane) => (lane >>> 0).toString(16).padStart(8, '0')).join('');
}

const DIGEST_DIGITS = 32;

/** Hashes a JSON value to thirty-two hexadecimal digits (128 bits of SHA-256), resistant to
 *  collisions, for security. */
export const digest = (value: unknown): string =>
  sha256(canonicalText(value)).slice(0, DIGEST_DIGITS);

type Members = Readonly<Record<string, unknown>>;

const isTree = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !(value instanceof Secret);

const isThere = (members: Members, key: string): boolean =>
  Object.hasOwn(members, key) && members[key] !== undefined;

/** Reports whether two values have the same canonical text. Does not create the text of objects and
 *  lists. */
function alike(a: unknown, b: unknown, levels: number): boolean {
  if (a === b) return true;
  if (!isTree(a) || !isTree(b))
    return isTree(a) === isTree(b) && canonicalText(a) === canonicalText(b);
  if (levels === 0) return true;
  if (Array.isArray(a) || Array.isArray(b)) {
    const isList = Array.isArray(a) && Array.isArray(b) && a.length === b.length;
    return isList && a.every((member, i) => alike(member, b[i], levels - 1));
  }
  const keys = Object.keys(a).filter((key) => isThere(a, key));
  return (
    keys.length === Object.keys(b).filter((key) => isThere(b, key)).length &&
    keys.every((key) => isThere(b, key) && alike(a[key], b[key], levels - 1))
  );
}

/** Reports whether two JSON values are equal; ignores `undefined` members, and treats undefined as
 *  null. */
export const same = (a: unknown, b: unknown): boolean => {
  const [isNone, isOtherNone] = [a ?? null, b ?? null].map((one) => one === null);
  return isNone || isOtherNone ? isNone === isOtherNone : alike(a, b, DEEPEST);
};

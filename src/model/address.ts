const OCTET = '(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])';
const HEX = '[0-9a-fA-F]{1,4}';

/** Pattern of an IPv4 address, valid for admission too. */
export const IPV4_PATTERN = `${OCTET}(\\.${OCTET}){3}`;

/** Pattern of an IPv6 address for admission, without a dotted tail. */
export const IPV6_PATTERN = `((${HEX}:){7}${HEX}|(${HEX}:){1,7}:|${[1, 2, 3, 4, 5, 6]
  .map((behind) => `(${HEX}:){1,${7 - behind}}(:${HEX}){1,${behind}}`)
  .join('|')}|:((:${HEX}){1,7}|:))`;

const IPV4 = new RegExp(`^${IPV4_PATTERN}$`);
const MASK = /^(?:0|[1-9]\d{0,2})$/;
/** Networks of one address in canonical form, as most programs write them. */
const SINGLE = new RegExp(
  `^(?:${IPV4_PATTERN}/32|[1-9a-f][0-9a-f]{0,3}(?::[1-9a-f][0-9a-f]{0,3}){7}/128)$`,
);

/** An address as groups of `bits` bits each: four of 8, or eight of 16. */
interface Address {
  readonly bits: 8 | 16;
  readonly groups: readonly number[];
}

const WIDTH = { 8: 32, 16: 128 } as const;

/** Returns the canonical form of an address for comparison: IPv6 lower-case and compressed.
 *  @returns null for a text that is no address */
export function canonicalAddress(text: string): string | null {
  const address = parse(text);
  return address === null ? null : print(address);
}

/** Returns the canonical form of a network for comparison: a bare address has the longest mask, the
 *  bits after the mask are 0.
 *  @returns null for a text that is neither address nor network */
export function canonicalNetwork(text: string): string | null {
  if (SINGLE.test(text)) return text;
  const [start = '', mask, ...rest] = text.split('/');
  const address = parse(start);
  if (address === null || rest.length > 0) return null;
  const width = WIDTH[address.bits];
  const length = mask === undefined ? width : MASK.test(mask) ? Number(mask) : Number.NaN;
  if (!(length <= width)) return null;
  return `${print(length === width ? address : masked(address, length))}/${length}`;
}

const masked = ({ bits, groups }: Address, length: number): Address => ({
  bits,
  groups: groups.map((group, index) => {
    const behind = bits - Math.min(Math.max(length - index * bits, 0), bits);
    return (group >> behind) << behind;
  }),
});

function parse(text: string): Address | null {
  if (!text.includes(':'))
    return IPV4.test(text) ? { bits: 8, groups: text.split('.').map(Number) } : null;
  const groups = ipv6Groups(text);
  return groups === null ? null : { bits: 16, groups };
}

/** Parses the eight groups of an IPv6 address, with `::` expanded and a dotted tail converted. */
function ipv6Groups(text: string): readonly number[] | null {
  const gap = text.indexOf('::');
  if (gap < 0) {
    const groups = listed(text, true);
    return groups?.length === 8 ? groups : null;
  }
  const [front, back] = [listed(text.slice(0, gap), false), listed(text.slice(gap + 2), true)];
  if (front === null || back === null) return null;
  const missing = 8 - front.length - back.length;
  return missing < 1 ? null : [...front, ...Array.from({ length: missing }, () => 0), ...back];
}

/** Parses the groups of one side of an address; null where one is invalid. */
function listed(text: string, isEnd: boolean): readonly number[] | null {
  if (text === '') return [];
  const parts = text.split(':');
  const groups: number[] = [];
  for (const [index, part] of parts.entries()) {
    if (isEnd && index === parts.length - 1 && IPV4.test(part)) groups.push(...paired(part));
    else {
      const group = hex(part);
      if (group === null) return null;
      groups.push(group);
    }
  }
  return groups;
}

/** Parses up to four hexadecimal digits; null for any other text. */
function hex(text: string): number | null {
  if (text.length < 1 || text.length > 4) return null;
  let value = 0;
  for (let at = 0; at < text.length; at++) {
    const digit = DIGITS.indexOf(text.charAt(at).toLowerCase());
    if (digit < 0) return null;
    value = value * 16 + digit;
  }
  return value;
}

const DIGITS = '0123456789abcdef';

function paired(dotted: string): readonly number[] {
  const [a = 0, b = 0, c = 0, d = 0] = dotted.split('.').map(Number);
  return [a * 256 + b, c * 256 + d];
}

function print({ bits, groups }: Address): string {
  if (bits === 8) return groups.join('.');
  const { start, length } = longestZeros(groups);
  const texts = groups.map((group) => group.toString(16));
  return length < 2
    ? texts.join(':')
    : `${texts.slice(0, start).join(':')}::${texts.slice(start + length).join(':')}`;
}

function longestZeros(groups: readonly number[]): {
  readonly start: number;
  readonly length: number;
} {
  let [start, length, run] = [0, 0, 0];
  for (let index = 0; index < groups.length; index++) {
    run = groups[index] === 0 ? run + 1 : 0;
    if (run > length) [start, length] = [index - run + 1, run];
  }
  return { start, length };
}

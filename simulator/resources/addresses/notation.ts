/** Parses the four bytes of an IPv4 address; undefined for any other text, including leading
 *  zeros. */
export const parseIpv4 = (text: string): readonly number[] | undefined => {
  const parts = text.split('.');
  const isByte = (part: string): boolean => /^(0|[1-9]\d{0,2})$/.test(part) && Number(part) <= 255;
  return parts.length === 4 && parts.every(isByte) ? parts.map(Number) : undefined;
};

/** Replaces an IPv4 address at the end of an IPv6 one by two groups. */
const withoutDots = (text: string): string =>
  text.replace(/(?<=:)[\d.]+\.[\d.]+$/, (dotted) => {
    const [a = 0, b = 0, c = 0, d = 0] = parseIpv4(dotted) ?? [];
    return parseIpv4(dotted) === undefined
      ? dotted
      : `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
  });

const groupsOf = (text: string): readonly number[] | undefined => {
  const parts = text === '' ? [] : text.split(':');
  return parts.every((part) => /^[\da-f]{1,4}$/i.test(part))
    ? parts.map((part) => Number.parseInt(part, 16))
    : undefined;
};

const GROUPS = 8;

/** Parses the eight groups of an IPv6 address; undefined for any other text, including zones. */
export const parseIpv6 = (text: string): readonly number[] | undefined => {
  const [before = '', after, ...rest] = withoutDots(text).split('::');
  const head = groupsOf(before);
  const tail = groupsOf(after ?? '');
  if (rest.length > 0 || head === undefined || tail === undefined) return undefined;
  if (after === undefined) return head.length === GROUPS ? head : undefined;
  const gap = GROUPS - head.length - tail.length;
  return gap < 1 ? undefined : [...head, ...Array.from({ length: gap }, () => 0), ...tail];
};

/** Returns position and length of the longest run of zeros; the first of several. */
const longestGap = (groups: readonly number[]): { readonly at: number; readonly length: number } =>
  groups
    .map((_group, at) => {
      const end = groups.findIndex((group, index) => index >= at && group !== 0);
      return { at, length: (end < 0 ? groups.length : end) - at };
    })
    .reduce((best, gap) => (gap.length > best.length ? gap : best), { at: 0, length: 0 });

const hex = (groups: readonly number[]): string =>
  groups.map((group) => group.toString(16)).join(':');

const compressed = (groups: readonly number[]): string => {
  const { at, length } = longestGap(groups);
  return length < 2
    ? hex(groups)
    : `${hex(groups.slice(0, at))}::${hex(groups.slice(at + length))}`;
};

/** Returns the canonical form of an address: IPv6 in lower case, shortened (RFC 5952). Undefined
 *  for any other text. */
export const canonicalAddress = (text: string): string | undefined => {
  if (parseIpv4(text) !== undefined) return text;
  const groups = parseIpv6(text);
  return groups === undefined ? undefined : compressed(groups);
};

export const isSameAddress = (a: string, b: string): boolean =>
  a === b || (canonicalAddress(a) ?? a) === canonicalAddress(b);

const hasMask = (
  text: string,
  longest: number,
  isAddress: (address: string) => boolean,
): boolean => {
  const [address = '', mask = '', ...rest] = text.split('/');
  return (
    rest.length === 0 &&
    isAddress(address) &&
    /^(0|[1-9]\d{0,2})$/.test(mask) &&
    Number(mask) <= longest
  );
};

/** Matches IPv4 address and mask, 192.0.2.0/24. */
export const isIpv4Network = (text: string): boolean =>
  hasMask(text, 32, (address) => parseIpv4(address) !== undefined);

/** Matches IPv6 address and mask, 2001:db8::/32. */
export const isIpv6Network = (text: string): boolean =>
  hasMask(text, 128, (address) => parseIpv6(address) !== undefined);

import { table } from '../../core/table.ts';
import type { Entity } from '../../core/turn.ts';
import type { Row, World } from '../../core/world.ts';
import { computes, type InstanceRow, instances } from '../instances/table.ts';
import { canonicalAddress, isSameAddress, parseIpv4 } from './notation.ts';

/** An explicit reverse name; an address without one has its default. */
interface ReverseRow extends Row {
  readonly address: string;
  readonly rdns: string;
}

/** An IPv6 range routed to an instance; `prefix`: 56 or 64 bits. */
export interface RangeRow extends Row {
  readonly range: string;
  readonly prefix: number;
  readonly computeId: number;
}

/** An address of another instance, or a range, that an instance may take over. */
interface ShareRow extends Row {
  readonly address: string;
  readonly computeId: number;
}

export const reverseNames = table<ReverseRow>('reverse names');
export const ranges = table<RangeRow>('ipv6 ranges');
export const shares = table<ShareRow>('shared addresses');

/** Source: addresses#addresses. */
export const isPrivate = (address: string): boolean => {
  const [first, second, third = 0] = parseIpv4(address) ?? [];
  return first === 192 && second === 168 && third >= 128;
};

/** Returns an instance's own IPv6 address without its prefix length. */
export const slaacOf = ({ ipv6 }: InstanceRow): string | null => ipv6?.split('/')[0] ?? null;

export const rangesOf = (world: World, computeId: number): readonly RangeRow[] =>
  ranges.all(world).filter((row) => row.computeId === computeId);

const holds = (row: InstanceRow, address: string): boolean =>
  address.includes(':')
    ? canonicalAddress(slaacOf(row) ?? '') === address
    : row.ipv4.includes(address);

/** Returns the range in a text, with or without its prefix. */
export const rangeNamed = (world: World, text: string): RangeRow | undefined => {
  const [address = '', prefix] = text.split('/');
  return ranges
    .all(world)
    .find(
      (row) =>
        isSameAddress(row.range, address) && (prefix ?? String(row.prefix)) === String(row.prefix),
    );
};

/** Returns the instance with an address or a range. */
export const holderOf = (world: World, text: string): InstanceRow | undefined => {
  const address = canonicalAddress(text) ?? text;
  const held = instances.all(world).find((row) => holds(row, address));
  return held ?? instances.find(world, rangeNamed(world, text)?.computeId ?? 0);
};

/** Addresses as path parameters: grants on the instance apply to its addresses. */
export const holders: Entity<InstanceRow> = {
  ...computes,
  find: (world, param) => holderOf(world, String(param)),
};

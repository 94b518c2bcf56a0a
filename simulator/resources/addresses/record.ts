import type { World } from '../../core/world.ts';
import type { InstanceRow } from '../instances/table.ts';
import { isSameAddress, parseIpv4 } from './notation.ts';
import { isPrivate, type RangeRow, reverseNames, slaacOf } from './table.ts';

/** An address for clients. Source: addresses#addresses. */
export interface AddressRecord {
  readonly address: string;
  readonly gateway: string | null;
  readonly subnet_mask: string;
  readonly prefix: number;
  readonly type: 'ipv4' | 'ipv6';
  readonly public: boolean;
  readonly rdns: string | null;
  readonly compute_id: number;
  readonly region: string;
}

/** Returns the default name of a public IPv4 address. Source: addresses#reverse-names. */
export const defaultName = (address: string): string =>
  `${address.replaceAll('.', '-')}.ip.computeusercontent.example`;

const reverseName = (world: World, address: string): string | undefined =>
  reverseNames.all(world).find((row) => isSameAddress(row.address, address))?.rdns;

/** Returns the .1 of the address's /24 network. */
const gatewayOf = (address: string): string =>
  [...(parseIpv4(address) ?? []).slice(0, 3), 1].join('.');

const IPV6 = {
  gateway: 'fe80::1',
  subnet_mask: 'ffff:ffff:ffff:ffff::',
  prefix: 64,
  type: 'ipv6',
} as const;

const placed = ({ id, region }: InstanceRow): Pick<AddressRecord, 'compute_id' | 'region'> => ({
  compute_id: id,
  region,
});

const privateRecord = (row: InstanceRow, address: string): AddressRecord => ({
  address,
  gateway: null,
  subnet_mask: '255.255.128.0',
  prefix: 17,
  type: 'ipv4',
  public: false,
  rdns: null,
  ...placed(row),
});

const publicRecord = (world: World, row: InstanceRow, address: string): AddressRecord => ({
  address,
  gateway: gatewayOf(address),
  subnet_mask: '255.255.255.0',
  prefix: 24,
  type: 'ipv4',
  public: true,
  rdns: reverseName(world, address) ?? defaultName(address),
  ...placed(row),
});

export const ipv4Record = (world: World, row: InstanceRow, address: string): AddressRecord =>
  isPrivate(address) ? privateRecord(row, address) : publicRecord(world, row, address);

const ipv6Record = (world: World, row: InstanceRow, address: string): AddressRecord => ({
  address,
  ...IPV6,
  public: true,
  rdns: reverseName(world, address) ?? null,
  ...placed(row),
});

/** Builds the record of an instance's SLAAC address; null without IPv6. */
export const slaacRecord = (world: World, row: InstanceRow): AddressRecord | null => {
  const address = slaacOf(row);
  return address === null ? null : ipv6Record(world, row, address);
};

/** Builds the record of the link-local address, which ends as the public one does. Source:
 *  addresses#addresses. */
export const linkLocalRecord = (world: World, row: InstanceRow): AddressRecord | null => {
  const address = slaacOf(row);
  if (address === null) return null;
  return {
    ...ipv6Record(world, row, `fe80::${address.split(':').slice(-4).join(':')}`),
    public: false,
  };
};

export const rangeRecord = (
  world: World,
  row: InstanceRow,
  { range, prefix }: RangeRow,
): AddressRecord => ({
  ...ipv6Record(world, row, range),
  prefix,
});

/** Returns all public addresses of an instance. */
export const publicRecords = (world: World, row: InstanceRow): readonly AddressRecord[] => {
  const own = row.ipv4
    .filter((address) => !isPrivate(address))
    .map((address) => publicRecord(world, row, address));
  const slaac = slaacRecord(world, row);
  return slaac === null ? own : [...own, slaac];
};

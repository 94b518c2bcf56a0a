import { REGIONS } from '../../catalog/regions.ts';
import type { Alarm } from '../../core/turn.ts';
import { nextId, type World } from '../../core/world.ts';
import { type InstanceRow, instances } from '../instances/table.ts';
import { canonicalAddress } from './notation.ts';
import { type RangeRow, ranges, slaacOf } from './table.ts';

/** Number of ranges of 56 bits in one of 48. */
const RANGES = 256;

/** First network of ranges, apart from the networks of the instances' own addresses, 2001:db8:1::
 *  and following. */
const FIRST_NETWORK = 0x1000;

/** Returns the next range of a region, from the documentation prefix. */
const nextRange = (world: World, region: string): string => {
  const place = REGIONS.findIndex((known) => known.id === region) + 1;
  const number = nextId(world, `ipv6 range of ${region}`, -1);
  const network = FIRST_NETWORK * place + Math.floor(number / RANGES);
  const range = `2001:db8:${network.toString(16)}:${((number % RANGES) * RANGES).toString(16)}::`;
  return canonicalAddress(range) ?? range;
};

/** Routes a new range to an instance. @param prefix 56 or 64 bits */
export const routeRange = (world: World, row: InstanceRow, prefix: number): RangeRow =>
  ranges.insert(world, {
    id: nextId(world, 'ipv6 range', 0),
    range: nextRange(world, row.region),
    prefix,
    computeId: row.id,
  });

/** Routes an IPv6 range of 56 or 64 bits to an instance; the documents only assign existing
 *  ranges. */
export const rangeRouted: Alarm<{ readonly computeId: number; readonly prefix: number }> = {
  ring: ({ world }, { computeId, prefix }) => {
    const row = instances.find(world, computeId);
    if (row !== undefined) routeRange(world, row, prefix);
  },
};

/** Builds the record of a range on its instance. Source: addresses#ipv6-ranges. */
export const showRange = ({ range, prefix }: RangeRow, row: InstanceRow): object => ({
  range,
  prefix,
  region: row.region,
  route_target: slaacOf(row),
});

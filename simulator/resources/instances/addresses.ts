import { REGIONS } from '../../catalog/regions.ts';
import { drawHex, drawWithin } from '../../core/random.ts';
import { nextId, type World } from '../../core/world.ts';

const dotted = (base: readonly [number, number], offset: number): string =>
  `${base[0]}.${base[1] + (offset >>> 16)}.${(offset >>> 8) & 255}.${offset & 255}`;

/** Returns a host offset in /24 networks: never .0, .1 (the gateway) or .255. */
const hostOffset = (number: number): number => Math.floor(number / 253) * 256 + (number % 253) + 2;

/** Returns the next public address, from the benchmark range (RFC 2544). */
export const publicAddress = (world: World): string =>
  dotted([198, 18], hostOffset(nextId(world, 'public address', -1)));

/** Returns the next private address of 192.168.128.0/17. Source: addresses#addresses. */
export const privateAddress = (world: World): string =>
  dotted([192, 168], 128 * 256 + hostOffset(nextId(world, 'private address', -1)));

/** Returns a SLAAC address in the region's network, from the documentation prefix. Source:
 *  compute#instances. */
export const slaacAddress = (world: World, region: string): string => {
  const network = REGIONS.findIndex((known) => known.id === region) + 1;
  const digits = drawHex(world, 6);
  const tail = drawWithin(world, [1, 9999]);
  return `2001:db8:${network.toString(16)}::f03c:93ff:fe${digits.slice(0, 2)}:${tail.toString(16)}/128`;
};

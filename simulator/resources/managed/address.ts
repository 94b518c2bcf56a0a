import { region as regionNamed } from '../../catalog/regions.ts';
import { type Refusal, refuse } from '../../core/reply.ts';
import { parseIpv4 } from '../addresses/notation.ts';
import type { ServiceRow } from './table.ts';

/** Removes the fragment of an address; the query stays. Source: monitoring#services. */
export const withoutFragment = (address: string): string => address.replace(/#.*$/s, '');

const hostOfUrl = (address: string): string | undefined => {
  if (!/^https?:\/\/[^\s/?#]/i.test(address) || /\s/.test(address)) return undefined;
  return URL.canParse(address) ? new URL(address).hostname : undefined;
};

const hostOfPort = (address: string): string | undefined => {
  const [, host, port] =
    /^(?:tcp:\/\/)?([a-z\d._-]+|\[[\da-f:.]+\]):(\d{1,5})$/i.exec(address) ?? [];
  const isPort = Number(port) >= 1 && Number(port) <= 65_535;
  return isPort ? host : undefined;
};

/** Returns the host of a monitored address; undefined for an address that the kind of check cannot
 *  have. Source: monitoring#services. */
const hostOf = ({ service_type, address }: Checked): string | undefined =>
  service_type === 'url' ? hostOfUrl(address) : hostOfPort(address);

/** Source: monitoring#services. */
const isPrivate = (host: string): boolean => {
  const [first, second = 0] = parseIpv4(host) ?? [];
  return (
    first === 10 ||
    (first === 172 && second >= 16 && second <= 31) ||
    (first === 192 && second === 168)
  );
};

/** The members of a service that depend on each other. */
export type Checked = Pick<ServiceRow, 'service_type' | 'address'>;

/** Returns the region of a changed service: the sent one, otherwise the stored one while the
 *  address is private. Refuses an address that is none, and a region that is missing or
 *  superfluous. Source: monitoring#services. */
export const regionOf = (
  checked: Checked,
  given: string | undefined,
  stored: string | null,
): string | null | Refusal => {
  const host = hostOf(checked);
  if (host === undefined) return refuse('Must be a valid address', 'address');
  if (!isPrivate(host)) {
    return given === undefined
      ? null
      : refuse('region must not be set unless the address is a private IP', 'region');
  }
  const region = given ?? stored;
  if (region === null) return refuse('region is required for a private IP', 'region');
  return regionNamed(region) === undefined ? refuse('region is not valid', 'region') : region;
};

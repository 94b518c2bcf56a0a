import { tell } from '../../core/events.ts';
import { type Refusal, refuse } from '../../core/reply.ts';
import type { Turn } from '../../core/turn.ts';
import { nextId, type World } from '../../core/world.ts';
import { isZoneName, plainName } from '../domains/names.ts';
import { resolvesTo } from '../domains/resolve.ts';
import { isSameAddress } from './notation.ts';
import { type AddressRecord, defaultName } from './record.ts';
import { reverseNames } from './table.ts';

/** Removes the reverse name of an address that was moved or released. */
export const forgetName = (world: World, address: string): void => {
  for (const row of reverseNames
    .all(world)
    .filter((named) => isSameAddress(named.address, address)))
    reverseNames.remove(world, row.id);
};

/** Refuses a name that does not resolve to the address yet. Source: addresses#reverse-names. */
const nameRefused = (
  world: World,
  { address, public: isPublic }: AddressRecord,
  name: string,
): Refusal | undefined => {
  const field = 'rdns';
  if (!isPublic) return refuse('rdns cannot be set for a private address.', field);
  if (!isZoneName(world, plainName(name))) return refuse('Domain is not valid.', field);
  if (plainName(name) === defaultName(address) || resolvesTo(world, name, address))
    return undefined;
  return refuse(`We were unable to perform a lookup for '${name}' at this time.`, field);
};

/** Sets the reverse name of an address, or refuses; null restores the default, the current name
 *  changes nothing. */
export const setName = (
  turn: Turn,
  record: AddressRecord,
  name: string | null,
): Refusal | undefined => {
  const { world } = turn;
  const { address } = record;
  if (name !== record.rdns) {
    const refusal = name === null ? undefined : nameRefused(world, record, name);
    if (refusal !== undefined) return refusal;
    forgetName(world, address);
    if (name !== null)
      reverseNames.insert(world, { id: nextId(world, 'reverse name', 0), address, rdns: name });
  }
  const entity = {
    id: address,
    type: 'ipaddress',
    label: address,
    url: `/v4/networking/ips/${address}`,
  };
  tell(turn, { action: 'ipaddress_update', entity });
  return undefined;
};

import { stamp } from '../../core/clock.ts';
import { reference, tell } from '../../core/events.ts';
import { type Refusal, refuse } from '../../core/reply.ts';
import { table } from '../../core/table.ts';
import type { Alarm, Turn } from '../../core/turn.ts';
import type { Row, World } from '../../core/world.ts';
import { privateAddress, publicAddress } from '../instances/addresses.ts';
import { computes, type InstanceRow, instances } from '../instances/table.ts';
import { keepSshAddress } from '../managed/ssh.ts';
import { forgetName } from './reverse.ts';
import { isPrivate, slaacOf } from './table.ts';

/** An instance for which support allows additional public addresses; its id is the instance's. */
type EnabledRow = Row;

const enabled = table<EnabledRow>('instances enabled for addresses');

/** Allows additional public addresses for an instance, as support does. Source:
 *  addresses#allocate. */
export const addressesEnabled: Alarm<{ readonly computeId: number }> = {
  ring: ({ world }, { computeId }) => {
    if (enabled.find(world, computeId) === undefined) enabled.insert(world, { id: computeId });
  },
};

/** Source: addresses#allocate. */
const refused = (turn: Turn, row: InstanceRow, isPublic: boolean): Refusal | undefined => {
  if (!isPublic)
    return row.ipv4.some(isPrivate)
      ? refuse('Compute already has a private IP address.')
      : undefined;
  if (enabled.find(turn.world, row.id) !== undefined) return undefined;
  return refuse(
    'Additional IPv4 addresses require technical justification.  Please open a Support Ticket describing your requirement',
  );
};

/** Sorts public addresses before private ones. Source: compute#instances. */
export const ordered = (addresses: readonly string[]): readonly string[] =>
  addresses.toSorted((a, b) => Number(isPrivate(a)) - Number(isPrivate(b)));

/** Allocates an IPv4 address for an instance. @returns the address or a refusal */
export const allocate = (turn: Turn, row: InstanceRow, isPublic: boolean): string | Refusal => {
  const { world } = turn;
  const refusal = refused(turn, row, isPublic);
  if (refusal !== undefined) return refusal;
  const address = isPublic ? publicAddress(world) : privateAddress(world);
  instances.update(world, row.id, {
    ipv4: ordered([...row.ipv4, address]),
    updated: stamp(turn.now),
  });
  tell(turn, { action: 'compute_addip', entity: reference(computes, row) });
  return address;
};

/** Removes an IPv4 address from an instance, or refuses: the last public one stays. Source:
 *  compute#addresses-of-an-instance. */
export const release = (turn: Turn, row: InstanceRow, address: string): Refusal | undefined => {
  const isLast = !isPrivate(address) && row.ipv4.filter((own) => !isPrivate(own)).length === 1;
  if (isLast) return refuse('Compute must keep at least one public IPv4 address.');
  const ipv4 = row.ipv4.filter((own) => own !== address);
  instances.update(turn.world, row.id, { ipv4, updated: stamp(turn.now) });
  keepSshAddress(turn.world, row.id, [...ipv4, slaacOf(row) ?? '']);
  forgetName(turn.world, address);
  tell(turn, { action: 'compute_deleteip', entity: reference(computes, row) });
  return undefined;
};

/** Removes the state of a deleted instance. */
export const forgetEnabled = (world: World, computeId: number): void =>
  enabled.remove(world, computeId);

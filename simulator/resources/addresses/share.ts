import type { z } from 'zod';
import type { AddressShare } from '../../../src/api/addresses.ts';
import { done, isRefusal, type Refusal, type Reply, refuse } from '../../core/reply.ts';
import type { Turn } from '../../core/turn.ts';
import { permission, type Viewer } from '../../core/users.ts';
import { nextId, type World } from '../../core/world.ts';
import { writable } from '../instances/guards.ts';
import type { InstanceRow } from '../instances/table.ts';
import { canonicalAddress } from './notation.ts';
import { holderOf, shares } from './table.ts';

type ShareBody = z.output<typeof AddressShare>;

const shareRefused = (
  world: World,
  viewer: Viewer | null,
  primary: InstanceRow,
  address: string,
  field: string,
): Refusal | undefined => {
  const holder = holderOf(world, address);
  const isVisible =
    holder !== undefined &&
    viewer !== null &&
    permission(viewer.user, 'compute', holder.id) !== null;
  if (!isVisible) return refuse('IP Address not found.', field);
  if (holder.id === primary.id)
    return refuse(`${address} is an address of the Compute itself.`, field);
  return holder.region === primary.region
    ? undefined
    : refuse(`${address} is not in region ${primary.region}.`, field);
};

/** Replaces the addresses that an instance may take over; an empty list ends all sharing. Source:
 *  addresses#share. */
export const share = ({ world }: Turn, viewer: Viewer | null, body: ShareBody): Reply => {
  const primary = writable(world, viewer, body.compute_id, 'compute_id');
  if (isRefusal(primary)) return primary;
  for (const [index, address] of body.ips.entries()) {
    const refusal = shareRefused(world, viewer, primary, address, `ips[${index}]`);
    if (refusal !== undefined) return refusal;
  }
  endShares(world, ({ computeId }) => computeId === primary.id);
  for (const address of new Set(body.ips.map((text) => canonicalAddress(text) ?? text))) {
    shares.insert(world, { id: nextId(world, 'share', 0), address, computeId: primary.id });
  }
  return done;
};

/** Ends the sharing of addresses. */
export const endShares = (
  world: World,
  isMeant: (row: { readonly computeId: number; readonly address: string }) => boolean,
): void => {
  for (const { id } of shares.all(world).filter(isMeant)) shares.remove(world, id);
};

import type { Listing } from '../../core/reply.ts';
import { type Route, route } from '../../core/route.ts';
import type { Turn } from '../../core/turn.ts';
import { permission, type Viewer } from '../../core/users.ts';
import { configs } from '../configs/table.ts';
import { instances } from '../instances/table.ts';
import { networkEndpoints as endpoints } from './endpoints.ts';

interface Vlan {
  readonly region: string;
  readonly label: string;
  readonly computes: readonly number[];
  readonly created: string;
}

/** Returns the VLANs that interfaces of a region name; a VLAN is as old as its first profile.
 *  Source: compute#interfaces; addresses#ipv6-ranges. */
const vlansOf = ({ world }: Turn, viewer: Viewer | null): readonly Vlan[] => {
  const known = new Map<string, Vlan>();
  for (const { computeId, created, interfaces } of configs.all(world)) {
    const region = instances.find(world, computeId)?.region;
    const isHidden = viewer === null || permission(viewer.user, 'compute', computeId) === null;
    if (region === undefined || isHidden) continue;
    for (const { label } of interfaces) {
      if (label === null) continue;
      const before = known.get(`${region} ${label}`) ?? { region, label, computes: [], created };
      known.set(`${region} ${label}`, {
        ...before,
        computes: [...new Set([...before.computes, computeId])],
      });
    }
  }
  return [...known.values()];
};

const listing = (rows: readonly Vlan[]): Listing => ({ kind: 'listing', rows, show: (row) => row });

export const vlanRoutes: readonly Route[] = [
  route(endpoints.vlans, ({ turn, viewer }) => listing(vlansOf(turn, viewer))),
];

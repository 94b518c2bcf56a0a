import { addresses as endpoints } from '../../../src/api/addresses.ts';
import { isRefusal, type Listing, notFound, ok } from '../../core/reply.ts';
import { type Resource, route, routeOn } from '../../core/route.ts';
import { isRecorded, type World } from '../../core/world.ts';
import { writable } from '../instances/guards.ts';
import { computes, type InstanceRow, instances } from '../instances/table.ts';
import { addressesEnabled, allocate, forgetEnabled } from './allocate.ts';
import { assign } from './assign.ts';
import { instanceAddressRoutes, recordOf } from './of-instance.ts';
import { rangeRoutes } from './range-routes.ts';
import { rangeRouted } from './ranges.ts';
import { type AddressRecord, ipv4Record, publicRecords, rangeRecord } from './record.ts';
import { forgetName, setName } from './reverse.ts';
import { endShares, share } from './share.ts';
import { holderOf, holders, rangeNamed, ranges, rangesOf, reverseNames, shares } from './table.ts';
import { vlanRoutes } from './vlans.ts';

/** A row of the list; its id is the instance's, which determines its visibility. */
interface Listed {
  readonly id: number;
  readonly record: AddressRecord;
}

/** Lists addresses without private ones. The filter by instance follows recordings. Source:
 *  addresses#addresses; conventions#filters. */
const listing = (world: World, withoutNames: boolean): Listing => ({
  kind: 'listing',
  rows: instances
    .all(world)
    .flatMap((row) => publicRecords(world, row).map((record): Listed => ({ id: row.id, record }))),
  show: (row) => {
    const { record } = row as Listed;
    return withoutNames && record.type === 'ipv6' ? { ...record, rdns: null } : record;
  },
  of: computes,
  filters: isRecorded(world) ? ['compute_id'] : [],
});

const allocateRoute = route(endpoints.allocate, ({ turn, viewer, body }) => {
  const row = writable(turn.world, viewer, body.compute_id, 'compute_id');
  if (isRefusal(row)) return row;
  const address = allocate(turn, row, body.public);
  return typeof address === 'string' ? ok(ipv4Record(turn.world, row, address)) : address;
});

/** Returns the record of an address, or of a range with or without its prefix. Source:
 *  addresses#addresses. */
const named = (world: World, row: InstanceRow, text: string): AddressRecord | undefined => {
  const range = rangeNamed(world, text);
  return range === undefined ? recordOf(world, row, text) : rangeRecord(world, row, range);
};

/** IP addresses of the account and of its instances. Source: addresses#addresses. */
export const addressResource: Resource = {
  routes: [
    route(endpoints.list, ({ turn, query }) => listing(turn.world, query.skip_ipv6_rdns)),
    allocateRoute,
    route(endpoints.assign, ({ turn, viewer, body }) => assign(turn, viewer, body)),
    route(endpoints.assignIpv4, ({ turn, viewer, body }) => assign(turn, viewer, body)),
    route(endpoints.share, ({ turn, viewer, body }) => share(turn, viewer, body)),
    routeOn(holders, endpoints.view, ({ turn, target, params }) => {
      const record = named(turn.world, target, String(params.address));
      return record === undefined ? notFound : ok(record);
    }),
    routeOn(holders, endpoints.update, ({ turn, target, params, body }) => {
      const record = named(turn.world, target, String(params.address));
      if (record === undefined) return notFound;
      return setName(turn, record, body.rdns) ?? ok(named(turn.world, target, record.address));
    }),
    ...instanceAddressRoutes,
    ...rangeRoutes,
    ...vlanRoutes,
  ],
  alarms: { 'address.enabled': addressesEnabled, 'address.rangeRouted': rangeRouted },
  /** Removes the addresses of a deleted instance. */
  follow: ({ world }, type, id) => {
    if (type !== 'compute') return;
    forgetEnabled(world, id);
    for (const range of rangesOf(world, id)) ranges.remove(world, range.id);
    endShares(world, ({ computeId }) => computeId === id);
    for (const { address } of [...reverseNames.all(world), ...shares.all(world)]) {
      if (holderOf(world, address) !== undefined) continue;
      forgetName(world, address);
      endShares(world, (row) => row.address === address);
    }
  },
};

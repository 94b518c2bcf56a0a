import {
  done,
  isRefusal,
  type Listing,
  listedPlain,
  notFound,
  ok,
  type Refusal,
  refuse,
} from '../../core/reply.ts';
import { type Route, route, routeOn } from '../../core/route.ts';
import type { Viewer } from '../../core/users.ts';
import type { World } from '../../core/world.ts';
import { writable } from '../instances/guards.ts';
import { computes, type InstanceRow, instances } from '../instances/table.ts';
import { networkEndpoints as endpoints } from './endpoints.ts';
import { isSameAddress } from './notation.ts';
import { routeRange, showRange } from './ranges.ts';
import { forgetName } from './reverse.ts';
import { endShares } from './share.ts';
import { holders, rangeNamed, ranges, rangesOf, slaacOf } from './table.ts';

/** Lists ranges; their visibility follows the instance that they are routed to. */
const listing = (world: World): Listing => ({
  kind: 'listing',
  rows: instances
    .all(world)
    .flatMap((row) =>
      rangesOf(world, row.id).map((range) => ({ id: row.id, record: showRange(range, row) })),
    ),
  show: (row) => (row as { readonly record: object }).record,
  of: computes,
});

const targetOf = (
  world: World,
  viewer: Viewer | null,
  body: { readonly compute_id?: number | undefined; readonly route_target?: string | undefined },
): InstanceRow | Refusal => {
  const { compute_id, route_target = '' } = body;
  if (compute_id !== undefined) return writable(world, viewer, compute_id, 'compute_id');
  const [address = ''] = route_target.split('/');
  const row = instances.all(world).find((known) => isSameAddress(slaacOf(known) ?? '', address));
  return row === undefined
    ? refuse('route_target is not valid', 'route_target')
    : writable(world, viewer, row.id, 'route_target');
};

/** IPv6 ranges of the account. Source: addresses#ipv6-ranges. */
export const rangeRoutes: readonly Route[] = [
  route(endpoints.ranges, ({ turn }) => listing(turn.world)),
  /** Only the service's staff routes pools, and no account of the simulator has one. */
  route(endpoints.pools, () => listedPlain([], (row) => row)),
  route(endpoints.rangeCreate, ({ turn, viewer, body }) => {
    const { world } = turn;
    const row = targetOf(world, viewer, body);
    if (isRefusal(row)) return row;
    if (rangesOf(world, row.id).length > 0)
      return refuse(`Compute ${row.id} can have at most one IPv6 range.`);
    const { range, prefix } = routeRange(world, row, body.prefix_length);
    return ok({ range: `${range}/${prefix}`, route_target: slaacOf(row) });
  }),
  routeOn(holders, endpoints.range, ({ turn, target, params }) => {
    const range = rangeNamed(turn.world, String(params.range));
    if (range === undefined) return notFound;
    return ok({
      range: range.range,
      prefix: range.prefix,
      region: target.region,
      is_bgp: false,
      computes: [target.id],
    });
  }),
  routeOn(holders, endpoints.rangeDelete, ({ turn: { world }, params }) => {
    const range = rangeNamed(world, String(params.range));
    if (range === undefined) return notFound;
    ranges.remove(world, range.id);
    forgetName(world, range.range);
    endShares(world, ({ address }) => address === range.range);
    return done;
  }),
];

import { instanceAddresses as endpoints } from '../../../src/api/instance-addresses.ts';
import { done, notFound, ok, type Refusal, refuse } from '../../core/reply.ts';
import { type Route, routeOn } from '../../core/route.ts';
import type { World } from '../../core/world.ts';
import { computes, type InstanceRow, instances } from '../instances/table.ts';
import { allocate, release } from './allocate.ts';
import { isSameAddress } from './notation.ts';
import { showRange } from './ranges.ts';
import { type AddressRecord, ipv4Record, linkLocalRecord, slaacRecord } from './record.ts';
import { setName } from './reverse.ts';
import { holderOf, rangeNamed, rangesOf, shares } from './table.ts';

const notActive = ({ status }: InstanceRow): Refusal | undefined =>
  status === 'deleting' ? refuse('Compute is not active') : undefined;

/** Returns the addresses of other instances that an instance may take over. */
const sharedWith = (
  world: World,
  computeId: number,
): readonly { readonly address: string; readonly holder: InstanceRow }[] =>
  shares.all(world).flatMap(({ address, computeId: primary }) => {
    const holder = primary === computeId ? holderOf(world, address) : undefined;
    return holder === undefined ? [] : [{ address, holder }];
  });

/** Source: compute#addresses-of-an-instance. */
const overview = (world: World, row: InstanceRow): object => {
  const own = row.ipv4.map((address) => ipv4Record(world, row, address));
  const shared = sharedWith(world, row.id);
  const lent = shared.flatMap(({ address, holder }) => {
    const range = rangeNamed(world, address);
    return range === undefined ? [] : [showRange(range, holder)];
  });
  return {
    ipv4: {
      public: own.filter((record) => record.public),
      private: own.filter((record) => !record.public),
      shared: shared
        .filter(({ address }) => !address.includes(':'))
        .map(({ address, holder }) => ipv4Record(world, holder, address)),
      reserved: [],
    },
    ipv6: {
      slaac: slaacRecord(world, row),
      link_local: linkLocalRecord(world, row),
      global: [...rangesOf(world, row.id).map((range) => showRange(range, row)), ...lent],
    },
  };
};

/** Returns an address of the instance by any of its spellings. */
export const recordOf = (
  world: World,
  row: InstanceRow,
  address: string,
): AddressRecord | undefined => {
  const ipv6 = [slaacRecord(world, row), linkLocalRecord(world, row)].filter(
    (record) => record !== null,
  );
  return [...row.ipv4.map((own) => ipv4Record(world, row, own)), ...ipv6].find((record) =>
    isSameAddress(record.address, address),
  );
};

const updateRoute = routeOn(computes, endpoints.update, ({ turn, target, params, body }) => {
  const record = recordOf(turn.world, target, String(params.address));
  if (record === undefined) return notFound;
  return setName(turn, record, body.rdns) ?? ok(recordOf(turn.world, target, record.address));
});

const deleteRoute = routeOn(computes, endpoints.delete, ({ turn, target, params }) => {
  const record = recordOf(turn.world, target, String(params.address));
  if (record === undefined) return notFound;
  if (record.type === 'ipv6') return refuse('IPv6 addresses of a Compute cannot be deleted.');
  return notActive(target) ?? release(turn, target, record.address) ?? done;
});

const allocateRoute = routeOn(computes, endpoints.allocate, ({ turn, target, body }) => {
  const address = notActive(target) ?? allocate(turn, target, body.public);
  return typeof address === 'string'
    ? ok(ipv4Record(turn.world, instances.find(turn.world, target.id) ?? target, address))
    : address;
});

/** The addresses of one instance. Source: compute#addresses-of-an-instance. */
export const instanceAddressRoutes: readonly Route[] = [
  routeOn(computes, endpoints.list, ({ turn, target }) => ok(overview(turn.world, target))),
  allocateRoute,
  routeOn(computes, endpoints.view, ({ turn, target, params }) => {
    const record = recordOf(turn.world, target, String(params.address));
    return record === undefined ? notFound : ok(record);
  }),
  updateRoute,
  deleteRoute,
];

import { firewalls as endpoints } from '../../../src/api/firewalls.ts';
import { stamp } from '../../core/clock.ts';
import { reference, tell } from '../../core/events.ts';
import {
  done,
  isRefusal,
  listedPlain,
  notFound,
  ok,
  type Refusal,
  refuse,
} from '../../core/reply.ts';
import { type Route, routeOn } from '../../core/route.ts';
import type { Turn } from '../../core/turn.ts';
import { nextId, type World } from '../../core/world.ts';
import { writable } from '../instances/guards.ts';
import { computes, type InstanceRow, instances } from '../instances/table.ts';
import {
  type DeviceRow,
  devicesOf,
  deviceTable,
  type FirewallRow,
  firewalls,
  firewallsOn,
} from './table.ts';

/** Source: firewalls#devices. */
const showDevice =
  (turn: Turn) =>
  ({ id, computeId, created, updated }: DeviceRow): object => {
    const row = instances.find(turn.world, computeId);
    return { id, created, updated, entity: row === undefined ? null : reference(computes, row) };
  };

/** Returns the active firewall of an instance: at most one may be enabled. Source:
 *  firewalls#status. */
export const activeElsewhere = (
  world: World,
  row: InstanceRow,
  own: number | null,
): Refusal | undefined => {
  const other = firewallsOn(world, row.id).find(
    ({ id, status }) => id !== own && status === 'enabled',
  );
  return other === undefined
    ? undefined
    : refuse(`Compute ${row.label} already has an active firewall: ${other.label}.`);
};

/** Adds an instance to a firewall without checks. */
export const addDevice = (turn: Turn, firewall: FirewallRow, row: InstanceRow): DeviceRow => {
  const device = deviceTable.insert(turn.world, {
    id: nextId(turn.world, 'firewall device', 391_000),
    firewallId: firewall.id,
    computeId: row.id,
    created: stamp(turn.now),
    updated: stamp(turn.now),
  });
  const [entity, secondary] = [reference(firewalls, firewall), reference(computes, row)];
  tell(turn, { action: 'firewall_device_add', entity, secondary });
  return device;
};

const placeRefused = (
  world: World,
  firewall: FirewallRow,
  row: InstanceRow,
): Refusal | undefined => {
  const isThere = devicesOf(world, firewall.id).some(({ computeId }) => computeId === row.id);
  if (isThere) return refuse(`Compute ${row.label} is already assigned to this firewall.`, 'id');
  return firewall.status === 'enabled' ? activeElsewhere(world, row, firewall.id) : undefined;
};

const addRoute = routeOn(firewalls, endpoints.addDevice, ({ turn, viewer, target, body }) => {
  if (target.status === 'deleted') return notFound;
  const row = writable(turn.world, viewer, body.id, 'id');
  if (isRefusal(row)) return row;
  return (
    placeRefused(turn.world, target, row) ?? ok(showDevice(turn)(addDevice(turn, target, row)))
  );
});

const found = (
  world: World,
  firewall: FirewallRow,
  deviceId: string | number,
): DeviceRow | undefined => {
  const device = deviceTable.find(world, Number(deviceId));
  return device?.firewallId === firewall.id ? device : undefined;
};

const removeRoute = routeOn(firewalls, endpoints.removeDevice, ({ turn, target, params }) => {
  const device = found(turn.world, target, params.deviceId);
  if (device === undefined) return notFound;
  deviceTable.remove(turn.world, device.id);
  const row = instances.find(turn.world, device.computeId);
  const secondary = row === undefined ? null : reference(computes, row);
  tell(turn, { action: 'firewall_device_remove', entity: reference(firewalls, target), secondary });
  return done;
});

/** Source: firewalls#devices. */
export const deviceRoutes: readonly Route[] = [
  routeOn(firewalls, endpoints.devices, ({ turn, target }) =>
    listedPlain(devicesOf(turn.world, target.id), showDevice(turn)),
  ),
  addRoute,
  routeOn(firewalls, endpoints.device, ({ turn, target, params }) => {
    const device = found(turn.world, target, params.deviceId);
    return device === undefined ? notFound : ok(showDevice(turn)(device));
  }),
  removeRoute,
];

import { managedSettings as endpoints } from '../../../src/api/managed-settings.ts';
import { listed, ok, refuse } from '../../core/reply.ts';
import { type Route, route, routeOn } from '../../core/route.ts';
import type { Entity } from '../../core/turn.ts';
import type { World } from '../../core/world.ts';
import { canonicalAddress } from '../addresses/notation.ts';
import { slaacOf } from '../addresses/table.ts';
import { computes, type InstanceRow, instances } from '../instances/table.ts';
import { sent } from './sent.ts';
import { ANY_ADDRESS, sshOf, sshTable } from './ssh.ts';

const show = (
  world: World,
  { id, label, group }: InstanceRow,
): Readonly<Record<string, unknown>> => {
  const { access, user, ip, port } = sshOf(world, id);
  return { id, label, group, ssh: { access, user, ip, port } };
};

/** Instances as the managed service sees them. Source: monitoring#settings-of-an-instance. */
const managed: Entity<InstanceRow> = {
  ...computes,
  path: '/managed/compute-settings',
  show: ({ world }, row) => show(world, row),
};

const hasAddress = (row: InstanceRow, ip: string): boolean =>
  row.ipv4.includes(ip) || canonicalAddress(slaacOf(row) ?? '') === ip;

/** Settings of the instances, one entry each. Source: monitoring#settings-of-an-instance. */
export const settingsRoutes: readonly Route[] = [
  route(endpoints.list, ({ turn }) => listed(turn, managed, instances.all(turn.world))),
  routeOn(managed, endpoints.view, ({ turn, target }) => ok(managed.show(turn, target))),
  routeOn(managed, endpoints.update, ({ turn, target, body }) => {
    const before = sshOf(turn.world, target.id);
    const given = { ...before, ...sent(body.ssh ?? {}) };
    const after = { ...given, ip: canonicalAddress(given.ip) ?? given.ip };
    if (after.ip !== ANY_ADDRESS && !hasAddress(target, after.ip))
      return refuse('Must be any or an address of the Compute', 'ssh.ip');
    sshTable.remove(turn.world, target.id);
    sshTable.insert(turn.world, after);
    return ok(managed.show(turn, target));
  }),
];

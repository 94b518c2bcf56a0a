import { firewalls as endpoints } from '../../../src/api/firewalls.ts';
import { listed, ok } from '../../core/reply.ts';
import { type Resource, route, routeOn } from '../../core/route.ts';
import { computes } from '../instances/table.ts';
import { changeRoutes, forget } from './change.ts';
import { createRoute } from './create.ts';
import { deviceRoutes } from './devices.ts';
import { deviceTable, firewalls, firewallsOn, firewallTable } from './table.ts';

/** Firewalls with their rules and devices. Source: firewalls#firewalls. */
export const firewallResource: Resource = {
  entity: firewalls,
  routes: [
    route(endpoints.list, ({ turn }) => listed(turn, firewalls, firewallTable.all(turn.world))),
    createRoute,
    routeOn(firewalls, endpoints.view, ({ turn, target }) => ok(firewalls.show(turn, target))),
    routeOn(firewalls, endpoints.rules, ({ target }) => ok(target.rules)),
    ...changeRoutes,
    ...deviceRoutes,
    routeOn(computes, endpoints.ofInstance, ({ turn, target }) =>
      listed(turn, firewalls, firewallsOn(turn.world, target.id)),
    ),
  ],
  alarms: { 'firewall.forget': forget },
  /** Removes a deleted instance from its firewalls. Source: firewalls#devices. */
  follow: ({ world }, type, id) => {
    if (type !== 'compute') return;
    for (const device of deviceTable.all(world).filter(({ computeId }) => computeId === id))
      deviceTable.remove(world, device.id);
  },
};

import { account as endpoints } from '../../../src/api/account.ts';
import { listedPlain } from '../../core/reply.ts';
import { type Resource, route } from '../../core/route.ts';
import { permission } from '../../core/users.ts';
import { begins, cancelFor, ends, maintenances, planned, showMaintenance } from './maintenance.ts';
import { notifications } from './notifications.ts';

/** Notices of the service for users. Source: account#notifications; account#maintenance. */
export const noticeResource: Resource = {
  routes: [
    route(endpoints.maintenance, ({ turn, viewer }) => {
      const isVisible = (computeId: number): boolean =>
        viewer !== null && permission(viewer.user, 'compute', computeId) !== null;
      const rows = maintenances.all(turn.world).filter(({ computeId }) => isVisible(computeId));
      return listedPlain(rows, (row) => showMaintenance(turn, row));
    }),
    route(endpoints.notifications, ({ turn }) =>
      listedPlain(notifications(turn), (known) => known),
    ),
  ],
  alarms: {
    'maintenance.planned': planned,
    'maintenance.begins': begins,
    'maintenance.ends': ends,
  },
  follow: ({ world }, type, id) => {
    if (type === 'compute') cancelFor(world, id);
  },
};

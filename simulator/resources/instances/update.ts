import type { z } from 'zod';
import type { InstanceUpdate } from '../../../src/api/instance-bodies.ts';
import { instances as endpoints } from '../../../src/api/instances.ts';
import { stamp } from '../../core/clock.ts';
import { reference, tell } from '../../core/events.ts';
import { firstOf, ok, type Refusal, refuse } from '../../core/reply.ts';
import { type Route, routeOn } from '../../core/route.ts';
import { rememberTags, sortedTags, tagsRefused } from '../tags/table.ts';
import { labelTaken } from './guards.ts';
import { type Alerts, computes, type InstanceRow, instances } from './table.ts';

type UpdateBody = z.output<typeof InstanceUpdate>;

/** Maximum of an alert in percent of one core. Source: compute#instances. */
const ALERT_CPU_MAX = 4800;

const alertsRefused = (body: UpdateBody): Refusal | undefined =>
  (body.alerts?.cpu ?? 0) > ALERT_CPU_MAX
    ? refuse(`Must be 0-${ALERT_CPU_MAX}`, 'alerts.cpu')
    : undefined;

const merged = (alerts: Alerts, input: UpdateBody['alerts']): Alerts => ({
  cpu: input?.cpu ?? alerts.cpu,
  io: input?.io ?? alerts.io,
  network_in: input?.network_in ?? alerts.network_in,
  network_out: input?.network_out ?? alerts.network_out,
  transfer_quota: input?.transfer_quota ?? alerts.transfer_quota,
});

/** Keeps a schedule only while backups are enabled. Source: compute#backups. */
const scheduled = (row: InstanceRow, input: UpdateBody['backups']): InstanceRow['backups'] => {
  if (!row.backups.enabled || input?.schedule === undefined) return row.backups;
  const { day, window } = row.backups.schedule;
  return {
    ...row.backups,
    schedule: { day: input.schedule.day ?? day, window: input.schedule.window ?? window },
  };
};

/** Source: compute#update. */
export const updateRoute: Route = routeOn(
  computes,
  endpoints.update,
  ({ turn, viewer, target, body }) => {
    const refusal = firstOf(
      () => (target.status === 'deleting' ? refuse('Compute is not active') : undefined),
      () => alertsRefused(body),
      () => tagsRefused(viewer, body.tags, target.tags),
      () => labelTaken(turn.world, body.label, target.id),
    );
    if (refusal !== undefined) return refusal;
    const tags = body.tags === undefined ? target.tags : sortedTags(body.tags);
    rememberTags(turn, tags);
    const row = instances.update(turn.world, target.id, {
      label: body.label ?? target.label,
      group: body.group ?? target.group,
      watchdog_enabled: body.watchdog_enabled ?? target.watchdog_enabled,
      alerts: merged(target.alerts, body.alerts),
      backups: scheduled(target, body.backups),
      tags,
      updated: stamp(turn.now),
    });
    tell(turn, { action: 'compute_update', entity: reference(computes, row) });
    return ok(computes.show(turn, row));
  },
);

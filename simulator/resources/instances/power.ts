import { instanceActions } from '../../../src/api/instance-actions.ts';
import { instances as endpoints } from '../../../src/api/instances.ts';
import { stamp } from '../../core/clock.ts';
import { reference } from '../../core/events.ts';
import { actionsOn, enqueue } from '../../core/jobs.ts';
import type { Range } from '../../core/random.ts';
import { done, isRefusal, type Refusal, refuse } from '../../core/reply.ts';
import { type Route, routeOn } from '../../core/route.ts';
import type { Job, Work } from '../../core/turn.ts';
import type { World } from '../../core/world.ts';
import { bootConfig, booting, queueBoot } from './boot.ts';
import { notIdle } from './guards.ts';
import { computes, type InstanceRow, instances } from './table.ts';

/** Source: compute#durations. */
const SHUTDOWN: Range = [14, 28];

const shuttingDown: Work<{ readonly computeId: number }> = {
  begin: ({ world }, { args }: Job<{ readonly computeId: number }>) => {
    instances.update(world, args.computeId, { status: 'shutting_down' });
  },
  finish: ({ world, now }, { args }) => {
    instances.update(world, args.computeId, { status: 'offline', updated: stamp(now) });
  },
};

export const powerWorks: Readonly<Record<string, Work>> = {
  compute_boot: booting('booting'),
  compute_reboot: booting('rebooting'),
  lassie_reboot: booting('booting'),
  compute_shutdown: shuttingDown,
};

/** Refuses a boot beside other work; a boot during the creation waits for its end. Source:
 *  compute#busy. */
const bootRefused = (world: World, row: InstanceRow): Refusal | undefined => {
  const waiting = actionsOn(world, row.id);
  const isNew =
    row.status === 'provisioning' && waiting.every((action) => action === 'compute_create');
  return isNew
    ? undefined
    : (notIdle(world, row) ??
        (row.status === 'running' ? refuse('Compute already booted.') : undefined));
};

const bootRoute = (
  endpoint: typeof instanceActions.boot | typeof instanceActions.reboot,
  action: string,
): Route =>
  routeOn(computes, endpoint, ({ turn, target, body }) => {
    const refusal =
      action === 'compute_boot' ? bootRefused(turn.world, target) : notIdle(turn.world, target);
    if (refusal !== undefined) return refusal;
    const config = bootConfig(turn.world, target, body.config_id);
    if (isRefusal(config)) return config;
    queueBoot(turn, target, config, action);
    return done;
  });

/** Source: compute#power. */
export const powerRoutes: readonly Route[] = [
  bootRoute(instanceActions.boot, 'compute_boot'),
  bootRoute(instanceActions.reboot, 'compute_reboot'),
  routeOn(computes, endpoints.shutdown, ({ turn, target }) => {
    const refusal = notIdle(turn.world, target);
    if (refusal !== undefined) return refusal;
    enqueue(turn, {
      action: 'compute_shutdown',
      entity: reference(computes, target),
      seconds: SHUTDOWN,
      lock: target.id,
      args: { computeId: target.id },
    });
    return done;
  }),
];

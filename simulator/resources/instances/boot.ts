import { stamp } from '../../core/clock.ts';
import { reference } from '../../core/events.ts';
import { actionsOn, enqueue, isBusy } from '../../core/jobs.ts';
import type { Range } from '../../core/random.ts';
import { type Refusal, refuse } from '../../core/reply.ts';
import type { Reference, Turn, Work } from '../../core/turn.ts';
import { type Args, isRecorded, type World } from '../../core/world.ts';
import { type ConfigRow, configs, configsOf } from '../configs/table.ts';
import { computes, type InstanceRow, instances } from './table.ts';

/** Source: compute#durations. */
const BOOT: Range = [19, 67];
const REBOOT: Range = [33, 95];

const configReference = (row: InstanceRow, config: ConfigRow): Reference => ({
  id: config.id,
  type: 'compute_config',
  label: config.label,
  url: `/v4${computes.path}/${row.id}/configs/${config.id}`,
});

/** Selects the profile to boot: the named one, the only one, the last booted one. Source:
 *  compute#power. */
export const bootConfig = (
  world: World,
  row: InstanceRow,
  configId: number | undefined,
): ConfigRow | Refusal => {
  const own = configsOf(world, row.id);
  if (configId !== undefined)
    return (
      own.find((config) => config.id === configId) ?? refuse('config_id is not valid', 'config_id')
    );
  const only = own.length === 1 ? own[0] : own.find((config) => config.id === row.bootedConfig);
  return (
    only ??
    refuse(
      own.length === 0 ? 'Compute has no configuration profile to boot' : 'config_id is required',
      'config_id',
    )
  );
};

/** Queues a boot behind running work.
 *  @param config null boots the rescue system @param action compute_boot, compute_reboot, or the
 *  watchdog's lassie_reboot */
export const queueBoot = (
  turn: Turn,
  row: InstanceRow,
  config: ConfigRow | null,
  action: string,
): void => {
  enqueue(turn, {
    action,
    entity: reference(computes, row),
    secondary: config === null ? null : configReference(row, config),
    seconds: action === 'compute_reboot' ? REBOOT : BOOT,
    lock: row.id,
    args: { computeId: row.id, configId: config?.id ?? null },
  });
};

/** Returns the status of an instance after its work: unchanged while more work waits. */
export const restingStatus = (
  world: World,
  row: InstanceRow,
  rest: 'offline' | 'running',
): InstanceRow['status'] =>
  isBusy(world, row.id) && actionsOn(world, row.id).some((action) => action.endsWith('boot'))
    ? row.status
    : rest;

/** A boot. `configId` null: the rescue system, without a profile. */
interface Booting extends Args {
  readonly computeId: number;
  readonly configId: number | null;
}

/** Seconds between the first `running` and the end of the boot. Source: compute#status;
 *  compute#busy. */
const SETTLING: Range = [3, 10];

const isBootable = (world: World, configId: number | null): boolean =>
  configId === null || configs.find(world, configId) !== undefined;

const bootedWith = (configId: number | null): Partial<InstanceRow> =>
  configId === null ? {} : { bootedConfig: configId };

/** Boots an instance. As recorded, it shows running while the boot keeps it busy for some more
 *  seconds. */
export const booting = (status: 'booting' | 'rebooting'): Work<Booting> => ({
  begin: ({ world }, { args }) => {
    instances.update(world, args.computeId, { status });
  },
  early: {
    seconds: SETTLING,
    show: ({ world, now }, { args: { computeId, configId } }) => {
      const isShown =
        isRecorded(world) &&
        isBootable(world, configId) &&
        instances.find(world, computeId)?.status === status;
      if (isShown)
        instances.update(world, computeId, {
          status: 'running',
          updated: stamp(now),
          ...bootedWith(configId),
        });
    },
  },
  finish: ({ world, now }, { args: { computeId, configId } }) => {
    const updated = stamp(now);
    if (!isBootable(world, configId)) {
      instances.update(world, computeId, { status: 'offline', updated });
      return 'failed';
    }
    const isShownAlready = instances.find(world, computeId)?.status !== status;
    instances.update(
      world,
      computeId,
      isShownAlready
        ? bootedWith(configId)
        : { status: 'running', updated, ...bootedWith(configId) },
    );
    return undefined;
  },
});

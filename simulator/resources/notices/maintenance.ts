import { stamp } from '../../core/clock.ts';
import { reference } from '../../core/events.ts';
import { schedule } from '../../core/pending.ts';
import { drawWithin, type Range } from '../../core/random.ts';
import { table } from '../../core/table.ts';
import { type Alarm, after, type Turn } from '../../core/turn.ts';
import { nextId, type Row, type World } from '../../core/world.ts';
import { computes, instances } from '../instances/table.ts';
import { maintenance as atMaintenance } from '../instances/watchdog.ts';

/** Planned work on the host of an instance. `hadPower`: the instance runs again afterwards. */
export interface MaintenanceRow extends Row {
  readonly computeId: number;
  readonly status: 'pending' | 'started' | 'completed';
  readonly when: string;
  readonly hadPower: boolean;
}

export const maintenances = table<MaintenanceRow>('maintenances');

/** Seconds in which the instance is shown as stopped. */
const WORK: Range = [300, 900];

/** Source: account#maintenance. */
export const showMaintenance = (
  { world }: Turn,
  { computeId, status, when }: MaintenanceRow,
): Readonly<Record<string, unknown>> => {
  const row = instances.find(world, computeId);
  return {
    type: 'reboot',
    status,
    reason: 'This maintenance will allow us to update the BIOS on the host.',
    when,
    entity:
      row === undefined
        ? { id: computeId, type: computes.type, label: '', url: '' }
        : reference(computes, row),
  };
};

/** An incident: work on the host of an instance is planned in this many seconds. */
export const planned: Alarm<{ readonly computeId: number; readonly seconds: number }> = {
  ring: (turn, { computeId, seconds }) => {
    const { world } = turn;
    if (instances.find(world, computeId) === undefined || !(seconds >= 0)) return;
    const id = nextId(world, 'maintenance', 0);
    maintenances.insert(world, {
      id,
      computeId,
      status: 'pending',
      when: stamp(after(turn, seconds)),
      hadPower: false,
    });
    schedule(turn, 'maintenance.begins', seconds, { id });
  },
};

export const begins: Alarm<{ readonly id: number }> = {
  ring: (turn, { id }) => {
    const row = maintenances.find(turn.world, id);
    if (row === undefined) return;
    const hadPower = instances.find(turn.world, row.computeId)?.status === 'running';
    if (hadPower) atMaintenance.ring(turn, { computeId: row.computeId, begins: true });
    maintenances.update(turn.world, id, { status: 'started', hadPower });
    schedule(turn, 'maintenance.ends', drawWithin(turn.world, WORK), { id });
  },
};

export const ends: Alarm<{ readonly id: number }> = {
  ring: (turn, { id }) => {
    const row = maintenances.find(turn.world, id);
    if (row === undefined) return;
    if (row.hadPower) atMaintenance.ring(turn, { computeId: row.computeId, begins: false });
    maintenances.update(turn.world, id, { status: 'completed' });
  },
};

/** Cancels the work on a deleted instance; cancelled work is not listed. Source:
 *  account#maintenance. */
export const cancelFor = (world: World, computeId: number): void => {
  for (const row of maintenances.all(world).filter((known) => known.computeId === computeId))
    maintenances.remove(world, row.id);
};

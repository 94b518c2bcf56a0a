import { events } from '../../../simulator/core/events.ts';
import { operate } from '../../support/operations.ts';
import { nameOf, type Stage } from './stage.ts';
import { MACHINE } from './universe.ts';

/** Creates an Operation that reboots the instance of the histories. */
export function reboot(stage: Stage): void {
  const number = ++stage.operations.asked;
  operate(stage.world.cluster, nameOf(stage, MACHINE), 'Reboot', `reboot-${number}`);
}

/** Counts that the Operations of before may be performed once more: a copy of etcd does not know
 *  that they were. */
export function forgetPerformed({ operations }: Stage): void {
  operations.forgotten += operations.asked;
}

/** Returns a breach where the service rebooted instances more often than Operations asked for. */
export function performedTwice({ world, operations }: Stage): readonly string[] {
  const { asked, forgotten } = operations;
  const reboots = events
    .all(world.service.world())
    .filter(({ action }) => action === 'compute_reboot').length;
  return reboots <= asked + forgotten
    ? []
    : [`${reboots} reboots of ${asked} Operations, ${forgotten} of them from a copy of etcd`];
}

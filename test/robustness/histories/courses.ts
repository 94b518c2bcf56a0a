import type { Way } from '../../support/approving.ts';
import { ownerCall } from '../../support/outsider.ts';
import {
  applyForm,
  characterOf,
  collectionOf,
  consent,
  idOf,
  nameOf,
  type Stage,
} from './stage.ts';
import { label } from './strangers.ts';
import { MACHINE, POLICIES } from './universe.ts';

/** Courses of several actions, which random selection hardly ever combines in this order. */

/** Runs an instance without backups, an outsider who turns them on repeatedly, and a user who
 *  approves the first plan. */
export function relapse(stage: Stage, times: number, everyMs: number, way: Way): void {
  const { world, applied } = stage;
  const spec = {
    ...(applied.get(MACHINE) ?? characterOf(MACHINE).specs[0]),
    backupsEnabled: false,
  };
  applied.set(MACHINE, spec);
  world.cluster.apply(nameOf(stage, MACHINE), {
    ...spec,
    policy: { deletion: 'Delete', drift: 'Correct', loss: 'Recreate' },
  });
  for (let time = 1; time <= times; time++)
    world.time.at(world.time.now() + time * everyMs, () => turnOn(stage));
  world.time.at(world.time.now() + everyMs * 1.5, () => consent(stage, MACHINE, way));
}

/** Turns on the backups of the instance as an outsider. */
function turnOn(stage: Stage): void {
  const id = idOf(stage, MACHINE);
  if (id !== undefined)
    ownerCall(stage.world, 'POST', `${collectionOf(stage, MACHINE)}/${id}/backups/enable`, {});
}

const PAUSED = POLICIES.findIndex((policy) => 'mode' in policy && policy.mode === 'Paused');

/** Selects an instance by a firewall or an allow list, then pauses and deletes its object: the
 *  instance keeps running. */
export function linger(
  stage: Stage,
  by: 'Firewall/wall' | 'MySQLDatabase/shop',
  afterMs: number,
): void {
  const { world } = stage;
  applyForm(stage, MACHINE, 0, 0);
  label(stage, true);
  const spec = stage.applied.get(MACHINE);
  // An object whose user later applied another spec no longer counts.
  const isWanted = (): boolean =>
    world.cluster.get(nameOf(stage, MACHINE)) !== undefined && stage.applied.get(MACHINE) === spec;
  const selecting = characterOf(by).specs.findIndex((form) =>
    JSON.stringify(form).includes('instanceSelector'),
  );
  world.time.at(world.time.now() + afterMs, () =>
    isWanted() ? applyForm(stage, by, selecting, 0) : undefined,
  );
  world.time.at(world.time.now() + 2 * afterMs, () => {
    if (!isWanted()) return;
    applyForm(stage, MACHINE, 0, PAUSED);
    world.cluster.delete(nameOf(stage, MACHINE));
  });
}

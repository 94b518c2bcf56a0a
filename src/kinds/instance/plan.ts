import { path } from '../../api/endpoint.ts';
import { type Instance, instances } from '../../api/instances.ts';
import { after, inOrder } from '../../model/chain.ts';
import { del, post } from '../../model/request.ts';
import {
  among,
  type Change,
  call,
  changes,
  refuseChange,
  type Step,
  wait,
} from '../../model/step.ts';
import { entryFor } from '../../model/table.ts';
import { refuseTags, unmarkSteps } from '../../model/tag-steps.ts';
import { instanceHas, instanceWants } from './fields.ts';
import { isAtRest, powerSteps } from './parts/power.ts';
import { profileSteps } from './parts/profiles/plan.ts';
import { addressSteps, backupSteps, settingSteps } from './parts/settings.ts';
import type { Desired, Observed, Recorded } from './types.ts';

/** Returns the steps that bring the instance to the spec: settings, profiles, plan, power,
 *  destructive steps, refusals. The steps are independent, except that the power does not change
 *  during a resize. Source: compute#update; compute#resize. */
export function updateInstance(
  desired: Desired,
  observed: Observed,
  recorded: Recorded,
): readonly Step[] {
  const { item } = observed;
  const changed = changes(instanceWants(desired), instanceHas(item));
  const backups = backupSteps(item, changed);
  const resize = resizeSteps(desired, item, among(changed, 'type'));
  const power = powerSteps(desired, observed, recorded);
  const ended = power.some(({ type }) => type === 'call')
    ? resize.slice(-1).map((step) => after(wait('the resize to end'), step))
    : [];
  return [
    ...settingSteps(desired, item, changed),
    ...addressSteps(item, changed),
    ...(item.backups.enabled ? [] : backups),
    ...profileSteps(desired, observed, recorded),
    ...resize,
    ...ended,
    ...power.map((step) => (step.type === 'call' ? after(step, ...ended) : step)),
    ...(item.backups.enabled ? backups : []),
    ...refusals(desired, item, changed),
  ];
}

/** Returns the steps of a resize. The service checks conditions that are invisible here (queued
 *  actions, a pending migration, a balance, disks that are too large), and its refusal is
 *  retried. */
function resizeSteps(
  { spec }: Desired,
  item: Instance,
  changed: readonly Change[],
): readonly Step[] {
  if (changed.length === 0) return [];
  const body = { type: spec.type, allow_auto_disk_resize: spec.allowAutoDiskResize };
  const loses = 'the instance shuts down, moves to the new plan and starts again';
  const resize = call(
    'Resize',
    post(path(instances.resize.path, { computeId: item.id }), body),
    changed,
    {
      effect: 'disrupts',
      loses,
      // A resize ends offline, whatever the status before. Source: compute#resize.
      ...(item.status === 'running' ? { records: { item: { bootsAfterResize: true } } } : {}),
    },
  );
  return isAtRest(item.status)
    ? [resize]
    : inOrder(
        wait(`the instance to be running or offline before it is resized (it is ${item.status})`),
        resize,
      );
}

const refusals = (
  { mark }: Desired,
  item: Instance,
  changed: readonly Change[],
): readonly Step[] => [
  ...refuseTags(mark, changed),
  ...refuseChange(
    changed,
    'region',
    () => `an instance cannot change region (is in ${item.region})`,
  ),
];

const BLOCKS_DELETION: Readonly<Record<string, string>> = {
  cloning: 'its cloning',
  restoring: 'the restore of its backup',
};

/** Returns the steps that delete the instance; none while the service deletes it. Source:
 *  compute#delete. */
export function removeInstance(_desired: Desired, { item }: Observed): readonly Step[] {
  if (item.status === 'deleting') return [];
  const loses = 'the addresses, disks, backups and profiles of the instance';
  const gone = call('Delete', del(path(instances.delete.path, { computeId: item.id })), [], {
    effect: 'destroys',
    loses,
  });
  const busy = entryFor(BLOCKS_DELETION, item.status);
  return busy === undefined
    ? [gone]
    : inOrder(wait(`${busy} to end before the instance is deleted`), gone);
}

/** Removes the object's mark from a retained instance. */
export const unmarkInstance = ({ item }: Observed, mark: string): readonly Step[] =>
  unmarkSteps(path(instances.update.path, { computeId: item.id }), item.tags, mark);

import { ANNOTATION } from '../../../src/model/group.ts';
import { membersOf } from '../../../src/model/status-layout.ts';
import { reasonOf } from '../cloud-object.ts';
import type { CloudObjects } from '../cloud-objects.ts';
import { account, type Bystanders, hashOf, tell } from './bystanders.ts';
import { repeatedly, type Scene } from './scene.ts';

/** Reports whether the account has backups of the instance enabled. */
export async function hasBackups({ at }: Scene, { machine }: Bystanders): Promise<boolean> {
  return (
    (await account(at.service)).instances.find(({ id }) => id === machine)?.backups.enabled === true
  );
}

/** Turns the backups of the instance on as an outsider, and approves the plan that turns them off:
 *  once per plan. */
export const keepAsking = (scene: Scene, bystanders: Bystanders): Promise<void> =>
  repeatedly(scene, [500, 2_000], () =>
    ask(scene, bystanders).then(
      (what) => what,
      () => 'questions unheard',
    ),
  );

/** Performs one such action. Rejects during an outage of the API server. */
async function ask(scene: Scene, bystanders: Bystanders): Promise<string> {
  const { at, random } = scene;
  if (await hasBackups(scene, bystanders)) return consent(scene, bystanders);
  if (random() < 0.5 || !(await isAnswered(at.objects))) return 'times without a question';
  await at.service
    .call('POST', `/compute/instances/${bystanders.machine}/backups/enable`)
    .catch(() => null);
  if (await hasBackups(scene, bystanders)) {
    bystanders.turnedOn.count += 1;
    tell(bystanders, 'turned on outside');
  }
  return 'backups turned on';
}

/** Reports whether a pass has seen the effect of the last consent: until then it covers the same
 *  step. */
async function isAnswered(objects: CloudObjects): Promise<boolean> {
  const kept = await objects.get('Instance', 'kept');
  return (
    kept !== null &&
    membersOf(kept.status)['consent'] === undefined &&
    kept.status['plan'] === undefined &&
    reasonOf(kept, 'Synced') === 'InSync'
  );
}

/** Approves the plan in the instance's status, if there is one. */
export async function consent({ at }: Scene, bystanders: Bystanders): Promise<string> {
  const { consents } = bystanders;
  const hash = hashOf((await at.objects.get('Instance', 'kept'))?.status['plan']);
  if (hash === undefined) return 'plans not yet shown';
  consents.add(hash);
  tell(bystanders, `consented to ${hash}`);
  await at.objects.annotate('Instance', 'kept', { [ANNOTATION.consent]: hash });
  return 'consents';
}

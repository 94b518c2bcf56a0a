import {
  InstanceLabel,
  RootPassword,
  STACKSCRIPT_DATA_MAX,
  StackScriptData,
} from '../../../api/instance-bodies.ts';
import { instances } from '../../../api/instances.ts';
import { fail, ok, type Result } from '../../../model/failure.ts';
import { post } from '../../../model/request.ts';
import { Secret } from '../../../model/secret.ts';
import { among, type Change, call, changes, refuse, type Step, wait } from '../../../model/step.ts';
import { tagsToSend } from '../../../model/tags.ts';
import { instanceWants, labelOf } from '../fields.ts';
import type { InstanceSpec } from '../spec.ts';
import type { Desired } from '../types.ts';
import { interfacesToSend } from './interfaces.ts';

/** Parses the answers to a StackScript from a Secret: the value to send, or the required change of
 *  the Secret. Never shows the text itself. Source: compute#create. */
function stackScriptData(secret: Secret | undefined): Result<Secret<object> | undefined, string> {
  if (secret === undefined) return ok(undefined);
  const answers = StackScriptData.safeParse(parsed(secret.reveal()));
  if (answers.success) return ok(new Secret(answers.data));
  return fail(
    `the value of the Secret must be a JSON object of at most ${STACKSCRIPT_DATA_MAX} characters`,
  );
}

/** Parses a JSON text; undefined when it is invalid. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const LABEL_RULE =
  'is not a valid label of an instance: 3 to 64 letters, digits, dashes, underscores and periods, with a letter at the beginning, and no two dashes, underscores or periods in a row; set spec.label';

/** Key of the password, whether a Secret in the spec supplies it or it was generated. */
export const PASSWORD = 'rootPasswordSecretRef';

/** Reports whether a create needs a password. Source: compute#create. */
export const needsPassword = (spec: InstanceSpec): boolean =>
  spec.image !== undefined || spec.stackscriptRef !== undefined;

/** Creates an instance in one request. Profiles, alerts, schedule, watchdog follow as updates.
 *  Source: compute#create. */
export function createInstance(desired: Desired): readonly Step[] {
  const { spec, mark, secrets } = desired;
  const label = labelOf(desired);
  if (!InstanceLabel.safeParse(label).success)
    return [refuse('spec.label', `${label} ${LABEL_RULE}`)];
  const first = missing(desired);
  if (first !== null) return [first];
  const answers = stackScriptData(secrets['stackscriptDataFrom']);
  if (!answers.ok) return [refuse('spec.stackscriptDataFrom', answers.failure)];
  const body = {
    region: spec.region,
    type: spec.type,
    label,
    image: spec.image,
    root_pass: secrets[PASSWORD],
    authorized_keys: spec.authorizedKeys,
    authorized_users: spec.authorizedUsers,
    stackscript_id: spec.stackscriptRef?.id,
    stackscript_data: answers.value,
    backup_id: spec.backupId,
    backups_enabled: spec.backupsEnabled,
    booted: bootedAtOnce(desired),
    swap_size: spec.swapSize,
    private_ip: spec.privateIp,
    interfaces: spec.interfaces && interfacesToSend(spec.interfaces),
    group: spec.group,
    tags: mark === null ? undefined : tagsToSend(spec.tags, [], mark),
  };
  return [
    call('Create', post(instances.create.path, body), broughtBy(desired), {
      answers: 'item',
      ...(spec.backupId === undefined ? {} : { leansOn: 'the backup' }),
    }),
  ];
}

/** Returns the wait or refusal before a create; null when there is none. */
function missing({ spec, secrets }: Desired): Step | null {
  if (spec.region === undefined) return refuse('spec.region', 'is required to create an instance');
  if (spec.type === undefined) return refuse('spec.type', 'is required to create an instance');
  if (spec.stackscriptRef !== undefined && spec.stackscriptRef.id === undefined)
    return wait('the StackScript that the spec names, which has no id yet');
  const password = secrets[PASSWORD];
  if (password === undefined)
    return needsPassword(spec) ? wait('the Secret that holds the password of the root user') : null;
  if (RootPassword.safeParse(password.reveal()).success) return null;
  return refuse(`spec.${PASSWORD}`, 'the password in the Secret must have 7 to 128 characters');
}

/** Reports whether the create boots the instance: not without a deployment, nor where the profile
 *  to boot is created later. */
function bootedAtOnce({ spec }: Desired): boolean | undefined {
  if (spec.image === undefined && spec.backupId === undefined) return undefined;
  return spec.booted === true && spec.bootConfig !== undefined ? false : spec.booted;
}

/** Returns the managed fields that the create sets. */
function broughtBy(desired: Desired): readonly Change[] {
  const fields = ['label', 'group', 'region', 'type', 'backupsEnabled', 'privateIp'];
  if (desired.mark !== null) fields.push('tags');
  if (bootedAtOnce(desired) === desired.spec.booted) fields.push('booted');
  return among(changes(instanceWants(desired), {}), ...fields);
}

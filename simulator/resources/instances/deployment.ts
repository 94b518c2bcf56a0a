import type { Problem } from '../../core/reply.ts';
import { permission, userNamed, type Viewer } from '../../core/users.ts';
import type { World } from '../../core/world.ts';
import { type Deployable, deployable } from '../images/table.ts';
import { sshKeys } from '../profile/ssh-keys-table.ts';
import { answerProblem } from '../stackscripts/questions.ts';
import { type StackScriptRow, stackscriptTable } from '../stackscripts/table.ts';

/** The deployment members of a request. */
export interface DeploymentInput {
  readonly image?: string | undefined;
  readonly root_pass?: string | undefined;
  readonly authorized_keys?: readonly string[] | undefined;
  readonly authorized_users?: readonly string[] | undefined;
  readonly stackscript_id?: number | undefined;
  readonly stackscript_data?: Readonly<Record<string, unknown>> | undefined;
}

const CHARACTER_CLASSES = [/[a-z]/, /[A-Z]/, /[0-9]/, /[^a-zA-Z0-9]/] as const;

/** Requires characters of at least two classes. Source: conventions#reasons. */
export const passwordProblem = (password: string, field: string): Problem | undefined =>
  CHARACTER_CLASSES.filter((characters) => characters.test(password)).length < 2
    ? { reason: 'Password does not meet strength requirement', field }
    : undefined;

const KEY = /^(ssh-(rsa|dss|ed25519)|ecdsa-sha2-\S+|sk-\S+) \S+/;

const keyProblems = (keys: readonly string[]): readonly Problem[] =>
  keys.flatMap((key, index) =>
    KEY.test(key) ? [] : [{ reason: 'SSH Key is not valid', field: `authorized_keys[${index}]` }],
  );

/** Source: compute#create. */
const userProblems = (world: World, usernames: readonly string[]): readonly Problem[] =>
  usernames.flatMap((username, index) => {
    const field = `authorized_users[${index}]`;
    if (userNamed(world, username) === undefined)
      return [{ reason: `User ${username} does not exist`, field }];
    const hasKey = sshKeys.all(world).some((key) => key.username === username);
    return hasKey ? [] : [{ reason: `User ${username} has no SSH keys`, field }];
  });

const usable = (world: World, viewer: Viewer | null, id: string): Deployable | undefined => {
  const image = deployable(world, id);
  const number = /^private\/(\d+)$/.exec(id)?.[1];
  if (image === undefined || number === undefined) return image;
  return viewer !== null && permission(viewer.user, 'image', number) !== null ? image : undefined;
};

const imageProblems = (
  image: Deployable | undefined,
  input: DeploymentInput,
  roomMb: number,
): readonly Problem[] => {
  if (input.image === undefined) return [];
  if (image === undefined) return [{ reason: 'image is not valid', field: 'image' }];
  if (!image.isReady) return [{ reason: 'image is not available', field: 'image' }];
  return image.size > roomMb ? [{ reason: 'image is too large for the disk', field: 'image' }] : [];
};

const scriptOf = (world: World, viewer: Viewer | null, id: number): StackScriptRow | undefined => {
  const script = stackscriptTable.find(world, id);
  const isVisible =
    script?.is_public === true ||
    (viewer !== null && permission(viewer.user, 'stackscript', id) !== null);
  return isVisible ? script : undefined;
};

/** Source: compute#create. */
const scriptProblems = (
  script: StackScriptRow | undefined,
  input: DeploymentInput,
): readonly Problem[] => {
  if (input.stackscript_id === undefined) return [];
  if (script === undefined)
    return [{ reason: 'stackscript_id is not valid', field: 'stackscript_id' }];
  if (input.image === undefined) return [{ reason: 'image is required', field: 'image' }];
  if (!script.images.includes('any/all') && !script.images.includes(input.image)) {
    return [
      {
        reason: 'The requested distribution is not supported by this stackscript.',
        field: 'image',
      },
    ];
  }
  const reason = answerProblem(script.script, input.stackscript_data ?? {});
  return reason === undefined ? [] : [{ reason, field: 'stackscript_data' }];
};

/** Returns all problems of a deployment. @param roomMb disk space for the image in MB */
export const deploymentProblems = (
  world: World,
  viewer: Viewer | null,
  input: DeploymentInput,
  roomMb: number,
): readonly Problem[] => {
  const image = input.image === undefined ? undefined : usable(world, viewer, input.image);
  const script =
    input.stackscript_id === undefined ? undefined : scriptOf(world, viewer, input.stackscript_id);
  const password =
    input.root_pass === undefined ? undefined : passwordProblem(input.root_pass, 'root_pass');
  return [
    ...imageProblems(image, input, roomMb),
    ...(password === undefined ? [] : [password]),
    ...keyProblems(input.authorized_keys ?? []),
    ...userProblems(world, input.authorized_users ?? []),
    ...scriptProblems(script, input),
  ];
};

/** Counts a deployment of a script. */
export const countDeployment = (world: World, scriptId: number | undefined): void => {
  const script = scriptId === undefined ? undefined : stackscriptTable.find(world, scriptId);
  if (script === undefined) return;
  stackscriptTable.update(world, script.id, {
    deployments_total: script.deployments_total + 1,
    deployments_active: script.deployments_active + 1,
  });
};

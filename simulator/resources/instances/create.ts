import type { z } from 'zod';
import type { InstanceCreate } from '../../../src/api/instance-bodies.ts';
import { region } from '../../catalog/regions.ts';
import { type PlanType, planType } from '../../catalog/types.ts';
import type { Problem, Refusal } from '../../core/reply.ts';
import type { Viewer } from '../../core/users.ts';
import { permission } from '../../core/users.ts';
import type { World } from '../../core/world.ts';
import { type BackupRow, backupSize, backups } from '../backups/table.ts';
import { interfaceProblems } from '../configs/interfaces.ts';
import { tagsRefused } from '../tags/table.ts';
import { deploymentProblems } from './deployment.ts';
import { labelTaken } from './guards.ts';

/** A well-formed create body. */
export type CreateBody = z.output<typeof InstanceCreate>;

/** Source: conventions#reasons; compute#create. */
export const NO_SUCH_TYPE: Problem = {
  reason: 'A valid plan type by that ID was not found',
  field: 'type',
};

const placeProblems = (body: CreateBody, plan: PlanType | undefined): readonly Problem[] => [
  ...(region(body.region) === undefined
    ? [{ reason: 'region is not valid', field: 'region' }]
    : []),
  ...(plan === undefined ? [NO_SUCH_TYPE] : []),
];

const backupProblems = (
  backup: BackupRow | undefined,
  body: CreateBody,
  plan: PlanType | undefined,
): readonly Problem[] => {
  if (body.backup_id === undefined) return [];
  const field = 'backup_id';
  if (body.image !== undefined)
    return [{ reason: 'backup_id and image exclude each other', field }];
  if (backup === undefined || backup.finished === null)
    return [{ reason: 'backup_id is not valid', field }];
  if (backup.region !== body.region)
    return [{ reason: 'The backup is in another region', field: 'region' }];
  const isTooSmall = plan !== undefined && plan.disk < backupSize(backup);
  return isTooSmall ? [{ reason: 'The plan is too small for the backup', field: 'type' }] : [];
};

const swapProblems = (body: CreateBody, plan: PlanType | undefined): readonly Problem[] =>
  body.image !== undefined && plan !== undefined && body.swap_size >= plan.disk
    ? [{ reason: `Must be 0-${plan.disk - 1}`, field: 'swap_size' }]
    : [];

const addressProblems = (world: World, body: CreateBody): readonly Problem[] =>
  region(body.region) === undefined
    ? []
    : interfaceProblems(world, body.region, body.interfaces ?? []);

/** Returns the backup in a body, if the user may see its instance. */
export const namedBackup = (
  world: World,
  viewer: Viewer | null,
  id: number | undefined,
): BackupRow | undefined => {
  const backup = id === undefined ? undefined : backups.find(world, id);
  const isVisible =
    backup !== undefined &&
    viewer !== null &&
    permission(viewer.user, 'compute', backup.computeId) !== null;
  return isVisible ? backup : undefined;
};

/** Returns all problems of an instance's create. Source: compute#create; conventions#reasons;
 *  conventions#labels. */
export const createRefusal = (
  world: World,
  viewer: Viewer | null,
  body: CreateBody,
): Refusal | undefined => {
  const plan = planType(body.type);
  const problems = [
    ...placeProblems(body, plan),
    ...deploymentProblems(world, viewer, body, (plan?.disk ?? 0) - body.swap_size),
    ...backupProblems(namedBackup(world, viewer, body.backup_id), body, plan),
    ...swapProblems(body, plan),
    ...addressProblems(world, body),
  ];
  if (problems.length > 0) return { kind: 'refused', status: 400, problems };
  return tagsRefused(viewer, body.tags, []) ?? labelTaken(world, body.label, null);
};

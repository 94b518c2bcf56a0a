import { SWAP_SIZE_DEFAULT } from '../../../src/api/instance-bodies.ts';
import { instances as endpoints } from '../../../src/api/instances.ts';
import { planType } from '../../catalog/types.ts';
import { reference } from '../../core/events.ts';
import { enqueue } from '../../core/jobs.ts';
import type { Range } from '../../core/random.ts';
import { created, type Route, route } from '../../core/route.ts';
import type { Reference, Turn, Work } from '../../core/turn.ts';
import { accountSettings } from '../account/settings.ts';
import { RESTORE } from '../backups/restore.ts';
import { startBackups } from '../backups/schedule.ts';
import { keptInterfaces } from '../configs/interfaces.ts';
import type { ConfigRow } from '../configs/table.ts';
import { deployable } from '../images/table.ts';
import { queueBoot, restingStatus } from './boot.ts';
import { type CreateBody, createRefusal, namedBackup } from './create.ts';
import { countDeployment } from './deployment.ts';
import { insertInstance } from './insert.ts';
import { copyContents, deploySystem, readyDisks } from './system.ts';
import { computes, type InstanceRow, instances } from './table.ts';

/** Source: compute#durations. */
const CREATE_EMPTY: Range = [3, 10];
const CREATE_FROM_IMAGE: Range = [15, 65];

export const imageReference = (turn: Turn, imageId: string | undefined): Reference | null => {
  const image = imageId === undefined ? undefined : deployable(turn.world, imageId);
  return image === undefined
    ? null
    : { id: image.id, type: 'image', label: image.label, url: `/v4/images/${image.id}` };
};

/** Adds the initial contents of an instance: a deployed image, copies from a backup, or nothing.
 *  @returns the bootable profiles */
const addBootDisks = (
  turn: Turn,
  row: InstanceRow,
  body: CreateBody,
  contents: Parameters<typeof copyContents>[2] | undefined,
): ConfigRow | undefined => {
  if (contents !== undefined) return copyContents(turn, row.id, contents)[0];
  if (body.image === undefined) return undefined;
  const sizes = { diskMb: row.specs.disk, swapMb: body.swap_size ?? SWAP_SIZE_DEFAULT };
  return deploySystem(turn, row.id, body.image, sizes, keptInterfaces(body.interfaces ?? []));
};

const queueCreation = (turn: Turn, row: InstanceRow, body: CreateBody): void => {
  const entity = reference(computes, row);
  const order = { entity, lock: row.id, args: { computeId: row.id } };
  enqueue(turn, {
    ...order,
    action: 'compute_create',
    secondary: imageReference(turn, body.image),
    seconds: body.image === undefined ? CREATE_EMPTY : CREATE_FROM_IMAGE,
  });
  if (body.backup_id !== undefined)
    enqueue(turn, { ...order, action: 'backups_restore', seconds: RESTORE });
};

/** Source: compute#status; compute#create. */
export const createRoute: Route = route(endpoints.create, (call) => {
  const { turn, viewer, body } = call;
  const refusal = createRefusal(turn.world, viewer, body);
  if (refusal !== undefined) return refusal;
  const plan = planType(body.type);
  if (plan === undefined) throw new Error('the plan was checked before');
  const row = insertInstance(turn, { ...body, plan, status: 'provisioning' });
  const config = addBootDisks(
    turn,
    row,
    body,
    namedBackup(turn.world, viewer, body.backup_id)?.contents,
  );
  countDeployment(turn.world, body.stackscript_id);
  queueCreation(turn, row, body);
  if (config !== undefined && body.booted) queueBoot(turn, row, config, 'compute_boot');
  const wantsBackups = body.backups_enabled === true || accountSettings(turn.world).backups_enabled;
  return created(call, computes, wantsBackups ? startBackups(turn, row) : row);
});

const provisioned = (turn: Turn, computeId: number): void => {
  readyDisks(turn.world, computeId);
  const row = instances.find(turn.world, computeId);
  if (row !== undefined)
    instances.update(turn.world, computeId, { status: restingStatus(turn.world, row, 'offline') });
};

export const createWork: Work<{ readonly computeId: number }> = {
  finish: (turn, { args }) => provisioned(turn, args.computeId),
};

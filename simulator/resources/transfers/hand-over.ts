import { stamp } from '../../core/clock.ts';
import { tell } from '../../core/events.ts';
import { isBusy } from '../../core/jobs.ts';
import { schedule } from '../../core/pending.ts';
import { drawWithin, type Range } from '../../core/random.ts';
import { type Refusal, refuse } from '../../core/reply.ts';
import { table } from '../../core/table.ts';
import type { Alarm, Turn } from '../../core/turn.ts';
import { accountBeside, type Row, type World } from '../../core/world.ts';
import { firewallsOn } from '../firewalls/table.ts';
import { instances } from '../instances/table.ts';
import { nodes } from '../nodes/table.ts';
import { volumesOf } from '../volumes/table.ts';
import { type TransferRow, transferReference, transferTable } from './table.ts';

/** Seconds from the acceptance to the end. */
const WORK: Range = [60, 3 * 3600];

const isOffered = (world: World, computeId: number): boolean =>
  transferTable
    .all(world)
    .some(
      ({ status, computes }) =>
        (status === 'pending' || status === 'accepted') && computes.includes(computeId),
    );

/** Refuses an instance that cannot leave the account. Source: transfers#conditions. */
export const transferRefused = (world: World, computeId: number): Refusal | undefined => {
  const field = 'entities.computes';
  if (instances.find(world, computeId) === undefined)
    return refuse(`Compute ${computeId} is not valid`, field);
  if (nodes.all(world).some((node) => node.instanceId === computeId))
    return refuse(`Compute ${computeId} is a node of a cluster`, field);
  if (isOffered(world, computeId))
    return refuse(`Compute ${computeId} is already part of a transfer`, field);
  if (volumesOf(world, computeId).length > 0)
    return refuse(`Compute ${computeId} has attached volumes`, field);
  if (firewallsOn(world, computeId).length > 0)
    return refuse(`Compute ${computeId} is assigned to a firewall`, field);
  return isBusy(world, computeId) ? refuse('Compute busy.') : undefined;
};

/** Tables whose rows belong to an instance. */
const PARTS: readonly string[] = ['disks', 'configs', 'backups'];

/** Moves rows of a table to the other account. */
const move = (from: World, to: World, name: string, isMoved: (row: Row) => boolean): void => {
  const rows = table<Row>(name);
  for (const row of rows.all(from).filter(isMoved)) {
    rows.remove(from, row.id);
    rows.insert(to, row);
  }
};

const belongsTo =
  (computeId: number) =>
  (row: Row): boolean =>
    Reflect.get(row, 'computeId') === computeId;

/** Ends an accepted transfer: the instances and their parts change the account. It fails if one of
 *  them is gone or has work to do. Source: transfers#transfers. */
const handOver = (turn: Turn, { id, computes }: TransferRow): void => {
  const { world, now } = turn;
  const receiver = accountBeside(world);
  const isPossible =
    receiver !== undefined &&
    computes.every((one) => instances.find(world, one) !== undefined && !isBusy(world, one));
  if (!isPossible) {
    const failed = transferTable.update(world, id, { status: 'failed', updated: stamp(now) });
    tell(turn, { action: 'entity_transfer_fail', entity: transferReference(failed) });
    return;
  }
  for (const computeId of computes) {
    move(world, receiver, instances.name, (row) => row.id === computeId);
    for (const part of PARTS) move(world, receiver, part, belongsTo(computeId));
  }
  transferTable.update(world, id, { status: 'completed', updated: stamp(now) });
};

/** Starts the work of an accepted transfer. @param turn of the account that sends it */
export const accept = (turn: Turn, row: TransferRow): void => {
  const accepted = transferTable.update(turn.world, row.id, {
    status: 'accepted',
    updated: stamp(turn.now),
  });
  tell(turn, { action: 'entity_transfer_accept', entity: transferReference(accepted) });
  schedule(turn, 'transfer.ends', drawWithin(turn.world, WORK), { id: row.id });
};

export const transferEnds: Alarm<{ readonly id: number }> = {
  ring: (turn, { id }) => {
    const row = transferTable.find(turn.world, id);
    if (row?.status === 'accepted') handOver(turn, row);
  },
};

/** A transfer that was not accepted in time. */
export const transferExpires: Alarm<{ readonly id: number }> = {
  ring: (turn, { id }) => {
    const row = transferTable.find(turn.world, id);
    if (row?.status !== 'pending') return;
    const stale = transferTable.update(turn.world, id, {
      status: 'stale',
      updated: stamp(turn.now),
    });
    tell(turn, { action: 'entity_transfer_stale', entity: transferReference(stale) });
  },
};

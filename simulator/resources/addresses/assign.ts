import type { z } from 'zod';
import type { AddressAssign } from '../../../src/api/addresses.ts';
import { region as regionNamed } from '../../catalog/regions.ts';
import { stamp } from '../../core/clock.ts';
import { reference, tell } from '../../core/events.ts';
import { done, isRefusal, type Refusal, type Reply, refuse } from '../../core/reply.ts';
import type { Turn } from '../../core/turn.ts';
import type { Viewer } from '../../core/users.ts';
import { isRecorded, type World } from '../../core/world.ts';
import { writable } from '../instances/guards.ts';
import { computes, type InstanceRow, instances } from '../instances/table.ts';
import { keepSshAddress } from '../managed/ssh.ts';
import { ordered } from './allocate.ts';
import { holderOf, isPrivate, rangeNamed, ranges, rangesOf, slaacOf } from './table.ts';

type AssignBody = z.output<typeof AddressAssign>;

/** An address with its old and new instance. */
interface Transfer {
  readonly address: string;
  readonly from: InstanceRow;
  readonly to: InstanceRow;
}

const inRegion = (row: InstanceRow, region: string, field: string): Refusal | undefined =>
  row.region === region
    ? undefined
    : refuse(`Compute ${row.id} is not in region ${region}.`, field);

const receiver = (
  world: World,
  viewer: Viewer | null,
  id: number,
  field: string,
): InstanceRow | Refusal =>
  instances.find(world, id) === undefined
    ? refuse(`Invalid Compute ID ${id}`, field)
    : writable(world, viewer, id, field);

const giver = (
  world: World,
  viewer: Viewer | null,
  address: string,
  field: string,
): InstanceRow | Refusal => {
  const row = holderOf(world, address);
  return row === undefined
    ? refuse('IP Address not found.', field)
    : writable(world, viewer, row.id, field);
};

/** Parses one assignment of a body. Source: addresses#assign. */
const transferOf = (
  world: World,
  viewer: Viewer | null,
  body: AssignBody,
  index: number,
): Transfer | Refusal => {
  const { address = '', compute_id = 0 } = body.assignments[index] ?? {};
  const field = `assignments[${index}]`;
  const to = receiver(world, viewer, compute_id, `${field}.compute_id`);
  if (isRefusal(to)) return to;
  const from = giver(world, viewer, address, `${field}.address`);
  if (isRefusal(from)) return from;
  const isTwice = body.assignments.findIndex((other) => other.address === address) !== index;
  if (isTwice) return refuse(`${address} is assigned twice.`, `${field}.address`);
  return (
    inRegion(to, body.region, `${field}.compute_id`) ??
    inRegion(from, body.region, `${field}.address`) ?? { address, from, to }
  );
};

const transfersOf = (
  world: World,
  viewer: Viewer | null,
  body: AssignBody,
): readonly Transfer[] | Refusal => {
  const transfers: Transfer[] = [];
  for (const index of body.assignments.keys()) {
    const transfer = transferOf(world, viewer, body, index);
    if (isRefusal(transfer)) return transfer;
    transfers.push(transfer);
  }
  return transfers;
};

/** The state of an instance after all assignments. */
interface Outcome {
  readonly row: InstanceRow;
  readonly ipv4: readonly string[];
  readonly ranges: readonly number[];
}

const outcomeOf = (world: World, row: InstanceRow, transfers: readonly Transfer[]): Outcome => {
  const leaving = transfers.filter(({ from }) => from.id === row.id).map(({ address }) => address);
  const coming = transfers.filter(({ to }) => to.id === row.id).map(({ address }) => address);
  const rangeIds = (texts: readonly string[]): readonly number[] =>
    texts.flatMap((text) => rangeNamed(world, text)?.id ?? []);
  const kept = rangesOf(world, row.id).map(({ id }) => id);
  return {
    row,
    ipv4: ordered([
      ...row.ipv4.filter((address) => !leaving.includes(address)),
      ...coming.filter((address) => !address.includes(':')),
    ]),
    ranges: [...kept.filter((id) => !rangeIds(leaving).includes(id)), ...rangeIds(coming)],
  };
};

/** Source: addresses#assign. */
const outcomeRefused = ({ row, ...after }: Outcome): Refusal | undefined => {
  const privates = after.ipv4.filter(isPrivate).length;
  if (after.ipv4.length === privates)
    return refuse(`Compute ${row.id} must keep at least one public IPv4 address.`, 'assignments');
  if (privates > 1)
    return refuse(`Compute ${row.id} can have at most one private IPv4 address.`, 'assignments');
  return after.ranges.length > 1
    ? refuse(`Compute ${row.id} can have at most one IPv6 range.`, 'assignments')
    : undefined;
};

const settle = (turn: Turn, { row, ...after }: Outcome): void => {
  instances.update(turn.world, row.id, { ipv4: after.ipv4, updated: stamp(turn.now) });
  keepSshAddress(turn.world, row.id, [...after.ipv4, slaacOf(row) ?? '']);
  for (const id of after.ranges) ranges.update(turn.world, id, { computeId: row.id });
};

/** Drops the fields of a refusal: the recorded service names none for an assignment. Source:
 *  addresses#assign. */
const unnamed = (reply: Reply): Reply =>
  reply.kind === 'refused'
    ? { ...reply, problems: reply.problems.map(({ reason }) => ({ reason })) }
    : reply;

/** Moves addresses among instances of a region, all or none. Source: addresses#assign. */
export const assign = (turn: Turn, viewer: Viewer | null, body: AssignBody): Reply => {
  const reply = assigned(turn, viewer, body);
  return isRecorded(turn.world) ? unnamed(reply) : reply;
};

const assigned = (turn: Turn, viewer: Viewer | null, body: AssignBody): Reply => {
  const { world } = turn;
  if (regionNamed(body.region) === undefined) return refuse('region is not valid', 'region');
  const transfers = transfersOf(world, viewer, body);
  if ('kind' in transfers) return transfers;
  const involved = new Map(
    transfers.flatMap(({ from, to }) => [from, to]).map((row) => [row.id, row]),
  );
  const outcomes = [...involved.values()].map((row) => outcomeOf(world, row, transfers));
  for (const outcome of outcomes) {
    const refusal = outcomeRefused(outcome);
    if (refusal !== undefined) return refusal;
  }
  for (const outcome of outcomes) settle(turn, outcome);
  for (const { to } of transfers)
    tell(turn, { action: 'compute_addip', entity: reference(computes, to) });
  return done;
};

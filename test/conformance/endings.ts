import type { Case } from '../../src/model/case.ts';
import type { Condition } from '../../src/model/common-status.ts';
import type { Stand } from './stand.ts';
import { statusOf } from './stand.ts';

export type End = NonNullable<Case['ends']>;

/** How a row ends: as it says itself, else as the last step of its plan says. */
export function endOf(row: Case): End {
  if (row.ends !== undefined) return row.ends;
  const last = row.plan?.at(-1) ?? '';
  return last.startsWith('wait for ')
    ? 'waiting'
    : last.startsWith('refuse ')
      ? 'refused'
      : 'ready';
}

const condition = (stand: Stand, type: string): Condition | undefined =>
  stand.world.condition(stand.name, type);

/** Whether the conditions speak of the newest spec. */
export const isCurrent = (stand: Stand): boolean =>
  statusOf(stand)['observedGeneration'] ===
  stand.world.cluster.get(stand.name)?.metadata.generation;

export const isReady = (stand: Stand): boolean =>
  isCurrent(stand) &&
  condition(stand, 'Ready')?.status === 'True' &&
  condition(stand, 'Synced')?.status === 'True';

/** By the plan, or for what the spec refers to: who resolves a create or does not reach the service
 *  goes on by itself. */
const WAITS = new Set(['Waiting', 'WaitingForReference']);

const isWaiting = (stand: Stand): boolean =>
  isCurrent(stand) &&
  WAITS.has(condition(stand, 'Synced')?.reason ?? '') &&
  condition(stand, 'Reconciling')?.status === 'True';

/** By the plan, or by the service because of what the spec says. */
const REFUSALS = new Set(['Refused', 'Rejected']);

/** A plan is shown while another chain of it has not ended. */
const isRefused = (stand: Stand): boolean =>
  isCurrent(stand) &&
  condition(stand, 'Stalled')?.status === 'True' &&
  REFUSALS.has(condition(stand, 'Stalled')?.reason ?? '') &&
  statusOf(stand)['plan'] === undefined;

/** Whether the object has come to an end as wished. */
export const hasEnded: Readonly<Record<End, (stand: Stand) => boolean>> = {
  ready: isReady,
  waiting: isWaiting,
  refused: isRefused,
};

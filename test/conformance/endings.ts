import type { Case } from '../../src/model/case.ts';
import type { Condition } from '../../src/model/common-status.ts';
import type { Stand } from './stand.ts';
import { statusOf } from './stand.ts';

export type End = NonNullable<Case['ends']>;

/** Returns the ending of a row: its own, else that of the last step of its plan. */
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

/** Reports whether the conditions concern the newest spec. */
export const isCurrent = (stand: Stand): boolean =>
  statusOf(stand)['observedGeneration'] ===
  stand.world.cluster.get(stand.name)?.metadata.generation;

export const isReady = (stand: Stand): boolean =>
  isCurrent(stand) &&
  condition(stand, 'Ready')?.status === 'True' &&
  condition(stand, 'Synced')?.status === 'True';

/** Waits of the plan or for referents. The operator continues to resolve a create and to retry an
 *  unreachable service. */
const WAITS = new Set(['Waiting', 'WaitingForReference']);

const isWaiting = (stand: Stand): boolean =>
  isCurrent(stand) &&
  WAITS.has(condition(stand, 'Synced')?.reason ?? '') &&
  condition(stand, 'Reconciling')?.status === 'True';

/** Refusals by the plan, or by the service because of the spec. */
const REFUSALS = new Set(['Refused', 'Rejected']);

/** A plan is shown while another chain of it has not ended. */
const isRefused = (stand: Stand): boolean =>
  isCurrent(stand) &&
  condition(stand, 'Stalled')?.status === 'True' &&
  REFUSALS.has(condition(stand, 'Stalled')?.reason ?? '') &&
  statusOf(stand)['plan'] === undefined;

/** Conditions of the endings. */
export const hasEnded: Readonly<Record<End, (stand: Stand) => boolean>> = {
  ready: isReady,
  waiting: isWaiting,
  refused: isRefused,
};

import { calls, needsConsent } from '../../model/plan.ts';
import type { Forecast } from './forecast.ts';
import type { OperationManifest } from './operations.ts';
import type { Planned } from './plan-all.ts';

/** The action that a plan takes for one object. */
export type Action =
  /** No request is needed. */
  | 'none'
  | 'create'
  | 'change'
  /** No request can be sent yet. */
  | 'wait'
  /** A part of the plan is impossible until a user changes something. */
  | 'refuse'
  /** The service, or the cluster, returned an unexpected answer. */
  | 'fail';

const destroys = ({ steps }: Forecast): boolean =>
  calls(steps).some(({ effect }) => needsConsent(effect));
export function actionOf({ failed, steps, id, verdict }: Forecast): Action {
  if (failed) return 'fail';
  if (steps.some(({ type }) => type === 'refuse')) return 'refuse';
  if (calls(steps).length > 0) return id === null ? 'create' : 'change';
  if (verdict.activity === 'Stalled') return 'refuse';
  return verdict.activity === 'Reconciling' ? 'wait' : 'none';
}

/** Objects by action; `destroys` counts a subset of them. */
export interface Summary {
  readonly create: number;
  readonly change: number;
  readonly wait: number;
  readonly refuse: number;
  readonly fail: number;
  readonly none: number;
  readonly destroys: number;
}

export function summaryOf(planned: readonly Planned[]): Summary {
  const count = (action: Action): number =>
    planned.filter(({ forecast }) => actionOf(forecast) === action).length;
  return {
    create: count('create'),
    change: count('change'),
    wait: count('wait'),
    refuse: count('refuse'),
    fail: count('fail'),
    none: count('none'),
    destroys: planned.filter(({ forecast }) => destroys(forecast)).length,
  };
}

/** Exit codes of `plan`. */
export const PLAN_EXIT = { nothing: 0, trouble: 1, changes: 2, destroys: 3 } as const;

/** Returns the exit code: trouble first, because the plan is incomplete then; deletions before
 *  additions. A new Operation is a change. */
export function exitCodeOf(
  planned: readonly Planned[],
  operations: readonly OperationManifest[] = [],
): number {
  const { create, change, wait, refuse, fail, destroys: losses } = summaryOf(planned);
  if (refuse + fail > 0) return PLAN_EXIT.trouble;
  if (losses > 0) return PLAN_EXIT.destroys;
  const isNew = operations.some(({ isThere }) => !isThere);
  return create + change + wait > 0 || isNew ? PLAN_EXIT.changes : PLAN_EXIT.nothing;
}

import { type ObjectKey, parseKey } from '../../model/object-key.ts';
import type { BudgetClass, Cause } from '../ports/cloud.ts';
import type { Cluster, KubeObject } from '../ports/cluster.ts';
import type { Urgency } from './schedule.ts';

/** The object of a due key and its size, or the bug that prevented its lookup. */
export type Found =
  | { readonly object: KubeObject | undefined; readonly size: number }
  | { readonly error: unknown; readonly size: 0 };

/** Finds the object of a key and its size. Returns an error instead of throwing it: the pass throws
 *  it. */
export function findDue(cluster: Pick<Cluster, 'get' | 'sizeOf'>, key: ObjectKey): Found {
  try {
    const object = cluster.get(parseKey(key));
    return { object, size: object === undefined ? 0 : cluster.sizeOf(object) };
  } catch (error) {
    return { error, size: 0 };
  }
}

const BUDGET: Readonly<Record<Urgency, BudgetClass>> = {
  user: 'user',
  completion: 'completion',
  repair: 'confirm',
  sweep: 'sweep',
};

/** Returns the cause of the requests of a pass. */
export const causeOf = (urgency: Urgency, namespace: string): Cause => ({
  class: BUDGET[urgency],
  namespace,
});

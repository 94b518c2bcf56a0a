import type { KubeObject } from '../../src/engine/ports/cluster.ts';
import type { Condition } from '../../src/model/common-status.ts';

/** Computes the status of an object as kstatus and Flux do: proved equal to its own code in
 *  `test/e2e/gitops`. */
export function kstatus(object: KubeObject): 'Terminating' | 'InProgress' | 'Failed' | 'Current' {
  if (object.metadata.deletionTimestamp !== undefined) return 'Terminating';
  const status = (object.status ?? {}) as {
    readonly observedGeneration?: number;
    readonly conditions?: readonly Condition[];
  };
  if (
    status.observedGeneration !== undefined &&
    status.observedGeneration !== object.metadata.generation
  )
    return 'InProgress';
  const conditions = status.conditions ?? [];
  const decisive = conditions.find(
    ({ type, status: value }) => (type === 'Reconciling' || type === 'Stalled') && value === 'True',
  );
  if (decisive !== undefined) return decisive.type === 'Stalled' ? 'Failed' : 'InProgress';
  return conditions.some(({ type, status: value }) => type === 'Ready' && value !== 'True')
    ? 'InProgress'
    : 'Current';
}

import type { KubeObject } from '../../src/engine/ports/cluster.ts';
import type { Condition } from '../../src/model/common-status.ts';

/** How kstatus reads an object, and with it Flux. Source: the behaviour contract, "Conditions". */
export function kstatus(object: KubeObject): 'Terminating' | 'InProgress' | 'Failed' | 'Current' {
  if (object.metadata.deletionTimestamp !== undefined) return 'Terminating';
  const status = (object.status ?? {}) as { readonly observedGeneration?: number; readonly conditions?: readonly Condition[] };
  if (status.observedGeneration !== undefined && status.observedGeneration !== object.metadata.generation) return 'InProgress';
  const is = (type: string, value: string): boolean => status.conditions?.some((one) => one.type === type && one.status === value) === true;
  if (is('Reconciling', 'True')) return 'InProgress';
  if (is('Stalled', 'True')) return 'Failed';
  return is('Ready', 'False') || is('Ready', 'Unknown') ? 'InProgress' : 'Current';
}

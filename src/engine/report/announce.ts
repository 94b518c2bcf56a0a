import type { Condition } from '../../model/common-status.ts';
import type { Findings } from '../pass/pass.ts';
import type { Cluster, KubeEvent, KubeObject } from '../ports/cluster.ts';

/** Emits events for the changes of a status write: only transitions and actions, never one per
 *  pass. */
export function announce(
  cluster: Cluster,
  before: KubeObject,
  after: KubeObject,
  findings: Findings,
): void {
  const { did = [], failed = [] } = findings;
  for (const line of did.filter((one) => !failed.includes(one)))
    cluster.emit(after, { type: 'Normal', reason: 'Acted', message: line });
  for (const event of transitions(conditionsOf(before), conditionsOf(after)))
    cluster.emit(after, event);
}

function transitions(
  before: readonly Condition[],
  after: readonly Condition[],
): readonly KubeEvent[] {
  const was = (type: string) => before.find((one) => one.type === type);
  return after.flatMap((one): readonly KubeEvent[] => {
    if (one.type === 'Ready' && one.status === 'True' && was('Ready')?.status !== 'True') {
      return [{ type: 'Normal', reason: 'Ready', message: one.message }];
    }
    if (one.type === 'Stalled' && was('Stalled')?.reason !== one.reason)
      return [{ type: 'Warning', reason: one.reason, message: one.message }];
    return [];
  });
}

const conditionsOf = (object: KubeObject): readonly Condition[] =>
  (object.status as { readonly conditions?: readonly Condition[] } | undefined)?.conditions ?? [];

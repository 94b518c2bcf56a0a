import { digest } from '../../model/fingerprint.ts';
import { ANNOTATION } from '../../model/group.ts';
import type { IdleApproval } from '../../model/outcome.ts';
import { asRecord } from '../../model/parse.ts';
import { readStatus } from '../../model/status-layout.ts';
import type { KubeObject } from '../ports/cluster.ts';

/** Returns the hash in `spec.policy.approvedPlan`; undefined if there is none. */
function approvedInSpec({ spec }: KubeObject): string | undefined {
  const { approvedPlan } = asRecord(asRecord(spec)['policy']);
  return typeof approvedPlan === 'string' ? approvedPlan : undefined;
}

/** Returns the hashes of the plans that users approved, in the annotation and in the spec. No other
 *  function reads approvals. */
export const approvalsOf = (object: KubeObject): readonly string[] =>
  [object.metadata.annotations?.[ANNOTATION.consent], approvedInSpec(object)].filter(
    (hash) => hash !== undefined,
  );

/** Returns the request of an object: its spec without the approval, and its deletion. An approval
 *  does not change it, although it changes the generation. */
function askedOf({ spec, metadata }: KubeObject): unknown {
  const { policy, ...rest } = asRecord(spec);
  const { approvedPlan: _, ...policies } = asRecord(policy);
  const isDeleted = metadata.deletionTimestamp !== undefined;
  return {
    ...rest,
    ...(Object.keys(policies).length === 0 ? {} : { policy: policies }),
    ...(isDeleted ? { deleted: true } : {}),
  };
}

/** Returns a hash of the request of an object. */
export const printOfAsked = (object: KubeObject): string => digest(askedOf(object));

/** Returns the reason that the approval in the spec has no effect: it was used, or names a plan
 *  that does not wait. Empty if there is no approval, or if it names this plan.
 *  @param hash hash of the waiting plan; null if none waits */
export function idleApproval(
  object: KubeObject,
  hash: string | null,
): { readonly approval?: IdleApproval } {
  const approved = approvedInSpec(object);
  if (approved === undefined || approved === hash) return {};
  const { usedPlan } = readStatus(object.status);
  return { approval: approved === usedPlan ? 'Used' : 'OtherPlan' };
}

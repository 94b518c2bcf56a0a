import { digest } from '../../model/fingerprint.ts';
import { ANNOTATION } from '../../model/group.ts';
import type { IdleApproval } from '../../model/outcome.ts';
import { asRecord } from '../../model/parse.ts';
import { readStatus } from '../../model/status-layout.ts';
import type { KubeObject } from '../ports/cluster.ts';

/** The hash in `spec.policy.approvedPlan`; undefined where there is none. */
function approvedInSpec({ spec }: KubeObject): string | undefined {
  const { approvedPlan } = asRecord(asRecord(spec)['policy']);
  return typeof approvedPlan === 'string' ? approvedPlan : undefined;
}

/** The hashes of the plans that people approved: in the annotation, and in the spec. Nothing else
 *  reads an approval. */
export const approvalsOf = (object: KubeObject): readonly string[] =>
  [object.metadata.annotations?.[ANNOTATION.consent], approvedInSpec(object)].filter(
    (hash) => hash !== undefined,
  );

/** What an object asks for: its spec without the approval, and its deletion. An approval leaves it
 *  as it is, although it makes another generation. */
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

/** A hash of what an object asks for. */
export const printOfAsked = (object: KubeObject): string => digest(askedOf(object));

/** Why the approval in the spec lets nothing run: it names a plan that it was used for, or none
 *  that waits. Empty: there is none, or it names this plan.
 *  @param hash that of the plan that waits; null: none does */
export function idleApproval(
  object: KubeObject,
  hash: string | null,
): { readonly approval?: IdleApproval } {
  const approved = approvedInSpec(object);
  if (approved === undefined || approved === hash) return {};
  const { usedPlan } = readStatus(object.status);
  return { approval: approved === usedPlan ? 'Used' : 'OtherPlan' };
}

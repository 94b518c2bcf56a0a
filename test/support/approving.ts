import type { KubeObject, ObjectName } from '../../src/engine/ports/cluster.ts';
import { ANNOTATION } from '../../src/model/group.ts';
import { asRecord } from '../../src/model/parse.ts';
import type { MemoryCluster } from './memory-cluster.ts';

/** The ways to approve a plan. */
export const WAYS = ['annotation', 'spec'] as const;
export type Way = (typeof WAYS)[number];

/** Approves a plan by its hash, as a user does. An approval in the spec stays until another spec is
 *  applied. */
export function approve(cluster: MemoryCluster, name: ObjectName, hash: string, way: Way): void {
  if (way === 'annotation') return cluster.annotate(name, { [ANNOTATION.consent]: hash });
  const spec = asRecord(cluster.get(name)?.spec);
  cluster.apply(name, { ...spec, policy: { ...asRecord(spec['policy']), approvedPlan: hash } });
}

/** Returns the hashes of the approvals of an object, and of those of the Operations on it,
 *  independently of the operator. */
export const approvalsOn = (
  { kind, metadata, spec }: KubeObject,
  operations: readonly KubeObject[],
): readonly unknown[] =>
  [
    metadata.annotations?.[ANNOTATION.consent],
    asRecord(asRecord(spec)['policy'])['approvedPlan'],
    ...operations.flatMap((one) => {
      const { target, approvedPlan } = asRecord(one.spec);
      const { kind: of, name } = asRecord(target);
      const isOn =
        of === kind && name === metadata.name && one.metadata.namespace === metadata.namespace;
      return isOn ? [approvedPlan] : [];
    }),
  ].filter((hash) => hash !== undefined);

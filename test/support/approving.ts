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

/** Returns the hashes of an object's approvals, independently of the operator. */
export const approvalsOn = ({ metadata, spec }: KubeObject): readonly unknown[] =>
  [
    metadata.annotations?.[ANNOTATION.consent],
    asRecord(asRecord(spec)['policy'])['approvedPlan'],
  ].filter((hash) => hash !== undefined);

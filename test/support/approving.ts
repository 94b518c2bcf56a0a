import type { KubeObject, ObjectName } from '../../src/engine/ports/cluster.ts';
import { ANNOTATION } from '../../src/model/group.ts';
import { asRecord } from '../../src/model/parse.ts';
import type { MemoryCluster } from './memory-cluster.ts';

/** The ways in which a person approves a plan. */
export const WAYS = ['annotation', 'spec'] as const;
export type Way = (typeof WAYS)[number];

/** Approves the plan of a hash, as a person does. An approval in the spec stays until another spec
 *  is applied. */
export function approve(cluster: MemoryCluster, name: ObjectName, hash: string, way: Way): void {
  if (way === 'annotation') return cluster.annotate(name, { [ANNOTATION.consent]: hash });
  const spec = asRecord(cluster.get(name)?.spec);
  cluster.apply(name, { ...spec, policy: { ...asRecord(spec['policy']), approvedPlan: hash } });
}

/** The hashes that an object carries as approvals, read past the operator. */
export const approvalsOn = ({ metadata, spec }: KubeObject): readonly unknown[] =>
  [
    metadata.annotations?.[ANNOTATION.consent],
    asRecord(asRecord(spec)['policy'])['approvedPlan'],
  ].filter((hash) => hash !== undefined);

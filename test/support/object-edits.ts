import type { KubeObject } from '../../src/engine/ports/cluster.ts';

/** Replaces the spec and the given metadata, as a user does. Only another spec is a new
 *  generation. */
export function edited(
  there: KubeObject,
  spec: object,
  metadata: Partial<KubeObject['metadata']>,
): KubeObject {
  const isSame = JSON.stringify(there.spec) === JSON.stringify(spec);
  const generation = there.metadata.generation + (isSame ? 0 : 1);
  return { ...there, spec, metadata: { ...there.metadata, ...metadata, generation } };
}

/** Adds annotations. */
export const annotated = (
  there: KubeObject,
  annotations: Readonly<Record<string, string>>,
): KubeObject => ({
  ...there,
  metadata: {
    ...there.metadata,
    annotations: { ...there.metadata.annotations, ...annotations },
  },
});

/** Marks an object as deleted. @param now milliseconds */
export const beingDeleted = (there: KubeObject, now: number): KubeObject => ({
  ...there,
  metadata: {
    ...there.metadata,
    generation: there.metadata.generation + 1,
    deletionTimestamp: new Date(now).toISOString(),
  },
});

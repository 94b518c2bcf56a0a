import type { KubeObject, ObjectName } from '../../engine/ports/cluster.ts';
import { same } from '../../model/fingerprint.ts';
import { API_VERSION } from '../../model/group.ts';
import { titleOf } from '../../model/object-key.ts';
import type { Manifest } from './manifests.ts';

/** Matches an object by name. */
export const isNamed =
  (name: ObjectName) =>
  ({ kind, metadata }: KubeObject): boolean =>
    kind === name.kind && metadata.namespace === name.namespace && metadata.name === name.name;

/** Returns the objects of a cluster after the manifests are applied: those of the manifests, then
 *  its other ones.
 *  @param there its current objects @param now milliseconds */
export function applied(
  manifests: readonly Manifest[],
  there: readonly KubeObject[],
  now: number,
): readonly KubeObject[] {
  const desired = manifests.map((manifest) => {
    const before = there.find(isNamed(manifest.name));
    return before === undefined ? created(manifest, now) : changed(manifest, before);
  });
  const others = there.filter((object) => !manifests.some(({ name }) => isNamed(name)(object)));
  return [...desired, ...others];
}

/** Creates the object of a manifest as the API server does: the first generation, and the status
 *  default of the definitions. Only the uid is unknown. */
const created = ({ name, labels, annotations, spec }: Manifest, now: number): KubeObject => ({
  apiVersion: API_VERSION,
  kind: name.kind,
  metadata: {
    name: name.name,
    namespace: name.namespace,
    uid: `<uid of ${titleOf(name)}>`,
    resourceVersion: '1',
    generation: 1,
    creationTimestamp: new Date(now).toISOString(),
    labels,
    annotations,
  },
  spec,
  status: { observedGeneration: -1 },
});

/** Updates an object; only another spec changes the generation. */
const changed = ({ labels, annotations, spec }: Manifest, before: KubeObject): KubeObject => ({
  ...before,
  spec,
  metadata: {
    ...before.metadata,
    labels: { ...before.metadata.labels, ...labels },
    annotations: { ...before.metadata.annotations, ...annotations },
    generation: before.metadata.generation + (same(before.spec, spec) ? 0 : 1),
  },
});

import { SECRET_LABEL } from '../../model/group.ts';
import type { Subject } from '../pass/subject.ts';
import type {
  Cluster,
  KubeFailure,
  KubeObject,
  OwnerReference,
  SecretRecord,
} from '../ports/cluster.ts';

/** Removes the ownerReference from the generated Secrets of an object whose item is retained, so
 *  that the Secrets stay with it. @returns the failure, or null */
export const keepSecrets = (cluster: Cluster, subject: Subject): Promise<KubeFailure | null> =>
  patchOwners(cluster, subject, (owners, { metadata }) =>
    owners.filter(({ uid }) => uid !== metadata.uid),
  );

/** Adds an ownerReference to the Secrets of an object whose item is gone, so that they are deleted
 *  with the object.
 *  @returns the failure, or null */
export const endSecrets = (cluster: Cluster, subject: Subject): Promise<KubeFailure | null> =>
  patchOwners(cluster, subject, (owners, object) => [
    ...owners.filter(({ uid }) => uid !== object.metadata.uid),
    ownerOf(object),
  ]);

type Change = (owners: readonly OwnerReference[], object: KubeObject) => readonly OwnerReference[];

async function patchOwners(
  cluster: Cluster,
  subject: Subject,
  change: Change,
): Promise<KubeFailure | null> {
  const { kind, name, object } = subject;
  const suffixes = [kind.generates?.suffix, kind.secretSuffix].filter(
    (suffix) => suffix !== undefined,
  );
  for (const suffix of suffixes) {
    const there = await cluster.getSecret(name.namespace, `${name.name}-${suffix}`, name);
    if (!there.ok) return there.failure;
    if (there.value?.labels[SECRET_LABEL.owner] !== object.metadata.uid) continue;
    const ownerReferences = change(there.value.owners, object);
    if (sameOwners(there.value, ownerReferences)) continue;
    const patched = await cluster.patchSecret(there.value, { metadata: { ownerReferences } });
    if (!patched.ok && patched.failure.code !== 'Gone') return patched.failure;
  }
  return null;
}

const sameOwners = ({ owners }: SecretRecord, wanted: readonly OwnerReference[]): boolean =>
  owners.map(({ uid }) => uid).join() === wanted.map(({ uid }) => uid).join();

const ownerOf = ({ apiVersion, kind, metadata }: KubeObject): OwnerReference => ({
  apiVersion,
  kind,
  name: metadata.name,
  uid: metadata.uid,
});

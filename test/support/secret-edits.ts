import type { SecretDraft, SecretRecord } from '../../src/engine/ports/cluster.ts';
import { merged } from './merge.ts';

/** Merges metadata of a patch into a Secret. */
export function withMetadata(there: SecretRecord, metadata: object): SecretRecord {
  const { finalizers, labels, owners } = there;
  const after = merged({ finalizers, labels, ownerReferences: owners }, metadata) as Pick<
    SecretRecord,
    'finalizers' | 'labels'
  > & {
    readonly ownerReferences?: SecretRecord['owners'];
  };
  return {
    ...there,
    finalizers: after.finalizers,
    labels: after.labels,
    owners: after.ownerReferences ?? [],
  };
}

/** Returns the owners of a written Secret: the previous ones, and the owner of the draft. */
export function ownersOf(
  { owner }: SecretDraft,
  previous: SecretRecord | null,
): SecretRecord['owners'] {
  const others = (previous?.owners ?? []).filter(({ uid }) => uid !== owner?.metadata.uid);
  if (owner === null) return others;
  const { apiVersion, kind, metadata } = owner;
  return [...others, { apiVersion, kind, name: metadata.name, uid: metadata.uid }];
}

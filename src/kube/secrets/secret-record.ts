import type {
  KubeObject,
  OwnerReference,
  SecretDraft,
  SecretMetadata,
  SecretRecord,
} from '../../engine/ports/cluster.ts';
import { Secret } from '../../model/secret.ts';
import { isRecord } from '../api/merge.ts';
import { readObject, type Stored } from '../reflect/objects.ts';
import { apiVersionOf, SECRETS } from '../resources.ts';

/** The stored part of a Secret without its contents. */
export interface SecretShell extends Stored {
  readonly owners: readonly OwnerReference[];
  readonly labels: Readonly<Record<string, string>>;
}

/** A stored Secret: its values cannot be printed. */
export interface SecretCopy extends SecretShell {
  readonly type: string;
  readonly contents: Readonly<Record<string, Secret>>;
}

const OPAQUE = 'Opaque';

/** Parses metadata; null where it is no namespaced object. */
export function readShell(json: unknown): SecretShell | null {
  const object = readObject(SECRETS, json);
  if (object === null || !isRecord(json)) return null;
  return {
    metadata: object.metadata,
    owners: ownersIn(json['metadata']),
    labels: object.metadata.labels ?? {},
  };
}

/** Parses a Secret; null where it is none. */
export function readSecret(json: unknown): SecretCopy | null {
  const shell = readShell(json);
  if (shell === null || !isRecord(json)) return null;
  const entries = Object.entries(isRecord(json['data']) ? json['data'] : {});
  const contents = Object.fromEntries(
    entries.map(([key, value]) => [key, new Secret(decoded(value))]),
  );
  const type = typeof json['type'] === 'string' ? json['type'] : OPAQUE;
  return { ...shell, type, contents };
}

export const recordOf = (copy: SecretCopy): SecretRecord => ({
  ...metadataOf(copy),
  type: copy.type,
  contents: copy.contents,
});

export const metadataOf = ({ metadata, owners, labels }: SecretShell): SecretMetadata => ({
  name: metadata.name,
  namespace: metadata.namespace,
  uid: metadata.uid,
  resourceVersion: metadata.resourceVersion,
  labels,
  finalizers: metadata.finalizers ?? [],
  owners,
  deleting: metadata.deletionTimestamp !== undefined,
});

/** Returns the ownerReferences with all their members: those of other owners are sent back
 *  whole. */
function ownersIn(metadata: unknown): readonly OwnerReference[] {
  const references: unknown = isRecord(metadata) ? metadata['ownerReferences'] : undefined;
  return Array.isArray(references)
    ? references.filter(
        (one): one is OwnerReference => isRecord(one) && typeof one['uid'] === 'string',
      )
    : [];
}

/** Builds the manifest of a Secret, with its owner where it has one. */
export function manifestOf(draft: SecretDraft): object {
  const { name, namespace, labels, owner } = draft;
  const metadata = {
    name,
    namespace,
    labels,
    ...(owner === null ? {} : { ownerReferences: [ownerOf(owner)] }),
  };
  return {
    apiVersion: apiVersionOf(SECRETS),
    kind: SECRETS.kind,
    type: OPAQUE,
    metadata,
    data: encoded(draft.contents),
  };
}

/** Builds the merge patch that turns exactly this version of a Secret into the draft: removes other
 *  keys, keeps finalizers and the references of other owners. */
export function replacementOf(draft: SecretDraft, previous: SecretRecord): object {
  const { labels, owner, contents } = draft;
  const others = previous.owners.filter(({ uid }) => uid !== owner?.metadata.uid);
  const ownerReferences = [...others, ...(owner === null ? [] : [ownerOf(owner)])];
  const metadata = {
    labels,
    ownerReferences,
    resourceVersion: previous.resourceVersion,
    uid: previous.uid,
  };
  const removed = Object.fromEntries(Object.keys(previous.contents).map((key) => [key, null]));
  return { metadata, data: { ...removed, ...encoded(contents) } };
}

const ownerOf = ({ apiVersion, kind, metadata }: KubeObject): OwnerReference => ({
  apiVersion,
  kind,
  name: metadata.name,
  uid: metadata.uid,
});

const decoded = (value: unknown): string =>
  typeof value === 'string' ? Buffer.from(value, 'base64').toString('utf8') : '';

const encoded = (contents: Readonly<Record<string, Secret>>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(contents).map(([key, secret]) => [
      key,
      Buffer.from(secret.reveal(), 'utf8').toString('base64'),
    ]),
  );

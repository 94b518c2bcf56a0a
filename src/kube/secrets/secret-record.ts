import type { SecretDraft, SecretRecord } from '../../engine/ports/cluster.ts';
import { Secret } from '../../model/secret.ts';
import { isRecord } from '../api/merge.ts';
import { readObject, type Stored } from '../reflect/objects.ts';
import { apiVersionOf, SECRETS } from '../resources.ts';

/** A Secret as it is kept: its values can no longer be printed. */
export interface SecretCopy extends Stored {
  readonly type: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly contents: Readonly<Record<string, Secret>>;
}

const OPAQUE = 'Opaque';

/** Null for what is no Secret. */
export function readSecret(json: unknown): SecretCopy | null {
  const object = readObject(SECRETS, json);
  if (object === null || !isRecord(json)) return null;
  const entries = Object.entries(isRecord(json['data']) ? json['data'] : {});
  const contents = Object.fromEntries(entries.map(([key, value]) => [key, new Secret(decoded(value))]));
  const type = typeof json['type'] === 'string' ? json['type'] : OPAQUE;
  return { metadata: object.metadata, type, labels: object.metadata.labels ?? {}, contents };
}

export const recordOf = ({ metadata, type, labels, contents }: SecretCopy): SecretRecord => ({
  name: metadata.name,
  namespace: metadata.namespace,
  uid: metadata.uid,
  resourceVersion: metadata.resourceVersion,
  type,
  labels,
  finalizers: metadata.finalizers ?? [],
  deleting: metadata.deletionTimestamp !== undefined,
  contents,
});

/** The manifest of a Secret that goes with its owner. */
export function manifestOf(draft: SecretDraft): object {
  const { name, namespace, labels, owner } = draft;
  const metadata = { name, namespace, labels, ownerReferences: [ownerOf(owner)] };
  return { apiVersion: apiVersionOf(SECRETS), kind: SECRETS.kind, type: OPAQUE, metadata, data: encoded(draft.contents) };
}

/** The merge patch that makes exactly this version of a Secret like the draft: keys that the draft lacks go, finalizers stay. */
export function replacementOf(draft: SecretDraft, previous: SecretRecord): object {
  const { labels, owner, contents } = draft;
  const metadata = { labels, ownerReferences: [ownerOf(owner)], resourceVersion: previous.resourceVersion, uid: previous.uid };
  const removed = Object.fromEntries(Object.keys(previous.contents).map((key) => [key, null]));
  return { metadata, data: { ...removed, ...encoded(contents) } };
}

const ownerOf = ({ apiVersion, kind, metadata }: SecretDraft['owner']) => ({ apiVersion, kind, name: metadata.name, uid: metadata.uid });

const decoded = (value: unknown): string => (typeof value === 'string' ? Buffer.from(value, 'base64').toString('utf8') : '');

const encoded = (contents: Readonly<Record<string, Secret>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(contents).map(([key, secret]) => [key, Buffer.from(secret.reveal(), 'utf8').toString('base64')]));

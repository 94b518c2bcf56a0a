import type { Cluster, KubeFailure, KubeObject, ObjectName } from '../engine/ports/cluster.ts';
import { packedSize } from '../json/packed.ts';
import { fail, ok, type Result } from '../model/failure.ts';
import { same } from '../model/fingerprint.ts';
import type { KubeClient } from './api/client.ts';
import { unreadable } from './api/failures.ts';
import { merged } from './api/merge.ts';
import type { ClusterUid } from './cluster-uid.ts';
import { putConfigMap } from './config-maps.ts';
import type { Definitions } from './definitions.ts';
import type { Events } from './events/events.ts';
import type { Homes } from './home-namespaces.ts';
import type { Namespaces } from './namespaces.ts';
import type { Notes } from './operator-notes.ts';
import { keptObject, readObject } from './reflect/objects.ts';
import type { Store } from './reflect/store.ts';
import type { Resource } from './resources.ts';
import type { Secrets } from './secrets/secrets.ts';

/** Stores of the watched kinds, by kind. */
export type Shelf = ReadonlyMap<
  string,
  { readonly resource: Resource; readonly store: Store<KubeObject> }
>;

export interface ClusterParts {
  readonly client: KubeClient;
  readonly shelf: Shelf;
  readonly identity: ClusterUid;
  readonly homes: Homes;
  readonly secrets: Secrets;
  readonly namespaces: Namespaces;
  readonly definitions: Definitions;
  readonly notes: Notes;
  readonly events: Events;
}

/** Creates the port to the cluster. Every patch carries the resourceVersion of the copy it was
 *  computed from, so that it fails (Conflict) after any other write. */
export function createCluster(parts: ClusterParts): Cluster {
  const { shelf, identity, homes, secrets, namespaces, definitions, notes, events } = parts;
  return {
    uid: () => identity.uid(),
    home: (namespace) => homes.of(namespace),
    get: ({ kind, namespace, name }) => shelf.get(kind)?.store.get(namespace, name),
    list: (kind, namespace) => shelf.get(kind)?.store.list(namespace) ?? [],
    all: (kind) => shelf.get(kind)?.store.all() ?? [],
    sizeOf: packedSize,
    refresh: (name) => refresh(parts, name),
    patch: (object, change) => patch(parts, object, change),
    patchStatus: (object, status) => patch(parts, object, { metadata: {}, status }, 'status'),
    remove: (object) => remove(parts, object),
    getSecret: (namespace, name, reader) => secrets.get(namespace, name, reader),
    putSecret: (draft, previous) => secrets.put(draft, previous),
    patchSecret: (secret, change) => secrets.patch(secret, change),
    heldSecrets: (marks) => secrets.held(marks),
    putConfigMap: (draft) => putConfigMap(parts.client, draft),
    readNote: (name) => notes.read(name),
    writeNote: (name, text, previous) => notes.write(name, text, previous),
    namespaceTerminating: (namespace) => namespaces.isTerminating(namespace),
    isDefinitionGoing: (kind, withinMs) => definitions.isGoing(kind, withinMs),
    emit: (object, event) => events.emit(object, event),
  };
}

type Answer<T> = Promise<Result<T, KubeFailure>>;

const unknownKind = (kind: string): Result<never, KubeFailure> =>
  fail({ code: 'Unwritable', detail: `${kind} is not among the kinds that are kept` });

async function refresh(
  { client, shelf }: ClusterParts,
  { kind, namespace, name }: ObjectName,
): Answer<KubeObject | null> {
  const kept = shelf.get(kind);
  if (kept === undefined) return unknownKind(kind);
  const asked = kept.store.get(namespace, name);
  const answer = await client.get({ resource: kept.resource, namespace, name });
  if (!answer.ok) return answer;
  if (answer.value === null) {
    kept.store.forget(namespace, name, asked);
    return ok(kept.store.get(namespace, name) ?? null);
  }
  const object = readObject(kept.resource, answer.value);
  if (object === null) return fail(unreadable('an object without identity'));
  kept.store.learn(object, 'read');
  return ok(object);
}

interface Change {
  readonly metadata: object;
  readonly status?: object;
}

async function patch(
  parts: ClusterParts,
  object: KubeObject,
  change: Change,
  subresource?: string,
): Answer<KubeObject> {
  const kept = parts.shelf.get(object.kind);
  if (kept === undefined) return unknownKind(object.kind);
  if (changesNothing(object, change)) return ok(object);
  const { name, namespace, resourceVersion } = object.metadata;
  const locked = { ...change, metadata: { ...change.metadata, resourceVersion } };
  const answer = await parts.client.patch(
    { resource: kept.resource, namespace, name },
    locked,
    subresource,
  );
  if (!answer.ok) {
    if (answer.failure.code === 'Terminating') parts.namespaces.learnTerminating(namespace);
    return answer;
  }
  const read = readObject(kept.resource, answer.value);
  if (read === null) return fail(unreadable('an object without identity'));
  const written = keptObject(object, read);
  kept.store.learn(written, 'write');
  return ok(written);
}

/** Deletes an object. It leaves the store when the watch reports the deletion. */
async function remove({ client, shelf }: ClusterParts, object: KubeObject): Answer<null> {
  const kept = shelf.get(object.kind);
  if (kept === undefined) return unknownKind(object.kind);
  const { name, namespace, uid, resourceVersion } = object.metadata;
  const answer = await client.remove(
    { resource: kept.resource, namespace, name },
    { uid, resourceVersion },
  );
  return answer.ok ? ok(null) : answer;
}

/** Compares only the members of the change: the rest of the object may be large. */
const changesNothing = (object: KubeObject, change: Change): boolean =>
  Object.entries(change).every(([member, wanted]) => {
    const before: unknown = Reflect.get(object, member);
    return same(merged(before, wanted), before);
  });

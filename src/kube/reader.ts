import type { KubeFailure, KubeObject, SecretRecord } from '../engine/ports/cluster.ts';
import { fail, ok, type Result } from '../model/failure.ts';
import { openAccess } from './access/access.ts';
import type { ConfigFailure } from './access/kubeconfig.ts';
import { createClient, type KubeClient } from './api/client.ts';
import { unreadable } from './api/failures.ts';
import { HttpTransport } from './api/http.ts';
import { CLUSTER, uidIn } from './cluster-uid.ts';
import { listAll } from './reflect/listing.ts';
import { readObject } from './reflect/objects.ts';
import { type Resource, SECRETS } from './resources.ts';
import { readSecret, recordOf } from './secrets/secret-record.ts';
import { systemTime } from './time.ts';

/** A cluster client for single reads, without watches or writes. */
export interface ClusterReader {
  /** Host and port of the API server. */
  readonly host: string;
  /** Returns every object of these types. @param namespaces null: all */
  objects(
    resources: readonly Resource[],
    namespaces: readonly string[] | null,
  ): Promise<Result<readonly KubeObject[], KubeFailure>>;
  /** Returns the uid of the namespace kube-system, which identifies the cluster, and those of
   *  namespaces; null and absent where they may not be read. */
  place(
    namespaces: readonly string[],
  ): Promise<
    Result<
      { readonly uid: string | null; readonly homes: ReadonlyMap<string, string> },
      KubeFailure
    >
  >;
  /** Null when there is none. */
  secret(namespace: string, name: string): Promise<Result<SecretRecord | null, KubeFailure>>;
  close(): Promise<void>;
}

const TIMEOUT_MS = 30_000;
const CONNECTIONS = 8;

/** Reads the kubeconfig and its credentials. Sends nothing to the API server.
 *  @param kubeconfig one path, or several as in KUBECONFIG; null: the pod's service account where
 *  there is one, else `~/.kube/config` */
export async function openReader(
  kubeconfig: string | null,
): Promise<Result<ClusterReader, ConfigFailure>> {
  const access = await openAccess(kubeconfig, systemTime);
  if (!access.ok) return access;
  const observer = { requested: () => {} };
  const transport = new HttpTransport({
    access: access.value,
    observer,
    connections: CONNECTIONS,
    timeoutMs: TIMEOUT_MS,
  });
  const client = createClient(transport, () => false);
  return ok({
    host: access.value.host,
    objects: (resources, namespaces) => allObjects(client, resources, namespaces),
    place: (namespaces) => placeOf(client, namespaces),
    secret: (namespace, name) => oneSecret(client, namespace, name),
    close: () => transport.close(),
  });
}

async function allObjects(
  client: KubeClient,
  resources: readonly Resource[],
  namespaces: readonly string[] | null,
): Promise<Result<readonly KubeObject[], KubeFailure>> {
  const { signal } = new AbortController();
  const collections = resources.flatMap((resource) =>
    (namespaces ?? [null]).map((namespace) => ({ resource, namespace })),
  );
  const listings = await Promise.all(
    collections.map((from) =>
      listAll({ client, from, read: (json) => readObject(from.resource, json), signal }),
    ),
  );
  const objects: KubeObject[] = [];
  for (const listing of listings) {
    if (!listing.ok) return listing;
    objects.push(...listing.value.objects);
  }
  return ok(objects);
}

async function placeOf(client: KubeClient, namespaces: readonly string[]) {
  const uid = await uidOf(client, CLUSTER.name);
  if (!uid.ok) return uid;
  const homes = new Map<string, string>();
  for (const namespace of namespaces) {
    const home = await uidOf(client, namespace);
    if (!home.ok) return home;
    if (home.value !== null) homes.set(namespace, home.value);
  }
  return ok({ uid: uid.value, homes });
}

async function uidOf(
  client: KubeClient,
  namespace: string,
): Promise<Result<string | null, KubeFailure>> {
  const answer = await client.get({ ...CLUSTER, name: namespace });
  if (answer.ok) return ok(uidIn(answer.value));
  return answer.failure.code === 'Denied' ? ok(null) : answer;
}

async function oneSecret(
  client: KubeClient,
  namespace: string,
  name: string,
): Promise<Result<SecretRecord | null, KubeFailure>> {
  const answer = await client.get({ resource: SECRETS, namespace, name });
  if (!answer.ok || answer.value === null) return answer.ok ? ok(null) : answer;
  const secret = readSecret(answer.value);
  return secret === null ? fail(unreadable('a Secret without identity')) : ok(recordOf(secret));
}

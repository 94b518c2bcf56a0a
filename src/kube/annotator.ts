import type { KubeFailure, KubeObject } from '../engine/ports/cluster.ts';
import { fail, ok, type Result } from '../model/failure.ts';
import { openAccess } from './access/access.ts';
import type { ConfigFailure } from './access/kubeconfig.ts';
import { createClient } from './api/client.ts';
import { unreadable } from './api/failures.ts';
import { HttpTransport } from './api/http.ts';
import { readObject } from './reflect/objects.ts';
import type { Resource } from './resources.ts';
import { systemTime } from './time.ts';

/** A cluster client that reads one object and sets annotations on it. */
export interface Annotator {
  /** Null when there is none. */
  get(
    resource: Resource,
    namespace: string,
    name: string,
  ): Promise<Result<KubeObject | null, KubeFailure>>;
  /** Sets annotations on the object as it was read. Fails with Conflict where it changed since. */
  annotate(
    resource: Resource,
    object: KubeObject,
    annotations: Readonly<Record<string, string>>,
  ): Promise<Result<unknown, KubeFailure>>;
  close(): Promise<void>;
}

const TIMEOUT_MS = 30_000;

/** Reads the kubeconfig and its credentials. Sends nothing to the API server.
 *  @param kubeconfig one path, or several as in KUBECONFIG; null: the pod's service account where
 *  there is one, else `~/.kube/config` */
export async function openAnnotator(
  kubeconfig: string | null,
): Promise<Result<Annotator, ConfigFailure>> {
  const access = await openAccess(kubeconfig, systemTime);
  if (!access.ok) return access;
  const transport = new HttpTransport({
    access: access.value,
    observer: { requested: () => {} },
    connections: 1,
    timeoutMs: TIMEOUT_MS,
  });
  const client = createClient(transport, () => true);
  return ok({
    get: async (resource, namespace, name) => {
      const answer = await client.get({ resource, namespace, name });
      if (!answer.ok || answer.value === null) return answer.ok ? ok(null) : answer;
      const object = readObject(resource, answer.value);
      return object === null ? fail(unreadable('an object without identity')) : ok(object);
    },
    annotate: (resource, { metadata: { namespace, name, resourceVersion } }, annotations) =>
      client.patch({ resource, namespace, name }, { metadata: { resourceVersion, annotations } }),
    close: () => transport.close(),
  });
}

import { fail, type Result } from '../../model/failure.ts';
import { FIELD_MANAGER } from '../../model/group.ts';
import { apiVersionOf, pathOf, type Resource } from '../resources.ts';
import { bodyOf, orNull, type Page, pageOf, verbsOf } from './answers.ts';
import { type Collection, formOf, listPath, type Place, watchPath } from './collection.ts';
import type { ApiFailure } from './failures.ts';
import { retried } from './retry.ts';
import type { HttpRequest, Transport } from './transport.ts';
import { openWatch, type WatchStream } from './watch.ts';

/** Client for the Kubernetes API. Returns failures as values. Sends writes once, and only while the
 *  process may write. */
export interface KubeClient {
  /** Null when there is none. Up to three attempts, unless the client reads once. */
  get(place: Place): Promise<Result<unknown, ApiFailure>>;
  /** Returns the verbs of each resource in this one's group and version by plural, from discovery,
   *  which needs no permissions. Up to three attempts. */
  verbs(resource: Resource): Promise<Result<ReadonlyMap<string, readonly string[]>, ApiFailure>>;
  /** Reads one page without retries: callers that list have a schedule of their own. `limit` 0:
   *  everything at once. */
  page(
    from: Collection,
    limit: number,
    next: string | null,
    signal: AbortSignal,
  ): Promise<Result<Page, ApiFailure>>;
  /** Opens a watch with bookmarks. The stream ends when the API server closes it; a failure is its
   *  last event. */
  watch(
    from: Collection,
    resourceVersion: string,
    timeoutSeconds: number,
    signal: AbortSignal,
  ): Promise<Result<WatchStream, ApiFailure>>;
  create(
    resource: Resource,
    namespace: string,
    object: object,
  ): Promise<Result<unknown, ApiFailure>>;
  /** Sends a JSON merge patch; a `metadata.resourceVersion` in the patch makes it conditional. */
  patch(place: Place, patch: object, subresource?: string): Promise<Result<unknown, ApiFailure>>;
  /** Deletes the object with exactly this uid and version; returns a Conflict for another one. */
  remove(
    place: Place,
    preconditions: { readonly uid: string; readonly resourceVersion: string },
  ): Promise<Result<unknown, ApiFailure>>;
}

const FENCED: ApiFailure = {
  code: 'Fenced',
  detail: 'this process does not lead and may not write',
  status: null,
  retryAfterMs: null,
};
const MANAGER = `fieldManager=${FIELD_MANAGER}`;

/** @param mayWrite checked before every write: false while another process may be leading
 *  @param reads `once` for callers that retry themselves */
export const createClient = (
  transport: Transport,
  mayWrite: () => boolean,
  reads: 'retried' | 'once' = 'retried',
): KubeClient => ({ ...readsOf(transport, reads), ...writesOf(transport, mayWrite) });

type Reads = Pick<KubeClient, 'get' | 'verbs' | 'page' | 'watch'>;

function readsOf(transport: Transport, reads: 'retried' | 'once'): Reads {
  const persist = reads === 'once' ? <T>(attempt: () => Promise<T>) => attempt() : retried;
  const read = (path: string): Promise<Result<unknown, ApiFailure>> =>
    persist(async () => bodyOf(await transport.send({ method: 'GET', path })));
  return {
    get: async ({ resource, namespace, name }) =>
      orNull(await read(pathOf(resource, namespace, name))),
    verbs: async (resource) => verbsOf(await read(`/apis/${apiVersionOf(resource)}`)),
    page: async (from, limit, next, signal) =>
      pageOf(
        await transport.send({
          method: 'GET',
          path: listPath(from, limit, next),
          ...formOf(from, 'PartialObjectMetadataList'),
          signal,
        }),
      ),
    watch: (from, version, seconds, signal) =>
      openWatch(
        transport,
        { path: watchPath(from, version, seconds), ...formOf(from, 'PartialObjectMetadata') },
        signal,
      ),
  };
}

function writesOf(transport: Transport, mayWrite: () => boolean): Omit<KubeClient, keyof Reads> {
  const write = async (request: HttpRequest): Promise<Result<unknown, ApiFailure>> =>
    mayWrite() ? bodyOf(await transport.send(request)) : fail(FENCED);
  return {
    create: (resource, namespace, object) =>
      write({
        method: 'POST',
        path: `${pathOf(resource, namespace)}?${MANAGER}`,
        body: json('application/json', object),
      }),
    patch: ({ resource, namespace, name }, patch, subresource) =>
      write({
        method: 'PATCH',
        path: `${pathOf(resource, namespace, name, subresource)}?${MANAGER}`,
        body: json('application/merge-patch+json', patch),
      }),
    remove: ({ resource, namespace, name }, preconditions) =>
      write({
        method: 'DELETE',
        path: pathOf(resource, namespace, name),
        body: json('application/json', {
          kind: 'DeleteOptions',
          apiVersion: 'v1',
          propagationPolicy: 'Background',
          preconditions,
        }),
      }),
  };
}

const json = (type: string, value: object) => ({ type, text: JSON.stringify(value) });

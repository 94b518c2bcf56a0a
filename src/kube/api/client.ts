import { fail, type Result } from '../../model/failure.ts';
import { FIELD_MANAGER } from '../../model/group.ts';
import { apiVersionOf, pathOf, type Resource } from '../resources.ts';
import { bodyOf, orNull, type Page, pageOf, verbsOf } from './answers.ts';
import { type Collection, formOf, listPath, type Place, watchPath } from './collection.ts';
import type { ApiFailure } from './failures.ts';
import { retried } from './retry.ts';
import type { HttpRequest, Transport } from './transport.ts';
import { openWatch, type WatchStream } from './watch.ts';

/** The API as requests on objects. Failures are values. Writes are sent once, and only while we may
 *  write. */
export interface KubeClient {
  /** Null when there is none. Tried up to three times, unless the client reads once. */
  get(place: Place): Promise<Result<unknown, ApiFailure>>;
  /** What can be done with the resources of this one's group and version, as discovery tells
   *  everybody: verbs by plural. Tried up to three times. */
  verbs(resource: Resource): Promise<Result<ReadonlyMap<string, readonly string[]>, ApiFailure>>;
  /** One page; not retried: whoever lists has a rhythm of its own. `limit` 0: everything at
   *  once. */
  page(
    from: Collection,
    limit: number,
    next: string | null,
    signal: AbortSignal,
  ): Promise<Result<Page, ApiFailure>>;
  /** Opens a watch with bookmarks. The value ends when the API server ends it; its last batch says
   *  so when that was a failure. */
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
  /** JSON merge patch; what locks it is `metadata.resourceVersion` in the patch itself. */
  patch(place: Place, patch: object, subresource?: string): Promise<Result<unknown, ApiFailure>>;
}

const FENCED: ApiFailure = {
  code: 'Fenced',
  detail: 'this process does not lead and may not write',
  status: null,
  retryAfterMs: null,
};
const MANAGER = `fieldManager=${FIELD_MANAGER}`;

/** @param mayWrite asked in front of every write: false while another process may be leading
 *  @param reads `once` for who asks again anyway */
export function createClient(
  transport: Transport,
  mayWrite: () => boolean,
  reads: 'retried' | 'once' = 'retried',
): KubeClient {
  const persist = reads === 'once' ? <T>(attempt: () => Promise<T>) => attempt() : retried;
  const read = (path: string): Promise<Result<unknown, ApiFailure>> =>
    persist(async () => bodyOf(await transport.send({ method: 'GET', path })));
  const write = async (request: HttpRequest): Promise<Result<unknown, ApiFailure>> =>
    mayWrite() ? bodyOf(await transport.send(request)) : fail(FENCED);
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
  };
}

const json = (type: string, value: object) => ({ type, text: JSON.stringify(value) });

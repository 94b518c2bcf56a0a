import { fail, ok, type Result } from '../../model/failure.ts';
import { FIELD_MANAGER } from '../../model/group.ts';
import { apiVersionOf, pathOf, type Resource } from '../resources.ts';
import { type ApiFailure, failureOf, unreadable } from './failures.ts';
import { isRecord } from './merge.ts';
import { retried } from './retry.ts';
import type { HttpAnswer, HttpRequest, Transport } from './transport.ts';
import { openWatch, type WatchStream } from './watch.ts';

/** A collection: all objects of a type, those of a namespace, or of these one by its name or those
 *  with a label. */
export interface Collection {
  readonly resource: Resource;
  /** Null: all namespaces. */
  readonly namespace: string | null;
  readonly name?: string;
  /** Those with this label, whatever its value. */
  readonly label?: string;
  /** Their metadata alone is asked for: what else they hold is not sent. */
  readonly metadataOnly?: true;
}

/** Where one object is. `namespace` null: the object belongs to none. */
export interface Place {
  readonly resource: Resource;
  readonly namespace: string | null;
  readonly name: string;
}

export interface Page {
  readonly items: readonly unknown[];
  readonly resourceVersion: string;
  /** Where the next page begins; null at the end. */
  readonly next: string | null;
}

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
  const persist = reads === 'once' ? <T>(read: () => Promise<T>) => read() : retried;
  const write = async (request: HttpRequest): Promise<Result<unknown, ApiFailure>> =>
    mayWrite() ? bodyOf(await transport.send(request)) : fail(FENCED);
  return {
    get: async ({ resource, namespace, name }) => {
      const path = pathOf(resource, namespace, name);
      return orNull(
        await persist(async () => bodyOf(await transport.send({ method: 'GET', path }))),
      );
    },
    verbs: async (resource) => {
      const path = `/apis/${apiVersionOf(resource)}`;
      return verbsOf(
        await persist(async () => bodyOf(await transport.send({ method: 'GET', path }))),
      );
    },
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

/** An API server that lacks the form answers with the whole. Source: Kubernetes API concepts,
 *  "Fetching metadata only". */
const formOf = ({ metadataOnly }: Collection, as: string): Pick<HttpRequest, 'accept'> =>
  metadataOnly === true
    ? { accept: `application/json;as=${as};g=meta.k8s.io;v=v1,application/json` }
    : {};

const json = (type: string, value: object) => ({ type, text: JSON.stringify(value) });

function listPath(from: Collection, limit: number, next: string | null): string {
  const page = {
    ...(limit > 0 ? { limit: String(limit) } : {}),
    ...(next === null ? {} : { continue: next }),
  };
  return withQuery(from, page);
}

const watchPath = (from: Collection, resourceVersion: string, timeoutSeconds: number): string =>
  withQuery(from, {
    watch: 'true',
    allowWatchBookmarks: 'true',
    resourceVersion,
    timeoutSeconds: String(timeoutSeconds),
  });

function withQuery(
  { resource, namespace, name, label }: Collection,
  query: Readonly<Record<string, string>>,
): string {
  const byName = name === undefined ? {} : { fieldSelector: `metadata.name=${name}` };
  const byLabel = label === undefined ? {} : { labelSelector: label };
  return `${pathOf(resource, namespace)}?${new URLSearchParams({ ...query, ...byName, ...byLabel }).toString()}`;
}

const isSuccess = (status: number): boolean => status >= 200 && status < 300;

function bodyOf(answer: Result<HttpAnswer, ApiFailure>): Result<unknown, ApiFailure> {
  if (!answer.ok) return answer;
  const { status, body, retryAfterMs } = answer.value;
  return isSuccess(status) ? ok(body) : fail(failureOf(status, body, retryAfterMs));
}

const orNull = (answer: Result<unknown, ApiFailure>): Result<unknown, ApiFailure> =>
  !answer.ok && answer.failure.status === 404 && answer.failure.code === 'Gone' ? ok(null) : answer;

function pageOf(answer: Result<HttpAnswer, ApiFailure>): Result<Page, ApiFailure> {
  const body = bodyOf(answer);
  if (!body.ok) return body;
  if (
    !isRecord(body.value) ||
    !Array.isArray(body.value['items']) ||
    !isRecord(body.value['metadata'])
  )
    return fail(unreadable('a listing without items'));
  const { resourceVersion, continue: next } = body.value['metadata'];
  if (typeof resourceVersion !== 'string')
    return fail(unreadable('a listing without resourceVersion'));
  return ok({
    items: body.value['items'],
    resourceVersion,
    next: typeof next === 'string' && next !== '' ? next : null,
  });
}

/** A group that the API server does not know has no resources. */
function verbsOf(
  answer: Result<unknown, ApiFailure>,
): Result<ReadonlyMap<string, readonly string[]>, ApiFailure> {
  if (!answer.ok) return answer.failure.status === 404 ? ok(new Map()) : answer;
  const resources = isRecord(answer.value) ? answer.value['resources'] : undefined;
  if (!Array.isArray(resources)) return fail(unreadable('a discovery document without resources'));
  const rows = resources
    .filter(isRecord)
    .filter(({ name, verbs }) => typeof name === 'string' && Array.isArray(verbs));
  return ok(
    new Map(
      rows.map(({ name, verbs }) => [String(name), (verbs as readonly unknown[]).map(String)]),
    ),
  );
}

import { type ApiFailure, unreachable } from '../../../src/kube/api/failures.ts';
import type {
  HttpAnswer,
  HttpRequest,
  HttpStream,
  Transport,
} from '../../../src/kube/api/transport.ts';
import { fail, ok, type Result } from '../../../src/model/failure.ts';
import { type Change, MemoryObjects } from './memory-objects.ts';
import { MemoryStream } from './memory-stream.ts';
import { selects, type Target, targetOf } from './memory-target.ts';
import { isPartial, newWatcher, tell, type Watcher } from './memory-watcher.ts';

/** A fault of a request: no connection; executed but unanswered; a scripted answer; no answer for
 *  ever. */
export type Fault =
  | 'refused'
  | 'unanswered'
  | 'hanging'
  | { readonly status: number; readonly body?: unknown; readonly retryAfterMs?: number };

/** An API server in memory, as a transport, with the features that the adapter uses. */
export class MemoryApi implements Transport {
  readonly objects = new MemoryObjects((change) => this.#deliver(change));
  readonly requests: HttpRequest[] = [];
  readonly terminating = new Set<string>();
  readonly #watchers = new Set<Watcher>();
  /** Returns the fault of a request; none by default. */
  fault: (request: HttpRequest) => Fault | null = () => null;
  /** Resolves when an executed request may be answered. */
  slow: ((request: HttpRequest) => Promise<void>) | null = null;
  /** Keeps watches open without events. */
  silent = false;

  async send(request: HttpRequest): Promise<Result<HttpAnswer, ApiFailure>> {
    this.requests.push(request);
    const fault = this.fault(request);
    if (fault === 'refused') return fail(unreachable(new Error('connect ECONNREFUSED')));
    if (fault === 'hanging') return await aborted(request.signal);
    if (fault !== null && fault !== 'unanswered')
      return answer(fault.status, fault.body ?? {}, fault.retryAfterMs);
    const done = this.#do(request);
    if (this.slow !== null) await this.slow(request);
    return fault === 'unanswered' ? fail(unreachable(new Error('other side closed'))) : done;
  }

  async stream(request: HttpRequest): Promise<Result<HttpStream | HttpAnswer, ApiFailure>> {
    this.requests.push(request);
    const fault = this.fault(request);
    if (fault === 'hanging') return await aborted(request.signal);
    if (typeof fault === 'string') return fail(unreachable(new Error('connect ECONNREFUSED')));
    if (fault !== null) return answer(fault.status, fault.body ?? {}, fault.retryAfterMs);
    const target = targetOf(request.path);
    const since = Number(target.query.get('resourceVersion'));
    if (since < this.objects.compacted) return answer(410, { message: 'too old resource version' });
    return ok({ status: 200, pieces: this.#open(target, since, request) });
  }

  async close(): Promise<void> {
    this.endWatches();
  }

  get watches(): number {
    return this.#live().length;
  }

  /** Ends every watch; with an error, as a broken connection. */
  endWatches(error: Error | null = null): void {
    for (const { stream } of this.#live()) stream.end(error);
    this.#watchers.clear();
  }

  /** Sends a raw line to every watch. */
  say(line: object): void {
    for (const { stream } of this.#live()) stream.push(`${JSON.stringify(line)}\n`);
  }

  bookmark(): void {
    this.say({
      type: 'BOOKMARK',
      object: { metadata: { resourceVersion: String(this.objects.version) } },
    });
  }

  #live(): readonly Watcher[] {
    return [...this.#watchers].filter(({ stream }) => !stream.ended);
  }

  #open(target: Target, since: number, { accept, signal }: HttpRequest): MemoryStream {
    const stream = new MemoryStream();
    const there = this.objects
      .list(target.collection, target.namespace)
      .filter(({ metadata }) => selects(target.query, metadata));
    const watcher = newWatcher({ target, stream, accept }, there);
    for (const change of this.objects.history) if (change.version > since) tell(watcher, change);
    this.#watchers.add(watcher);
    signal?.addEventListener('abort', () => stream.end(new Error('aborted')), { once: true });
    return stream;
  }

  #deliver(change: Change): void {
    if (!this.silent) for (const watcher of this.#live()) tell(watcher, change);
  }

  #do(request: HttpRequest): Result<HttpAnswer, ApiFailure> {
    const target = targetOf(request.path);
    const body =
      request.body === undefined
        ? {}
        : (JSON.parse(request.body.text) as { readonly metadata: { readonly name: string } });
    if (request.method === 'POST')
      return this.#create(target, body as { readonly metadata: { readonly name: string } });
    if (target.name === undefined) return this.#list(target, isPartial(request.accept));
    const object = this.objects.get(target.collection, target.namespace ?? '', target.name);
    if (object === undefined)
      return answer(404, { message: `${target.name} not found`, details: { name: target.name } });
    if (request.method === 'GET') return answer(200, object);
    const patched = this.objects.patch(target.collection, object, { ...body });
    return patched === undefined
      ? answer(409, { message: 'the object has been modified' })
      : answer(200, patched);
  }

  #create(
    { collection, namespace }: Target,
    object: { readonly metadata: { readonly name: string } },
  ): Result<HttpAnswer, ApiFailure> {
    if (namespace !== null && this.terminating.has(namespace))
      return answer(403, {
        message: 'namespace is being terminated',
        details: { causes: [{ reason: 'NamespaceTerminating' }] },
      });
    if (this.objects.get(collection, namespace ?? '', object.metadata.name) !== undefined)
      return answer(409, { reason: 'AlreadyExists' });
    return answer(
      201,
      this.objects.put(collection, {
        ...object,
        metadata: { ...object.metadata, namespace: namespace ?? '' },
      }),
    );
  }

  #list(
    { collection, namespace, query }: Target,
    partial: boolean,
  ): Result<HttpAnswer, ApiFailure> {
    const [since = String(this.objects.version), offset = '0'] =
      query.get('continue')?.split(':') ?? [];
    if (Number(since) < this.objects.compacted)
      return answer(410, { message: 'the continue token is too old' });
    const all = this.objects
      .list(collection, namespace)
      .filter(({ metadata }) => selects(query, metadata));
    const limit = Number(query.get('limit') ?? all.length);
    const end = Number(offset) + limit;
    const next = end < all.length ? { continue: `${since}:${end}` } : {};
    const items = all
      .slice(Number(offset), end)
      .map((object) => (partial ? { metadata: object.metadata } : object));
    return answer(200, { items, metadata: { resourceVersion: since, ...next } });
  }
}

const answer = (
  status: number,
  body: unknown,
  retryAfterMs: number | null = null,
): Result<HttpAnswer, never> => ok({ status, body, retryAfterMs });

const aborted = (signal: AbortSignal | undefined): Promise<Result<never, ApiFailure>> =>
  new Promise((resolve) =>
    signal?.addEventListener('abort', () => resolve(fail(unreachable(new Error('aborted')))), {
      once: true,
    }),
  );

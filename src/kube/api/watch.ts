import { fail, ok, type Result } from '../../model/failure.ts';
import { type ApiFailure, failureOf, unreachable, unreadable } from './failures.ts';
import { isRecord } from './merge.ts';
import type { HttpRequest, Transport } from './transport.ts';

/** One event of a watch. `put`: the current object. `bookmark`: every change up to this version was
 *  sent. `failed`: the last event. */
export type WatchEvent =
  | { readonly type: 'put' | 'removed'; readonly object: unknown }
  | { readonly type: 'bookmark'; readonly resourceVersion: string }
  | { readonly type: 'failed'; readonly failure: ApiFailure };

/** Batches of events on arrival. The iteration never rejects: a failure is its last event. */
export type WatchStream = AsyncIterable<readonly WatchEvent[]>;

/** Opens a watch. Fails when the API server refuses it. */
export async function openWatch(
  transport: Transport,
  request: Pick<HttpRequest, 'path' | 'accept'>,
  signal: AbortSignal,
): Promise<Result<WatchStream, ApiFailure>> {
  const answer = await transport.stream({ method: 'GET', ...request, signal });
  if (!answer.ok) return answer;
  if ('pieces' in answer.value) return ok(watchEvents(answer.value.pieces));
  return fail(failureOf(answer.value.status, answer.value.body, answer.value.retryAfterMs));
}

/** Parses the lines of a watch from chunks of any size. An incomplete last line was cut off and is
 *  ignored. */
export async function* watchEvents(
  pieces: AsyncIterable<string>,
): AsyncGenerator<readonly WatchEvent[]> {
  let rest = '';
  try {
    for await (const piece of pieces) {
      const lines = `${rest}${piece}`.split('\n');
      rest = lines.pop() ?? '';
      if (lines.length > 0) yield lines.filter((line) => line !== '').map(eventOf);
    }
  } catch (error) {
    yield [{ type: 'failed', failure: unreachable(error) }];
  }
}

function eventOf(line: string): WatchEvent {
  const event = parsed(line);
  if (!isRecord(event)) return { type: 'failed', failure: unreadable('a watch that is not JSON') };
  const { type, object } = event;
  switch (type) {
    case 'ADDED':
    case 'MODIFIED':
      return { type: 'put', object };
    case 'DELETED':
      return { type: 'removed', object };
    case 'BOOKMARK':
      return bookmarkOf(object);
    case 'ERROR':
      return { type: 'failed', failure: statusOf(object) };
    default:
      return { type: 'failed', failure: unreadable(`an unknown watch event ${String(type)}`) };
  }
}

function bookmarkOf(object: unknown): WatchEvent {
  const metadata = isRecord(object) ? object['metadata'] : undefined;
  const resourceVersion = isRecord(metadata) ? metadata['resourceVersion'] : undefined;
  if (typeof resourceVersion === 'string') return { type: 'bookmark', resourceVersion };
  return { type: 'failed', failure: unreadable('a bookmark without resourceVersion') };
}

function statusOf(object: unknown): ApiFailure {
  const code = isRecord(object) ? object['code'] : undefined;
  return failureOf(typeof code === 'number' ? code : 500, object);
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

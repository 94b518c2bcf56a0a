import type { Result } from '../../model/failure.ts';
import type { ApiFailure } from './failures.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

export interface HttpRequest {
  readonly method: Method;
  /** Path with the query. */
  readonly path: string;
  /** Media type of the answer; plain JSON if absent. */
  readonly accept?: string;
  readonly body?: { readonly type: string; readonly text: string };
  readonly signal?: AbortSignal;
}

export interface HttpAnswer {
  readonly status: number;
  /** The parsed JSON; otherwise the text, or its beginning. */
  readonly body: unknown;
  readonly retryAfterMs: number | null;
}

/** A long answer, in chunks of text. The iteration rejects when the connection breaks or the
 *  request is aborted. */
export interface HttpStream {
  readonly status: number;
  readonly pieces: AsyncIterable<string>;
}

/** The transport to the API server: the smallest interface that tests replace. */
export interface Transport {
  /** Sends once and returns the complete answer, whatever its status. Fails only when no answer
   *  came. */
  send(request: HttpRequest): Promise<Result<HttpAnswer, ApiFailure>>;
  /** Sends once; streams a successful answer, and returns any other one complete. */
  stream(request: HttpRequest): Promise<Result<HttpStream | HttpAnswer, ApiFailure>>;
  close(): Promise<void>;
}

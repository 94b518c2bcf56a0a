import type { Result } from '../../model/failure.ts';
import type { ApiFailure } from './failures.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

export interface HttpRequest {
  readonly method: Method;
  /** With the query. */
  readonly path: string;
  /** The form of the answer; JSON as it is stored if absent. */
  readonly accept?: string;
  readonly body?: { readonly type: string; readonly text: string };
  readonly signal?: AbortSignal;
}

export interface HttpAnswer {
  readonly status: number;
  /** The parsed JSON; where it is none the text, or its beginning. */
  readonly body: unknown;
  readonly retryAfterMs: number | null;
}

/** A long answer, in pieces of text as they arrive. Iterating rejects when the connection breaks or
 *  the request is aborted. */
export interface HttpStream {
  readonly status: number;
  readonly pieces: AsyncIterable<string>;
}

/** The way to the API server: the smallest thing that a test must be able to replace. */
export interface Transport {
  /** Sends once and takes the whole answer, whatever its status. Fails only when none came. */
  send(request: HttpRequest): Promise<Result<HttpAnswer, ApiFailure>>;
  /** Sends once; a success is given as it arrives, anything else as a whole. */
  stream(request: HttpRequest): Promise<Result<HttpStream | HttpAnswer, ApiFailure>>;
  close(): Promise<void>;
}

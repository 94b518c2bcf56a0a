import { Agent, type Dispatcher } from 'undici';
import type { Turns } from '../../engine/ports/turns.ts';
import { type Failure, fail, ok, type Result } from '../../model/failure.ts';
import type { Secret } from '../../model/secret.ts';
import type { Time } from '../time.ts';
import type { Answer } from './answer.ts';
import { encodeBody } from './body.ts';
import { connectorNoting, whyUnanswered } from './connection.ts';
import { fencedBy, NotLeading } from './fence.ts';
import { wholeOf } from './long-answers.ts';

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly url: URL;
  readonly token: Secret;
  /** Value of X-Filter. */
  readonly filter?: string;
  readonly body?: Readonly<Record<string, unknown>>;
}

/** The HTTP client. Sends once and returns the complete answer, whatever its status; fails only
 *  when no answer came, or when nothing may be sent. */
export interface Client {
  send(request: HttpRequest): Promise<Result<Answer>>;
  /** Waits some seconds for requests in flight, then aborts them. */
  close(): Promise<void>;
}

export interface ClientSettings {
  /** Reports whether this process may write: checked before every request that is not a GET, and
   *  again when a connection takes it. */
  readonly fence: () => boolean;
  readonly userAgent: string;
  readonly time: Time;
  /** Time from the first byte sent to the last received, including the connect. */
  readonly requestTimeoutMs: number;
  readonly largestAnswerBytes: number;
  /** Yields the event loop while a long answer is read; never if absent. */
  readonly turns?: Turns;
  /** Timeout of a connect, including TLS: 5 s if absent. */
  readonly connectTimeoutMs?: number;
}

const CONNECTIONS_PER_HOST = 128;
const CONNECT_TIMEOUT_MS = 5_000;
const CLOSE_GRACE_MS = 5_000;

/** Creates a client with its own pool of persistent connections. */
export function createClient(settings: ClientSettings): Client {
  const unconnected = new WeakSet<Error>();
  const agent = new Agent({
    allowH2: false,
    connections: CONNECTIONS_PER_HOST,
    keepAliveTimeout: 60_000,
    connect: connectorNoting(unconnected, settings.connectTimeoutMs ?? CONNECT_TIMEOUT_MS),
    headersTimeout: settings.requestTimeoutMs,
    bodyTimeout: settings.requestTimeoutMs,
  });
  const line: Line = {
    agent: agent.compose(fencedBy(settings.fence)),
    settings,
    unconnected,
    underWay: new Set(),
  };
  let closed: Promise<void> | null = null;
  return {
    send: async (request) => (closed === null ? send(line, request) : fail(closing(request))),
    close: () => {
      closed ??= close(line);
      return closed;
    },
  };
}

const closing = ({ url }: HttpRequest): Failure => ({
  code: 'Unreachable',
  detail: `${url.host} is no longer asked: this process stops`,
  isUnsent: true,
});

interface Line {
  readonly agent: Dispatcher;
  readonly settings: ClientSettings;
  /** Errors of failed connects: a request with one of these was never sent. */
  readonly unconnected: WeakSet<Error>;
  readonly underWay: Set<AbortController>;
}

/** Aborts requests after the grace period, because closing the agent does not abort them. */
async function close({ agent, settings, underWay }: Line): Promise<void> {
  const cancel = settings.time.after(CLOSE_GRACE_MS, () => {
    for (const request of underWay) request.abort('this process stops');
  });
  await agent.close();
  cancel();
}

const FENCED = fail({
  code: 'Fenced',
  detail: 'this process does not lead and may not write',
} as const);

async function send(
  { agent, settings, unconnected, underWay }: Line,
  request: HttpRequest,
): Promise<Result<Answer>> {
  if (request.method !== 'GET' && !settings.fence()) return FENCED;
  const cut = new AbortController();
  underWay.add(cut);
  const cancel = settings.time.after(settings.requestTimeoutMs, () =>
    cut.abort(`no whole answer came within ${settings.requestTimeoutMs / 1000} s`),
  );
  try {
    const answer = await agent.request({
      ...encoded(request, settings.userAgent),
      signal: cut.signal,
    });
    const whole = await wholeOf(answer, settings.largestAnswerBytes, settings.turns);
    const detail = `the answer is larger than ${settings.largestAnswerBytes} bytes`;
    if (whole === null) return fail({ code: 'Unreadable', detail, isTooLarge: true });
    return ok({ status: answer.statusCode, headers: flat(answer.headers), ...whole });
  } catch (error) {
    if (error instanceof NotLeading) return FENCED;
    const { words, isUnsent } = whyUnanswered(error, unconnected);
    const why = cut.signal.aborted ? `was cut off: ${String(cut.signal.reason)}` : words;
    return fail({
      code: 'Unreachable',
      detail: `${request.url.host} ${why}`,
      ...(isUnsent ? { isUnsent } : {}),
    });
  } finally {
    cancel();
    underWay.delete(cut);
  }
}

function encoded(
  { method, url, token, filter, body }: HttpRequest,
  userAgent: string,
): Dispatcher.RequestOptions {
  return {
    origin: url.origin,
    path: url.pathname + url.search,
    method,
    headers: {
      authorization: `Bearer ${token.reveal()}`,
      accept: 'application/json',
      'user-agent': userAgent,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(filter === undefined ? {} : { 'x-filter': filter }),
    },
    ...(body === undefined ? {} : { body: encodeBody(body) }),
  };
}

const flat = (
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Answer['headers'] =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name.toLowerCase(),
      [value ?? ''].flat().join(', '),
    ]),
  );

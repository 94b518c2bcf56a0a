import type { BudgetClass, Cause, Room } from '../../engine/ports/cloud.ts';
import { type FailureCode, fail, ok, type Result } from '../../model/failure.ts';
import type { Write } from '../../model/request.ts';
import type { Secret } from '../../model/secret.ts';
import type { Governor, Leave } from '../budget/governor.ts';
import type { Requested } from '../observer.ts';
import type { Time } from '../time.ts';
import { secretsIn } from './body.ts';
import type { Client, HttpRequest } from './client.ts';
import { type Meaning, meaningOf, type Reply, UNSENT } from './meaning.ts';
import { redact } from './redact.ts';
import { leaveOf, roomOf } from './reserved-requests.ts';
import { type RetrySettings, retried, type Try } from './retry.ts';
import type { RouteOf } from './routes.ts';
import { createServiceClock, type ServiceClock } from './service-clock.ts';

/** A GET. `path` is relative to the base address. */
export interface Question {
  readonly path: string;
  /** Without the question mark. */
  readonly query?: string;
  /** Value of X-Filter. */
  readonly filter?: string;
}

/** One token at one base address. Every request is budgeted, judged and counted, and no failure
 *  contains the token or the secrets of a request. */
export interface Session {
  /** Sends a GET and retries within seconds where that may help. The cause is evaluated before each
   *  attempt. */
  get(question: Question, cause: () => Cause): Promise<Result<Reply>>;
  /** Reserves budget as a write does. */
  room(write: Write, cause: Cause): Promise<Result<Room>>;
  /** Sends once, without a retry. The value is the JSON of the answer. */
  send(write: Write, cause: Cause, room?: Room): Promise<Result<unknown>>;
  /** Returns the time by the service's clock. */
  readonly serviceNow: () => number;
}

/** Receives the events of a session. */
export interface SessionListener {
  readonly requested: (request: Requested) => void;
  /** One request was charged to the budget. */
  readonly spent: (paidBy: BudgetClass) => void;
  /** Reports whether the service accepts the token; called with every answer that shows it. */
  readonly known: (isKnown: boolean) => void;
  /** The service answered 403 or 404: the resource does not exist, or the token no longer has
   *  access. */
  readonly hidden: () => void;
}

export interface SessionParts {
  readonly baseUrl: string;
  readonly token: Secret;
  readonly client: Client;
  readonly governor: Governor;
  readonly routeOf: RouteOf;
  readonly time: Time;
  readonly clock: ServiceClock;
  readonly retry: RetrySettings;
  /** Longest wait of a request for its budget. A write waits less, because its record must stay
   *  recent. */
  readonly patience: { readonly readMs: number; readonly writeMs: number };
  readonly listener: SessionListener;
}

export function createSession(settings: Omit<SessionParts, 'clock'>): Session {
  const parts = { ...settings, clock: createServiceClock(settings.time) };
  return {
    serviceNow: () => parts.clock.now(),
    get: (question, cause) =>
      retried(() => exchange(parts, { method: 'GET', ...question }, cause), parts.retry),
    room: async (write, cause) => {
      const leave = await admitted(parts, write, () => cause);
      return leave.ok ? ok(roomOf(leave.value)) : leave;
    },
    send: async (write, cause, room) => {
      const { result } = await exchange(parts, write, () => cause, leaveOf(room));
      return result.ok ? ok(result.value.value) : result;
    },
  };
}

const HIDING: readonly FailureCode[] = ['Denied', 'NotFound'];

type Outgoing = Write | ({ readonly method: 'GET' } & Question);

const admitted = (
  { governor, patience, routeOf }: SessionParts,
  { method, path }: Outgoing,
  cause: () => Cause,
): Promise<Result<Leave>> =>
  governor.admit(
    { cause, route: `${method} ${routeOf(path)}` },
    method === 'GET' ? patience.readMs : patience.writeMs,
  );

async function exchange(
  parts: SessionParts,
  outgoing: Outgoing,
  cause: () => Cause,
  held?: Leave,
): Promise<Try<Reply>> {
  const { method, path } = outgoing;
  const { token, listener, time } = parts;
  const leave = held === undefined ? await admitted(parts, outgoing, cause) : ok(held);
  if (!leave.ok) return { result: leave, again: false };
  const began = time.elapsed();
  let meaning: Meaning = UNSENT;
  try {
    const sent = await parts.client.send(httpRequest(parts, outgoing));
    meaning = meaningOf(sent, method !== 'GET');
    if (sent.ok && meaning.result.ok) parts.clock.observe(sent.value.headers);
  } finally {
    leave.value.answered(meaning.feedback);
  }
  const { result, again, code } = meaning;
  if (result.ok || result.failure.code !== 'Fenced') {
    listener.spent(cause().class);
    listener.requested({
      method,
      route: parts.routeOf(path),
      code,
      seconds: (time.elapsed() - began) / 1000,
    });
  }
  if (result.ok || result.failure.code === 'Unauthenticated') listener.known(result.ok);
  if (result.ok) return { result, again };
  if (HIDING.includes(result.failure.code)) listener.hidden();
  return { result: fail(redact(result.failure, [token.reveal(), ...secretsIn(outgoing)])), again };
}

/** Adds the token and the address to a request. */
function httpRequest({ baseUrl, token }: SessionParts, { path, ...rest }: Outgoing): HttpRequest {
  const { query, ...request } = { query: undefined, ...rest };
  return {
    ...request,
    token,
    url: new URL(`${baseUrl}${path}${query === undefined ? '' : `?${query}`}`),
  };
}

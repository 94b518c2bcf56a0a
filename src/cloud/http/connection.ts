import { buildConnector } from 'undici';

/** Connects, and records each error of a failed connect: no address, no listener, no TLS agreement,
 *  or a timeout. The error code is not enough: a reset has the same code on a connection that
 *  carried a request. */
export function connectorNoting(
  unconnected: WeakSet<Error>,
  timeoutMs: number,
): buildConnector.connector {
  const connect = buildConnector({ allowH2: false, timeout: timeoutMs });
  return (options, done) =>
    connect(options, (...[error, socket]) => {
      if (error === null) return done(null, socket);
      unconnected.add(error);
      return done(error, null);
    });
}

/** Explains a missing answer, and whether the request surely was not sent. Uses only the error's
 *  code: its message could repeat the request. */
export function whyUnanswered(
  error: unknown,
  unconnected: WeakSet<Error>,
): { readonly words: string; readonly isUnsent: boolean } {
  const code: unknown =
    typeof error === 'object' && error !== null ? Reflect.get(error, 'code') : undefined;
  const isUnsent = (error instanceof Error && unconnected.has(error)) || code === NO_REQUEST;
  if (typeof code !== 'string') return { words: 'cannot be asked', isUnsent };
  return { words: WORDS[code] ?? `cannot be asked (${code})`, isUnsent };
}

/** Error code of the client for a request that it rejects. */
const NO_REQUEST = 'UND_ERR_INVALID_ARG';

const WORDS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'refuses connections',
  ENOTFOUND: 'has no address',
  EAI_AGAIN: 'has no address at the moment',
  ECONNRESET: 'cut the connection',
  EPIPE: 'cut the connection',
  UND_ERR_SOCKET: 'cut the connection',
  UND_ERR_CONNECT_TIMEOUT: 'does not take connections in time',
  UND_ERR_HEADERS_TIMEOUT: 'does not answer in time',
  UND_ERR_BODY_TIMEOUT: 'does not end its answer in time',
  UND_ERR_DESTROYED: 'is no longer asked: this process stops',
  UND_ERR_CLOSED: 'is no longer asked: this process stops',
};

import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Answer, Request, Upload } from '../http/exchange.ts';
import { carriesFile } from '../http/files.ts';
import { isUploadPath } from '../http/upload-path.ts';
import type { Simulator } from '../simulator.ts';

/** Limit of a body; the service's largest field has 65,535 characters. */
const BODY_MAX_BYTES = 1 << 20;

const GZIP_MARK = [0x1f, 0x8b] as const;

/** A simulator with a socket. */
export interface Listening {
  /** Base address, `http://host:port/v4`. */
  readonly url: string;
  /** Stops accepting requests and closes the open connections. */
  close(): Promise<void>;
}

export interface ListenOptions {
  /** 0: chosen by the system. */
  readonly port: number;
  /** Default 127.0.0.1. */
  readonly host?: string;
  /** Called for every answered request. */
  readonly onAnswer?: (request: Request, answer: Answer) => void;
  /** Called for an error inside the simulator, which is a bug; the client gets a 500. */
  readonly onBug?: (error: unknown) => void;
}

const textOf = async (incoming: IncomingMessage): Promise<string | undefined> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > BODY_MAX_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString(
    carriesFile(incoming.headers['content-type']) ? 'latin1' : 'utf8',
  );
};

const uploadOf = async (incoming: IncomingMessage): Promise<Upload> => {
  let bytes = 0;
  let head = Buffer.alloc(0);
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (head.length < GZIP_MARK.length)
      head = Buffer.concat([head, chunk.subarray(0, GZIP_MARK.length)]);
  }
  return { bytes, gzip: GZIP_MARK.every((byte, index) => head[index] === byte) };
};

const requestOf = async (incoming: IncomingMessage): Promise<Request | undefined> => {
  const { method = 'GET', url = '/' } = incoming;
  const headers = Object.fromEntries(
    Object.entries(incoming.headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : value,
    ]),
  );
  if (isUploadPath(url))
    return { method, url, headers, body: '', upload: await uploadOf(incoming) };
  const body = await textOf(incoming);
  return body === undefined
    ? undefined
    : { method, url, headers, body, from: incoming.socket.remoteAddress };
};

const plain = (status: number, reason: string): Answer => ({
  status,
  headers: { 'Content-Type': 'application/json', Connection: 'close' },
  body: JSON.stringify({ errors: [{ reason }] }),
  delayMs: 0,
  cut: 'none',
});

const send = async (answer: Answer, outgoing: ServerResponse): Promise<void> => {
  if (answer.delayMs > 0) await wait(answer.delayMs);
  if (answer.cut === 'all') {
    outgoing.destroy();
    return;
  }
  outgoing.sendDate = false;
  const bytes = Buffer.from(answer.body, answer.isFile === true ? 'latin1' : 'utf8');
  outgoing.writeHead(answer.status, {
    ...answer.headers,
    ...(answer.status === 204 ? {} : { 'Content-Length': bytes.length }),
  });
  if (answer.cut === 'half')
    outgoing.write(bytes.subarray(0, bytes.length >> 1), () => outgoing.destroy());
  else outgoing.end(bytes);
};

const serve = async (
  simulator: Simulator,
  options: ListenOptions,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> => {
  const request = await requestOf(incoming);
  const answer =
    request === undefined ? plain(413, 'Request body is too large') : simulator.handle(request);
  if (request !== undefined) options.onAnswer?.(request, answer);
  await send(answer, outgoing);
};

const serverOf = (simulator: Simulator, options: ListenOptions): Server => {
  const server = createServer(
    { keepAliveTimeout: 60_000, headersTimeout: 10_000, requestTimeout: 60_000 },
    (incoming, outgoing) => {
      serve(simulator, options, incoming, outgoing).catch((error: unknown) => {
        if (incoming.errored !== null || outgoing.destroyed) return;
        options.onBug?.(error);
        void send(plain(500, `the simulator failed: ${String(error)}`), outgoing);
      });
    },
  );
  server.on('clientError', (_error, socket) => {
    if (socket.writable) socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n');
    else socket.destroy();
  });
  return server;
};

/** Opens a socket for a simulator. Rejects when the port is unavailable. */
export const listen = async (simulator: Simulator, options: ListenOptions): Promise<Listening> => {
  const server = serverOf(simulator, options);
  const host = options.host ?? '127.0.0.1';
  server.listen(options.port, host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const origin = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  simulator.moveTo(origin);
  return {
    url: `${origin}/v4`,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
};

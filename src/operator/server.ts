import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The result of a probe, with its message. */
export interface Probe {
  readonly ok: boolean;
  readonly detail: string;
}

export interface ServerOptions {
  readonly host: string;
  readonly port: number;
  readonly live: () => Probe;
  readonly ready: () => Probe;
  /** Renders the metrics as text, with their content type. */
  readonly metrics: () => Promise<{ readonly text: string; readonly type: string }>;
}

export interface Server {
  readonly url: string;
  close(): Promise<void>;
}

const TEXT = 'text/plain; charset=utf-8';

/** Serves /healthz, /readyz and /metrics. Fails when it cannot listen on the address. */
export async function startServer(options: ServerOptions): Promise<Server> {
  const server = createServer((request, response) => {
    void answer(options, request.method ?? '', request.url ?? '', response);
  });
  server.requestTimeout = 10_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { url: `http://${options.host}:${port}`, close };
}

async function answer(
  options: ServerOptions,
  method: string,
  url: string,
  response: ServerResponse,
): Promise<void> {
  const path = url.split('?')[0];
  const known = path === '/healthz' || path === '/readyz' || path === '/metrics';
  if (!known) return end(response, 404, 'the endpoints are /healthz, /readyz and /metrics\n');
  if (method !== 'GET' && method !== 'HEAD') return end(response, 405, 'only GET\n');
  if (path === '/metrics') return answerMetrics(options, response);
  const probe = path === '/healthz' ? options.live() : options.ready();
  return end(response, probe.ok ? 200 : 503, `${probe.detail}\n`);
}

async function answerMetrics({ metrics }: ServerOptions, response: ServerResponse): Promise<void> {
  try {
    const { text, type } = await metrics();
    end(response, 200, text, type);
  } catch (error) {
    end(
      response,
      500,
      `the metrics cannot be read: ${error instanceof Error ? error.message : String(error)}\n`,
    );
  }
}

function end(response: ServerResponse, status: number, text: string, type = TEXT): void {
  response
    .writeHead(status, {
      'content-type': type,
      'content-length': Buffer.byteLength(text),
      'cache-control': 'no-store',
    })
    .end(text);
}

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

/** A request as the service received it. */
export interface Seen {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
  /** Identifies the connection. */
  readonly port: number;
}

/** The reaction of the service: an answer, a cut connection before or in the middle of the answer,
 *  or no answer. */
export type Reaction =
  | {
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly text?: string;
    }
  | 'cut'
  | 'cut in the middle'
  | 'silence';

export interface ScriptedService {
  readonly url: string;
  readonly seen: Seen[];
  close(): Promise<void>;
}

const textOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
};

/** Starts a local HTTP server with scripted answers. */
export async function scriptedService(react: (seen: Seen) => Reaction): Promise<ScriptedService> {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    const serve = async (): Promise<void> => {
      const body = await textOf(request);
      const { method = '', url = '', headers, socket } = request;
      const one = { method, path: url, headers, body, port: socket.remotePort ?? 0 };
      seen.push(one);
      answer(response, react(one));
    };
    void serve();
  });
  const port = await listening(server);
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function answer(response: ServerResponse, reaction: Reaction): void {
  if (reaction === 'silence') return;
  if (reaction === 'cut') {
    response.socket?.destroy();
  } else if (reaction === 'cut in the middle') {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
    response.write('{"id": 1', () => response.socket?.destroy());
  } else {
    response.writeHead(reaction.status, {
      'content-type': 'application/json',
      ...reaction.headers,
    });
    response.end(reaction.text ?? '{}');
  }
}

const listening = (server: Server): Promise<number> =>
  new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });

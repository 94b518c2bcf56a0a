import { Agent, type Dispatcher, ProxyAgent } from 'undici';
import { packed } from '../../json/packed.ts';
import { JsonPieces } from '../../json/pieces.ts';
import { fail, ok, type Result } from '../../model/failure.ts';
import { FIELD_MANAGER } from '../../model/group.ts';
import type { Access, TlsIdentity } from '../access/access.ts';
import type { KubeObserver } from '../observer.ts';
import { type ApiFailure, unreachable } from './failures.ts';
import type { HttpAnswer, HttpRequest, HttpStream, Transport } from './transport.ts';

export interface HttpOptions {
  readonly access: Access;
  readonly observer: Pick<KubeObserver, 'requested'>;
  /** Maximum number of connections; null: unlimited, for watches, each of which holds one. */
  readonly connections: number | null;
  /** Timeout for the start of an answer and for each chunk. */
  readonly timeoutMs: number;
  /** Timeout from the connection to the end of the answer; absent: none while chunks arrive. */
  readonly deadlineMs?: number;
}

const CONNECT_MS = 10_000;
const KEEP_ALIVE_MS = 60_000;
const SEE_WHETHER_ALIVE_MS = 30_000;

/** HTTP/1.1 transport to the API server with a connection pool of its own. A changed client
 *  certificate opens new connections. */
export class HttpTransport implements Transport {
  readonly #options: HttpOptions;
  #tls: TlsIdentity | null = null;
  #agent: Dispatcher | null = null;

  constructor(options: HttpOptions) {
    this.#options = options;
  }

  async send(request: HttpRequest): Promise<Result<HttpAnswer, ApiFailure>> {
    try {
      const answer = await wholeOf(
        await this.#request(this.#inTime(request), this.#options.timeoutMs),
      );
      this.#answered(request, answer.status);
      return ok(answer);
    } catch (error) {
      return this.#failed(request, error);
    }
  }

  /** Opens a stream without a timeout: a watch may be silent for long, and its reader decides. */
  async stream(request: HttpRequest): Promise<Result<HttpStream | HttpAnswer, ApiFailure>> {
    try {
      const answer = await this.#request(request, 0);
      this.#answered(request, answer.statusCode);
      if (answer.statusCode !== 200) return ok(await wholeOf(answer));
      answer.body.setEncoding('utf8');
      return ok({ status: 200, pieces: answer.body });
    } catch (error) {
      return this.#failed(request, error);
    }
  }

  async close(): Promise<void> {
    await this.#agent?.destroy();
  }

  #inTime(request: HttpRequest): HttpRequest {
    const { deadlineMs } = this.#options;
    if (deadlineMs === undefined) return request;
    const deadline = AbortSignal.timeout(deadlineMs);
    return {
      ...request,
      signal: request.signal === undefined ? deadline : AbortSignal.any([request.signal, deadline]),
    };
  }

  async #request(
    { method, path, accept, body, signal }: HttpRequest,
    bodyTimeout: number,
  ): Promise<Dispatcher.ResponseData> {
    const { access, timeoutMs } = this.#options;
    const { headers, tls } = await access.credentials();
    return await this.#agentFor(tls).request({
      origin: access.origin,
      path: `${access.prefix}${path}`,
      method,
      headers: {
        accept: accept ?? 'application/json',
        'user-agent': FIELD_MANAGER,
        ...headers,
        ...(body ? { 'content-type': body.type } : {}),
      },
      body: body?.text ?? null,
      signal: signal ?? null,
      headersTimeout: timeoutMs,
      bodyTimeout,
    });
  }

  #answered({ method }: HttpRequest, status: number): void {
    const { access, observer } = this.#options;
    observer.requested({ code: String(status), method, host: access.host });
    if (status === 401) access.refused();
  }

  #failed({ method }: HttpRequest, error: unknown): Result<never, ApiFailure> {
    const { access, observer } = this.#options;
    observer.requested({ code: '<error>', method, host: access.host });
    return fail(unreachable(error));
  }

  #agentFor(tls: TlsIdentity): Dispatcher {
    if (this.#agent !== null && this.#tls === tls) return this.#agent;
    // The old connections close after their requests.
    void this.#agent?.close();
    this.#tls = tls;
    this.#agent = createAgent(this.#options, tls);
    return this.#agent;
  }
}

function createAgent(
  { access, connections, deadlineMs = CONNECT_MS }: HttpOptions,
  tls: TlsIdentity,
): Dispatcher {
  const connect = {
    ...tls,
    timeout: Math.min(CONNECT_MS, deadlineMs),
    keepAlive: true,
    keepAliveInitialDelay: SEE_WHETHER_ALIVE_MS,
  };
  const settings = { allowH2: false, connections, keepAliveTimeout: KEEP_ALIVE_MS };
  if (access.proxy === null) return new Agent({ ...settings, connect });
  return new ProxyAgent({ ...settings, uri: access.proxy, requestTls: connect });
}

async function wholeOf(answer: Dispatcher.ResponseData): Promise<HttpAnswer> {
  const body =
    answer.statusCode === 200 ? await valueOf(answer.body) : parsed(await answer.body.text());
  const retryAfter = Number(answer.headers['retry-after'] ?? Number.NaN);
  return {
    status: answer.statusCode,
    body,
    retryAfterMs: Number.isFinite(retryAfter) ? retryAfter * 1_000 : null,
  };
}

/** The member with the items of a list. */
const LIST = 'items';
/** Packs an item of a listing on arrival: the listing never exists as a whole. */
const elementOf = (text: string): unknown => packed(JSON.parse(text));

/** Parses an answer, which may be a long listing; returns the beginning of the text where it is no
 *  JSON. */
async function valueOf(body: Dispatcher.ResponseData['body']): Promise<unknown> {
  body.setEncoding('utf8');
  const json = new JsonPieces(LIST, elementOf);
  let beginning: string | null = null;
  try {
    for await (const piece of body as AsyncIterable<string>) {
      beginning ??= piece;
      json.push(piece);
    }
    return json.end();
  } catch (error) {
    if (error instanceof SyntaxError) return beginning ?? '';
    throw error;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

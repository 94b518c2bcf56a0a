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
  /** Connections at most; null: as many as needed, for watches, each of which holds one. */
  readonly connections: number | null;
  /** How long to wait for an answer to begin and for each piece of it. */
  readonly timeoutMs: number;
  /** How long a request may take from the connection to the last piece of its answer; absent: as
   *  long as pieces arrive. */
  readonly deadlineMs?: number;
}

const CONNECT_MS = 10_000;
const KEEP_ALIVE_MS = 60_000;
const SEE_WHETHER_ALIVE_MS = 30_000;

/** The way to the API server over HTTP/1.1 with connections of its own. A change of the client's
 *  certificate takes new connections. */
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

  /** A watch may be silent for long: whoever reads it decides for how long. */
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
    // The old connections end with the requests on them.
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

/** The list of a listing, by its name. */
const LIST = 'items';
/** What is kept of a listing is packed while it arrives: it is never there as a whole. */
const elementOf = (text: string): unknown => packed(JSON.parse(text));

/** The JSON of an answer, which may be a long listing; where it is none the beginning of the
 *  text. */
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

import type { RequestOptions } from 'node:https';
import { KubeConfig } from '@kubernetes/client-node';
import { Agent } from 'undici';

/** A few requests to a Kubernetes API server: enough to start one, fill one and look at one. */
export interface KubeApi {
  /** Sends one request; `body` goes out as JSON unless it is text already. Rejects when no answer
   *  comes.
   *  @param path with the query: `/api/v1/namespaces?limit=1` */
  readonly request: (
    method: Method,
    path: string,
    body?: unknown,
    contentType?: string,
  ) => Promise<KubeAnswer>;
  readonly close: () => Promise<void>;
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface KubeAnswer {
  readonly status: number;
  /** The answer's JSON, or its text where it is none. */
  readonly body: unknown;
  /** The server's Warning headers, as it sent them. */
  readonly warnings: readonly string[];
}

/** Which server, and as whom: null is anonymous. */
export interface KubeCredentials {
  readonly server: string;
  readonly caPem: string;
  readonly identity: Identity | null;
}

export type Identity =
  | { readonly certPem: string; readonly keyPem: string }
  | { readonly token: string };

const TIMEOUT_MS = 30_000;

/** A client over HTTP/1.1 that keeps its connections; nothing is sent before the first request. */
export function connectKubeApi({ server, caPem, identity }: KubeCredentials): KubeApi {
  const pair =
    identity !== null && 'certPem' in identity
      ? { cert: identity.certPem, key: identity.keyPem }
      : {};
  const authorization =
    identity !== null && 'token' in identity ? { authorization: `Bearer ${identity.token}` } : {};
  const agent = new Agent({
    allowH2: false,
    connect: { ca: caPem, ...pair },
    headersTimeout: TIMEOUT_MS,
    bodyTimeout: TIMEOUT_MS,
  });

  const request: KubeApi['request'] = async (
    method,
    path,
    body,
    contentType = 'application/json',
  ) => {
    const content =
      body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body);
    const headers = {
      accept: 'application/json',
      ...authorization,
      ...(content === null ? {} : { 'content-type': contentType }),
    };
    const answer = await agent.request({ origin: server, path, method, headers, body: content });
    return {
      status: answer.statusCode,
      body: parsed(await answer.body.text()),
      warnings: [answer.headers['warning'] ?? []].flat(),
    };
  };
  return { request, close: () => agent.destroy() };
}

/** What a kubeconfig's current context says, for certificates and tokens; rejects when it names no
 *  server. */
export async function readCredentials(kubeconfigPath: string): Promise<KubeCredentials> {
  const config = new KubeConfig();
  config.loadFromFile(kubeconfigPath);
  const server = config.getCurrentCluster()?.server;
  if (server === undefined) throw new Error(`${kubeconfigPath} has no current cluster`);
  const options: RequestOptions = {};
  await config.applyToHTTPSOptions(options);
  return {
    server,
    caPem: pem(options.ca),
    identity: identityOf(options, config.getCurrentUser()?.token),
  };
}

function identityOf({ cert, key }: RequestOptions, token: string | undefined): Identity | null {
  if (token !== undefined) return { token };
  return cert === undefined || key === undefined ? null : { certPem: pem(cert), keyPem: pem(key) };
}

/** node:https takes PEM in many shapes; a kubeconfig's comes as bytes. */
const pem = (value: unknown): string => (Buffer.isBuffer(value) ? value.toString() : String(value));

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

import type { RequestOptions } from 'node:https';
import { KubeConfig } from '@kubernetes/client-node';
import { Agent } from 'undici';

/** A minimal client for a Kubernetes API server, for setup and inspection. */
export interface KubeApi {
  /** Sends one request; `body` is serialized to JSON unless it is text. Rejects without an answer.
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
  /** The parsed JSON of the answer, or its text. */
  readonly body: unknown;
  /** The server's Warning headers. */
  readonly warnings: readonly string[];
}

/** A server and an identity; null is anonymous. */
export interface KubeCredentials {
  readonly server: string;
  readonly caPem: string;
  readonly identity: Identity | null;
}

export type Identity =
  | { readonly certPem: string; readonly keyPem: string }
  | { readonly token: string };

const TIMEOUT_MS = 30_000;

/** Creates a client over HTTP/1.1 with persistent connections; sends nothing before the first
 *  request. */
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

/** Reads a kubeconfig's current context, with certificates and tokens; rejects when it names no
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

/** Converts PEM to text; a kubeconfig's comes as bytes. */
const pem = (value: unknown): string => (Buffer.isBuffer(value) ? value.toString() : String(value));

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

import type { RequestOptions } from 'node:https';
import type { KubeConfig } from '@kubernetes/client-node';
import { fail, ok, type Result } from '../../model/failure.ts';
import type { Time } from '../time.ts';
import { type ConfigFailure, firstLine, loadKubeConfig } from './kubeconfig.ts';

/** The API server and the credentials for it. */
export interface Access {
  /** Scheme, host and port. */
  readonly origin: string;
  /** Host and port, for logs and metrics. */
  readonly host: string;
  /** Path prefix of the server's address; mostly empty. */
  readonly prefix: string;
  /** The proxy in the kubeconfig. */
  readonly proxy: string | null;
  /** Returns the current headers and keys: tokens from files, plugins and OIDC rotate. Returns the
   *  last valid ones when they cannot be read. */
  credentials(): Promise<Credentials>;
  /** Reports that the API server rejected the credentials: they are read again from the start. */
  refused(): void;
}

export interface Credentials {
  readonly headers: Readonly<Record<string, string>>;
  /** Stays the same object until the identity changes. */
  readonly tls: TlsIdentity;
}

export interface TlsIdentity {
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
  readonly servername?: string;
  readonly rejectUnauthorized?: boolean;
}

const REREAD_MS = 30_000;
const RELOAD_MS = 5_000;

/** Locates the API server and reads the credentials once. Fails with one sentence about the
 *  kubeconfig, its files or its plugin.
 *  @param kubeconfig as for `loadKubeConfig` */
export async function openAccess(
  kubeconfig: string | null,
  time: Time,
): Promise<Result<Access, ConfigFailure>> {
  const config = loadKubeConfig(kubeconfig);
  if (!config.ok) return config;
  const first = await readCredentials(config.value, null);
  if (!first.ok) return first;
  const cluster = config.value.getCurrentCluster();
  const server = new URL(cluster?.server ?? '');
  const rotation = new Rotation({
    kubeconfig,
    time,
    config: config.value,
    credentials: first.value,
  });
  return ok({
    origin: server.origin,
    host: server.host,
    prefix: server.pathname.replace(/\/$/, ''),
    proxy: cluster?.proxyUrl ?? null,
    credentials: () => rotation.current(),
    refused: () => rotation.refused(),
  });
}

interface RotationStart {
  readonly kubeconfig: string | null;
  readonly time: Time;
  readonly config: KubeConfig;
  readonly credentials: Credentials;
}

/** Reads credentials again when they may have changed, one read at a time. */
class Rotation {
  readonly #kubeconfig: string | null;
  readonly #time: Time;
  #config: KubeConfig;
  #credentials: Credentials;
  #readAt: number;
  #loadedAt: number;
  #reading: Promise<Credentials> | null = null;

  constructor({ kubeconfig, time, config, credentials }: RotationStart) {
    this.#kubeconfig = kubeconfig;
    this.#time = time;
    this.#config = config;
    this.#credentials = credentials;
    this.#readAt = time.elapsed();
    this.#loadedAt = time.elapsed();
  }

  async current(): Promise<Credentials> {
    if (this.#reading === null && this.#time.elapsed() - this.#readAt < REREAD_MS)
      return this.#credentials;
    this.#reading ??= this.#read();
    return await this.#reading;
  }

  refused(): void {
    if (this.#time.elapsed() - this.#loadedAt < RELOAD_MS) return;
    this.#loadedAt = this.#time.elapsed();
    this.#readAt = Number.NEGATIVE_INFINITY;
    const config = loadKubeConfig(this.#kubeconfig);
    if (config.ok) this.#config = config.value;
  }

  async #read(): Promise<Credentials> {
    this.#readAt = this.#time.elapsed();
    const read = await readCredentials(this.#config, this.#credentials.tls);
    if (read.ok) this.#credentials = read.value;
    this.#reading = null;
    return this.#credentials;
  }
}

/** @param known the previous TLS identity, kept when it is unchanged */
async function readCredentials(
  config: KubeConfig,
  known: TlsIdentity | null,
): Promise<Result<Credentials, ConfigFailure>> {
  const options: RequestOptions = {};
  try {
    await config.applyToHTTPSOptions(options);
  } catch (error) {
    return fail({
      detail: `the credentials of kubeconfig context ${config.getCurrentContext()} cannot be read: ${wordsOf(error)}`,
    });
  }
  const tls = tlsOf(options);
  const isSame = known !== null && JSON.stringify(known) === JSON.stringify(tls);
  return ok({ headers: headersOf(options), tls: isSame ? known : tls });
}

/** Describes an error without quoting unparsable text, which may contain a token. */
const wordsOf = (error: unknown): string =>
  error instanceof SyntaxError ? 'the plugin printed no JSON' : firstLine(error);

function headersOf({ headers, auth }: RequestOptions): Readonly<Record<string, string>> {
  const basic = auth ? { authorization: `Basic ${Buffer.from(auth).toString('base64')}` } : {};
  const named = Object.entries(headers ?? {}).map(([name, value]) => [
    name.toLowerCase(),
    String(value).trim(),
  ]);
  return { ...basic, ...Object.fromEntries(named) };
}

const tlsOf = ({ ca, cert, key, servername, rejectUnauthorized }: RequestOptions): TlsIdentity => ({
  ...pem('ca', ca),
  ...pem('cert', cert),
  ...pem('key', key),
  ...(servername ? { servername } : {}),
  ...(rejectUnauthorized === undefined ? {} : { rejectUnauthorized }),
});

const pem = (name: 'ca' | 'cert' | 'key', value: unknown): TlsIdentity =>
  Buffer.isBuffer(value) || typeof value === 'string' ? { [name]: value.toString() } : {};

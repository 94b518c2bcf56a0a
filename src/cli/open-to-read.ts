import { type CloudAdapter, createCloud } from '../cloud/cloud.ts';
import type { Account } from '../engine/ports/cloud.ts';
import type { Result } from '../model/failure.ts';
import type { Secret } from '../model/secret.ts';
import { VERSION } from '../operator/version.ts';

/** A read-only account for a one-time command: its requests count against the token's budget, and
 *  nothing is ever written. */
export interface ReadOnly {
  readonly account: Result<Account>;
  readonly close: () => Promise<void>;
}

/** Poll interval of a command that reads once. */
const NEVER_MS = 24 * 3_600_000;

/** Creates a read-only cloud adapter: a write would not be sent. @param allowedHosts as for
 *  `run` */
export const cloudToRead = (apiUrl: string, allowedHosts: readonly string[] = []): CloudAdapter =>
  createCloud({
    baseUrl: apiUrl,
    allowedHosts,
    pollMs: NEVER_MS,
    fence: () => false,
    userAgent: `cloudinfra-operator/${VERSION}`,
    observer: { requested: () => undefined, spent: () => undefined, failed: () => undefined },
  });

/** Opens the account of a token. */
export async function openToRead(apiUrl: string, token: Secret): Promise<ReadOnly> {
  const cloud = cloudToRead(apiUrl);
  return { account: await cloud.open({ token, baseUrl: null }), close: () => cloud.close() };
}

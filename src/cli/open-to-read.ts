import { type CloudAdapter, createCloud } from '../cloud/cloud.ts';
import type { Account } from '../engine/ports/cloud.ts';
import type { Result } from '../model/failure.ts';
import type { Secret } from '../model/secret.ts';
import { VERSION } from '../operator/version.ts';

/** An account as a command sees it that looks once: what it asks counts against the token's budget,
 *  and nothing is ever written. */
export interface ReadOnly {
  readonly account: Result<Account>;
  readonly close: () => Promise<void>;
}

/** Nobody waits for a second look. */
const NEVER_MS = 24 * 3_600_000;

/** The service, only to look at: were a write ever tried, it would not be sent. @param allowedHosts
 *  as for `run` */
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

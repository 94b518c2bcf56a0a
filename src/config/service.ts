import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { isLoopback } from '../cloud/address.ts';
import { fail, ok, type Result } from '../model/failure.ts';
import { Secret } from '../model/secret.ts';
import type { ConfigProblem } from './flags.ts';
import { Url } from './values.ts';

/** The flags of every command that connects to the service. */
export const SERVICE_FLAGS = {
  'api-url': Url,
  'insecure-http': z.boolean().default(false),
  'token-file': z.string().optional(),
} as const;

export const SERVICE_OPTIONS = {
  'api-url': { type: 'string' },
  'insecure-http': { type: 'boolean' },
  'token-file': { type: 'string' },
} as const;

/** Returns the address of the service. Allows unencrypted traffic only on this machine, because any
 *  network hop could read the token. */
export function serviceAddress(flags: {
  readonly 'api-url': string;
  readonly 'insecure-http': boolean;
}): Result<string, ConfigProblem> {
  const address = flags['api-url'];
  if (flags['insecure-http'] || isProtected(address)) return ok(address);
  return fail({
    message: `the address of the service must begin with https: ${new URL(address).host} would get the token unencrypted; --insecure-http allows that`,
  });
}

/** Reports whether traffic to an address is encrypted or stays on this machine. */
export const isProtected = (address: string): boolean =>
  address.startsWith('https:') || isLoopback(address);

/** Returns the environment's values where those flags are not given. */
export const serviceDefaults = (
  env: NodeJS.ProcessEnv,
): { readonly 'api-url': string | undefined } => ({
  'api-url': env['CLOUD_API_URL'],
});

/** Returns the source of a command's token: a file, read each time, or the last token while there
 *  is none; else the environment.
 *  @param otherwise the alternative to a token, for the message */
export function tokenSource(
  file: string | undefined,
  env: NodeJS.ProcessEnv,
  otherwise = '',
): Result<() => Secret, ConfigProblem> {
  if (file === undefined) {
    const token = env['CLOUD_API_TOKEN']?.trim() ?? '';
    if (token !== '') return ok(() => new Secret(token));
    return fail({
      message: `CLOUD_API_TOKEN is not set: set it, or use --token-file${otherwise}`,
    });
  }
  const first = readToken(file);
  if (!first.ok) return first;
  let last = first.value;
  return ok(() => {
    const now = readToken(file);
    if (now.ok) last = now.value;
    return last;
  });
}

function readToken(file: string): Result<Secret, ConfigProblem> {
  try {
    const token = readFileSync(file, 'utf8').trim();
    return token === ''
      ? fail({ message: `--token-file ${file} is empty` })
      : ok(new Secret(token));
  } catch (error) {
    return fail({
      message: `--token-file ${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    });
  }
}

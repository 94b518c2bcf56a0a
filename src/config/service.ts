import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { isLoopback } from '../cloud/address.ts';
import { fail, ok, type Result } from '../model/failure.ts';
import { Secret } from '../model/secret.ts';
import type { ConfigProblem, Flag, Flags, Settings } from './flags.ts';
import { OperatorClass, Switch, Text, Url } from './values.ts';

/** The flags of every command that connects to the service. */
export const SERVICE_FLAGS = {
  'api-url': {
    schema: Url,
    value: 'URL',
    variable: 'CLOUD_API_URL',
    help: 'address of the service, such as https://api.example.com/v4',
  },
  'insecure-http': {
    schema: Switch,
    help: 'allow an http address on another machine; the token is sent unencrypted',
  },
  'token-file': {
    schema: z.string().optional(),
    value: 'FILE',
    unset: 'the token in CLOUD_API_TOKEN',
    help: 'file with a token of the service',
  },
} as const satisfies Flags;

/** Hosts that the baseUrl of a Secret may name. */
export const ALLOW_HOST = {
  schema: z.array(Text).default([]),
  value: 'HOST',
  repeatable: true,
  help: 'a host that the baseUrl of a Secret may name',
} as const satisfies Flag;

/** Flags of every command that connects to a cluster. */
export const CLUSTER_FLAGS = {
  kubeconfig: {
    schema: z.string().min(1, 'must name a file').optional(),
    value: 'FILE',
    variable: 'KUBECONFIG',
    unset: "the pod's service account or ~/.kube/config",
    help: 'kubeconfig of the cluster',
  },
} as const satisfies Flags;

/** Flag of the operator class, without its help. */
export const CLASS = {
  schema: OperatorClass.default(null),
  value: 'NAME',
  variable: 'CLOUDINFRA_CLASS',
} as const satisfies Omit<Flag, 'help'>;

/** Switches the output from text to JSON. */
export const json = (help: string) => ({ schema: Switch, help }) as const satisfies Flag;

/** Returns the address of the service. Allows unencrypted traffic only on this machine, because any
 *  network hop could read the token. */
export function serviceAddress(
  flags: Partial<Settings<typeof SERVICE_FLAGS>>,
): Result<string, ConfigProblem> {
  const address = flags['api-url'];
  // The flag itself reports a missing or malformed address.
  if (address === undefined || flags['insecure-http'] === true || isProtected(address))
    return ok(address ?? '');
  return fail({
    message: `the address of the service must begin with https: ${new URL(address).host} would receive the token unencrypted; --insecure-http allows this`,
  });
}

/** Reports whether traffic to an address is encrypted or stays on this machine. */
export const isProtected = (address: string): boolean =>
  address.startsWith('https:') || isLoopback(address);

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

import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { Duration, Listen, Namespace, Url } from './config-values.ts';
import { fail, ok, type Result } from './model/failure.ts';
import { Secret } from './model/secret.ts';

/** What `run` was asked for, by arguments and environment; every default is stated here. */
export interface RunConfig {
  /** Base address of the service with the version segment, no slash at the end. */
  readonly apiUrl: string;
  /** The operator's own token, read anew each time from where it comes, the last one while there is none; null: only Secrets serve. */
  readonly token: (() => Secret) | null;
  /** Namespaces that the operator's own token serves; null: all. */
  readonly tokenNamespaces: readonly string[] | null;
  /** Hosts beside the one of `apiUrl` that a Secret's baseUrl may name. */
  readonly allowedHosts: readonly string[];
  readonly kubeconfig: string | null;
  /** Namespaces to watch; null: all. */
  readonly namespaces: readonly string[] | null;
  readonly listen: { readonly host: string; readonly port: number };
  readonly pollMs: number;
  readonly leaderElect: boolean;
  /** Where the Lease is: by default the operator's own namespace, else `default`. */
  readonly leaseNamespace: string;
  readonly logLevel: 'debug' | 'info' | 'warn' | 'error';
  readonly logFormat: 'json' | 'pretty';
}

/** One line for the person who started the program, and nothing of a secret in it. */
export interface ConfigProblem {
  readonly message: string;
}

const Flags = z.object({
  'api-url': Url,
  'token-file': z.string().optional(),
  'secrets-only': z.boolean().default(false),
  'token-namespace': z.array(Namespace).optional(),
  'allow-host': z.array(z.string().min(1)).default([]),
  kubeconfig: z.string().min(1).optional(),
  namespace: z.array(Namespace).optional(),
  listen: Listen.default({ host: '0.0.0.0', port: 8080 }),
  poll: Duration.default(30_000),
  'leader-elect': z.boolean().default(false),
  'lease-namespace': Namespace.default('default'),
  'log-level': z.enum(['debug', 'info', 'warn', 'error'], 'must be debug, info, warn or error').default('info'),
  'log-format': z.enum(['json', 'pretty'], 'must be json or pretty').default('json'),
});

const OPTIONS = {
  'api-url': { type: 'string' },
  'token-file': { type: 'string' },
  'secrets-only': { type: 'boolean' },
  'token-namespace': { type: 'string', multiple: true },
  'allow-host': { type: 'string', multiple: true },
  kubeconfig: { type: 'string' },
  namespace: { type: 'string', multiple: true },
  listen: { type: 'string' },
  poll: { type: 'string' },
  'leader-elect': { type: 'boolean' },
  'lease-namespace': { type: 'string' },
  'log-level': { type: 'string' },
  'log-format': { type: 'string' },
} as const;

/** The arguments that this process was started with. */
export const commandLine = (): readonly string[] => process.argv.slice(2);

/** Reads the settings of `run`. @returns the problem as one line that names the setting and what it must be */
export function readRunConfig(args: readonly string[], env: NodeJS.ProcessEnv = process.env): Result<RunConfig, ConfigProblem> {
  const given = givenFlags(args);
  if (!given.ok) return given;
  const flags = Flags.safeParse({
    'api-url': env['CLOUD_API_URL'] ?? '',
    kubeconfig: env['KUBECONFIG'],
    'lease-namespace': env['POD_NAMESPACE'],
    ...given.value,
  });
  if (!flags.success) return problem(flags.error, env);
  const token = tokenSource(flags.data, env);
  if (!token.ok) return token;
  return ok({
    apiUrl: flags.data['api-url'],
    token: token.value,
    tokenNamespaces: flags.data['token-namespace'] ?? null,
    allowedHosts: flags.data['allow-host'],
    kubeconfig: flags.data.kubeconfig ?? null,
    namespaces: flags.data.namespace ?? null,
    listen: flags.data.listen,
    pollMs: flags.data.poll,
    leaderElect: flags.data['leader-elect'],
    leaseNamespace: flags.data['lease-namespace'],
    logLevel: flags.data['log-level'],
    logFormat: flags.data['log-format'],
  });
}

function givenFlags(args: readonly string[]): Result<object, ConfigProblem> {
  try {
    return ok(parseArgs({ args: [...args], options: OPTIONS, strict: true, allowPositionals: false }).values);
  } catch (error) {
    return fail({ message: `${error instanceof Error ? (error.message.split('.')[0] ?? '') : String(error)}; see --help` });
  }
}

function problem(error: z.ZodError, env: NodeJS.ProcessEnv): Result<never, ConfigProblem> {
  const [issue] = error.issues;
  const flag = String(issue?.path[0] ?? '');
  if (flag === 'api-url' && env['CLOUD_API_URL'] === undefined) {
    return fail({ message: 'CLOUD_API_URL is not set: give the address of the service there or with --api-url' });
  }
  return fail({ message: `--${flag} ${issue?.message ?? 'is wrong'}` });
}

function tokenSource(flags: z.infer<typeof Flags>, env: NodeJS.ProcessEnv): Result<(() => Secret) | null, ConfigProblem> {
  if (flags['secrets-only']) return ok(null);
  const file = flags['token-file'];
  if (file === undefined) {
    const token = env['CLOUD_API_TOKEN']?.trim() ?? '';
    if (token !== '') return ok(() => new Secret(token));
    return fail({
      message: 'CLOUD_API_TOKEN is not set: give a token there or with --token-file, or serve only Secrets with --secrets-only',
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
    return token === '' ? fail({ message: `--token-file ${file} is empty` }) : ok(new Secret(token));
  } catch (error) {
    return fail({ message: `--token-file ${file} cannot be read: ${error instanceof Error ? error.message : String(error)}` });
  }
}

import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { fail, ok, type Result } from './model/failure.ts';
import { Secret } from './model/secret.ts';

/** What `run` was asked for, by arguments and environment; every default is stated here. */
export interface RunConfig {
  /** Base address of the service with the version segment, no slash at the end. */
  readonly apiUrl: string;
  /** The operator's own token, read anew each time from where it comes; null: only Secrets serve. */
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
  readonly logLevel: 'debug' | 'info' | 'warn' | 'error';
  readonly logFormat: 'json' | 'pretty';
}

/** One line for the person who started the program, and nothing of a secret in it. */
export interface ConfigProblem {
  readonly message: string;
}

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };
const SHORTEST_POLL_MS = 1_000;

/** `30s`, `5m`: milliseconds; null when it is no duration. */
export function parseDuration(text: string): number | null {
  const [, digits, unit] = /^(\d{1,9})(ms|s|m|h)$/.exec(text) ?? [];
  return digits === undefined || unit === undefined ? null : Number(digits) * (UNITS[unit] ?? 1);
}

const Duration = z.string().transform((text, ctx) => {
  const ms = parseDuration(text);
  if (ms === null || ms < SHORTEST_POLL_MS)
    ctx.addIssue({ code: 'custom', message: 'must be a duration of at least 1s, such as 30s or 5m' });
  return ms ?? 0;
});

const Url = z
  .string()
  .refine(
    (text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol),
    'must be an http or https address such as https://api.example.com/v4',
  )
  .transform((text) => text.replace(/\/+$/, ''));

const Listen = z.string().transform((text, ctx) => {
  const [, host, port] = /^(.*):(\d{1,5})$/.exec(text) ?? [];
  if (port === undefined || Number(port) > 65_535) ctx.addIssue({ code: 'custom', message: 'must be HOST:PORT such as 0.0.0.0:8080' });
  return { host: host === '' || host === undefined ? '0.0.0.0' : host, port: Number(port ?? 0) };
});

const DNS_LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;
const Namespaces = z.array(z.string().regex(DNS_LABEL, 'must be the name of a namespace'));

const Flags = z.object({
  'api-url': Url,
  'token-file': z.string().optional(),
  'secrets-only': z.boolean().default(false),
  'token-namespace': Namespaces.optional(),
  'allow-host': z.array(z.string().min(1)).default([]),
  kubeconfig: z.string().min(1).optional(),
  namespace: Namespaces.optional(),
  listen: Listen.default({ host: '0.0.0.0', port: 8080 }),
  poll: Duration.default(30_000),
  'leader-elect': z.boolean().default(false),
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
  'log-level': { type: 'string' },
  'log-format': { type: 'string' },
} as const;

/** The arguments that this process was started with. */
export const commandLine = (): readonly string[] => process.argv.slice(2);

/** Reads the settings of `run`. @returns the problem as one line that names the setting and what it must be */
export function readRunConfig(args: readonly string[], env: NodeJS.ProcessEnv = process.env): Result<RunConfig, ConfigProblem> {
  const given = givenFlags(args);
  if (!given.ok) return given;
  const flags = Flags.safeParse({ 'api-url': env['CLOUD_API_URL'] ?? '', kubeconfig: env['KUBECONFIG'], ...given.value });
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
  const read = (): Secret => new Secret(readFileSync(file, 'utf8').trim());
  try {
    return read().reveal() === '' ? fail({ message: `--token-file ${file} is empty` }) : ok(read);
  } catch (error) {
    return fail({ message: `--token-file ${file} cannot be read: ${error instanceof Error ? error.message : String(error)}` });
  }
}

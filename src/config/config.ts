import { z } from 'zod';
import { fail, ok, type Result } from '../model/failure.ts';
import type { Secret } from '../model/secret.ts';
import {
  CLASS_FLAGS,
  CLASS_OPTIONS,
  CLUSTER_FLAGS,
  CLUSTER_OPTIONS,
  classDefaults,
  clusterDefaults,
} from './cluster.ts';
import { type ConfigProblem, readFlags } from './flags.ts';
import {
  SERVICE_FLAGS,
  SERVICE_OPTIONS,
  serviceAddress,
  serviceDefaults,
  tokenSource,
} from './service.ts';
import { Count, Duration, Listen, Namespace, ServedNamespaces } from './values.ts';

/** The settings of `run` from arguments and environment; every default is stated here. */
export interface RunConfig {
  /** Base address of the service with the version segment, without a trailing slash. */
  readonly apiUrl: string;
  /** Returns the operator's own token, read from its source each time, or the last one while there
   *  is none; null: only Secrets supply credentials. */
  readonly token: (() => Secret) | null;
  /** Namespaces that the operator's own token serves; null: all, which is an explicit choice and
   *  never implied. */
  readonly tokenNamespaces: readonly string[] | null;
  /** Further hosts that a Secret's baseUrl may name, beside the one of `apiUrl`. */
  readonly allowedHosts: readonly string[];
  readonly kubeconfig: string | null;
  /** Namespaces to watch; null: all. */
  readonly namespaces: readonly string[] | null;
  /** The class of objects to serve; null: those without a class. */
  readonly class: string | null;
  readonly listen: { readonly host: string; readonly port: number };
  readonly pollMs: number;
  /** Longest time that listings of the service omit an item after its creation. */
  readonly listingLagMs: number;
  readonly leaderElect: boolean;
  /** Namespace of the Lease and of the count of deletions: by default the operator's own namespace,
   *  else `default`. */
  readonly leaseNamespace: string;
  /** Limit of deletions and re-creations of items with data per account, and its window; a count of
   *  0 sets no bound. */
  readonly brake: { readonly count: number; readonly windowMs: number };
  readonly logLevel: 'debug' | 'info' | 'warn' | 'error';
  /** `auto`: pretty on a terminal. */
  readonly logFormat: 'auto' | 'json' | 'pretty';
}

const Flags = z.object({
  ...SERVICE_FLAGS,
  'secrets-only': z.boolean().default(false),
  'token-namespace': ServedNamespaces.optional(),
  'allow-host': z.array(z.string().min(1)).default([]),
  ...CLUSTER_FLAGS,
  ...CLASS_FLAGS,
  namespace: z.array(Namespace).optional(),
  listen: Listen.default({ host: '0.0.0.0', port: 8080 }),
  poll: Duration.default(30_000),
  'listing-lag': Duration.default(900_000),
  'leader-elect': z.boolean().default(false),
  'lease-namespace': Namespace.default('default'),
  'brake-count': Count.default(5),
  'brake-window': Duration.default(600_000),
  'log-level': z
    .enum(['debug', 'info', 'warn', 'error'], 'must be debug, info, warn or error')
    .default('info'),
  'log-format': z.enum(['json', 'pretty'], 'must be json or pretty').optional(),
});

const OPTIONS = {
  ...SERVICE_OPTIONS,
  'secrets-only': { type: 'boolean' },
  'token-namespace': { type: 'string', multiple: true },
  'allow-host': { type: 'string', multiple: true },
  ...CLUSTER_OPTIONS,
  ...CLASS_OPTIONS,
  namespace: { type: 'string', multiple: true },
  listen: { type: 'string' },
  poll: { type: 'string' },
  'listing-lag': { type: 'string' },
  'leader-elect': { type: 'boolean' },
  'lease-namespace': { type: 'string' },
  'brake-count': { type: 'string' },
  'brake-window': { type: 'string' },
  'log-level': { type: 'string' },
  'log-format': { type: 'string' },
} as const;

/** Returns the arguments of this process. */
export const commandLine = (): readonly string[] => process.argv.slice(2);

/** Returns the environment of this process. */
export const environment = (): NodeJS.ProcessEnv => process.env;

/** Reads the settings of `run`. @returns the problem as one line that names the setting and its
 *  valid values */
export function readRunConfig(
  args: readonly string[],
  env: NodeJS.ProcessEnv = environment(),
): Result<RunConfig, ConfigProblem> {
  const defaults = {
    ...serviceDefaults(env),
    ...clusterDefaults(env),
    ...classDefaults(env),
    'lease-namespace': env['POD_NAMESPACE'],
    'token-namespace': namesIn(env),
  };
  const flags = readFlags(Flags, OPTIONS, args, defaults);
  if (!flags.ok) return flags;
  const address = serviceAddress(flags.value);
  if (!address.ok) return address;
  const given = flags.value;
  const token = given['secrets-only']
    ? ok(null)
    : tokenSource(given['token-file'], env, ', or serve only Secrets with --secrets-only');
  if (!token.ok) return token;
  const tokenNamespaces =
    token.value === null ? [] : servedOf(given['token-namespace'], given.namespace);
  if (tokenNamespaces === undefined) return fail({ message: NONE_IS_NAMED });
  return ok({
    apiUrl: address.value,
    token: token.value,
    tokenNamespaces,
    allowedHosts: given['allow-host'],
    kubeconfig: given.kubeconfig ?? null,
    namespaces: given.namespace ?? null,
    class: given.class,
    listen: given.listen,
    pollMs: given.poll,
    listingLagMs: given['listing-lag'],
    leaderElect: given['leader-elect'],
    leaseNamespace: given['lease-namespace'],
    brake: { count: given['brake-count'], windowMs: given['brake-window'] },
    logLevel: given['log-level'],
    logFormat: given['log-format'] ?? 'auto',
  });
}

/** Returns the namespaces that the token serves. A token acts on its whole account, so that they
 *  are named explicitly; the watched namespaces count where these are named. */
const servedOf = (
  named: readonly string[] | null | undefined,
  watched: readonly string[] | undefined,
): readonly string[] | null | undefined => (named === undefined ? watched : named);

const NONE_IS_NAMED =
  "--token-namespace is not set: name each namespace that the operator's own token serves, or '*' for every one, there or in CLOUD_API_TOKEN_NAMESPACES; or name the namespaces to watch with --namespace";

/** Parses the namespaces in the environment; undefined where there are none. */
function namesIn(env: NodeJS.ProcessEnv): readonly string[] | undefined {
  const names = (env['CLOUD_API_TOKEN_NAMESPACES'] ?? '')
    .split(/[\s,]+/)
    .filter((name) => name !== '');
  return names.length === 0 ? undefined : names;
}

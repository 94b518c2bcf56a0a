import { fail, ok, type Result } from '../model/failure.ts';
import type { Secret } from '../model/secret.ts';
import { type ConfigProblem, readFlags, type Settings, together } from './flags.ts';
import { RUN_FLAGS } from './run-flags.ts';
import { serviceAddress, tokenSource } from './service.ts';

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

/** Returns the arguments of this process. */
export const commandLine = (): readonly string[] => process.argv.slice(2);

/** Returns the environment of this process. */
export const environment = (): NodeJS.ProcessEnv => process.env;

/** Parses the settings of `run`. @returns every problem, one per line, with the setting and its
 *  valid values */
export function readRunConfig(
  args: readonly string[],
  env: NodeJS.ProcessEnv = environment(),
): Result<RunConfig, ConfigProblem> {
  const { right, all } = readFlags(RUN_FLAGS, args, env);
  const address = serviceAddress(right);
  const token =
    right['secrets-only'] === true
      ? ok(null)
      : tokenSource(right['token-file'], env, ', or use only Secrets with --secrets-only');
  const served = servedBy(right);
  if (!all.ok || !address.ok || !token.ok || !served.ok)
    return together(all, address, token, served);
  const given = all.value;
  return ok({
    apiUrl: address.value,
    token: token.value,
    tokenNamespaces: served.value,
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
function servedBy(
  right: Partial<Settings<typeof RUN_FLAGS>>,
): Result<readonly string[] | null, ConfigProblem> {
  const named = right['token-namespace'] ?? right.namespace;
  if (right['secrets-only'] === true) return ok([]);
  if (right['token-namespace'] === null) return ok(null);
  // The flag itself reports an invalid list.
  const isRead = 'token-namespace' in right && 'namespace' in right;
  return named === undefined && isRead ? fail({ message: NONE_IS_NAMED }) : ok(named ?? []);
}

const NONE_IS_NAMED =
  "--token-namespace is not set: name each namespace that the operator's own token serves, or '*' for all namespaces, with this flag or in CLOUD_API_TOKEN_NAMESPACES; or limit the operator with --namespace";

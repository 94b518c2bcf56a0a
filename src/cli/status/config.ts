import { z } from 'zod';
import { CLUSTER_FLAGS, CLUSTER_OPTIONS, clusterDefaults } from '../../config/cluster.ts';
import { type ConfigProblem, readFlags } from '../../config/flags.ts';
import { Namespace, Url } from '../../config/values.ts';
import { ok, type Result } from '../../model/failure.ts';

/** The settings of `status`. */
export interface StatusConfig {
  readonly kubeconfig: string | null;
  /** Null: all. */
  readonly namespaces: readonly string[] | null;
  /** Address of a running operator's metrics; null: they are not read. */
  readonly metricsUrl: string | null;
  readonly json: boolean;
}

const Flags = z.object({
  ...CLUSTER_FLAGS,
  namespace: z.array(Namespace).optional(),
  'metrics-url': Url.optional(),
  json: z.boolean().default(false),
});

const OPTIONS = {
  ...CLUSTER_OPTIONS,
  namespace: { type: 'string', short: 'n', multiple: true },
  'metrics-url': { type: 'string' },
  json: { type: 'boolean' },
} as const;

/** Reads the settings of `status`. @returns the problem as one line that names the setting and its
 *  valid values */
export function readStatusConfig(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Result<StatusConfig, ConfigProblem> {
  const flags = readFlags(Flags, OPTIONS, args, clusterDefaults(env));
  if (!flags.ok) return flags;
  const {
    kubeconfig = null,
    namespace = null,
    'metrics-url': metricsUrl = null,
    json,
  } = flags.value;
  return ok({ kubeconfig, namespaces: namespace, metricsUrl, json });
}

import { z } from 'zod';
import {
  CLASS_FLAGS,
  CLASS_OPTIONS,
  CLUSTER_FLAGS,
  CLUSTER_OPTIONS,
  classDefaults,
  clusterDefaults,
} from '../../config/cluster.ts';
import { type ConfigProblem, readFlags } from '../../config/flags.ts';
import { Namespace } from '../../config/values.ts';
import { ok, type Result } from '../../model/failure.ts';

/** The settings of `uninstall`. */
export interface UninstallConfig {
  readonly kubeconfig: string | null;
  /** Null: all. */
  readonly namespaces: readonly string[] | null;
  /** The class of the objects to release; null: those without a class. */
  readonly class: string | null;
  /** Namespace of the operator's Lease. */
  readonly leaseNamespace: string;
  readonly json: boolean;
}

const Flags = z.object({
  ...CLUSTER_FLAGS,
  ...CLASS_FLAGS,
  namespace: z.array(Namespace).optional(),
  'lease-namespace': Namespace.default('cloudinfra-system'),
  json: z.boolean().default(false),
});

const OPTIONS = {
  ...CLUSTER_OPTIONS,
  ...CLASS_OPTIONS,
  namespace: { type: 'string', short: 'n', multiple: true },
  'lease-namespace': { type: 'string' },
  json: { type: 'boolean' },
} as const;

/** Reads the settings of `uninstall`. @returns the problem as one line that names the setting and
 *  its valid values */
export function readUninstallConfig(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Result<UninstallConfig, ConfigProblem> {
  const flags = readFlags(Flags, OPTIONS, args, { ...clusterDefaults(env), ...classDefaults(env) });
  if (!flags.ok) return flags;
  const {
    kubeconfig = null,
    namespace = null,
    'lease-namespace': leaseNamespace,
    json,
  } = flags.value;
  return ok({ kubeconfig, namespaces: namespace, class: flags.value.class, leaseNamespace, json });
}

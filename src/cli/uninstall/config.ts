import { z } from 'zod';
import { type ConfigProblem, type Flags, readFlags } from '../../config/flags.ts';
import { CLASS, CLUSTER_FLAGS, json } from '../../config/service.ts';
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

/** Flags of `uninstall`. */
export const UNINSTALL_FLAGS = {
  ...CLUSTER_FLAGS,
  namespace: {
    schema: z.array(Namespace).optional(),
    value: 'NAME',
    short: 'n',
    repeatable: true,
    unset: 'all',
    help: 'only this namespace',
  },
  class: {
    ...CLASS,
    unset: 'objects without a class',
    help: 'class of the objects and of their operator',
  },
  'lease-namespace': {
    schema: Namespace,
    value: 'NAME',
    default: 'cloudinfra-system',
    help: "namespace of the operator's Lease, which this command holds while it runs",
  },
  json: json('print the result as JSON'),
} as const satisfies Flags;

/** Reads the settings of `uninstall`. @returns the problem as one line that names the setting and
 *  its valid values */
export function readUninstallConfig(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Result<UninstallConfig, ConfigProblem> {
  const { all } = readFlags(UNINSTALL_FLAGS, args, env);
  if (!all.ok) return all;
  const { kubeconfig = null, namespace = null, 'lease-namespace': leaseNamespace } = all.value;
  return ok({
    kubeconfig,
    namespaces: namespace,
    class: all.value.class,
    leaseNamespace,
    json: all.value.json,
  });
}

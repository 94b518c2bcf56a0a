import { z } from 'zod';
import { type ConfigProblem, type Flags, readFlags } from '../../config/flags.ts';
import { CLUSTER_FLAGS, json } from '../../config/service.ts';
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

/** Flags of `status`. */
export const STATUS_FLAGS = {
  ...CLUSTER_FLAGS,
  namespace: {
    schema: z.array(Namespace).optional(),
    value: 'NAME',
    short: 'n',
    repeatable: true,
    unset: 'all',
    help: 'only this namespace',
  },
  'metrics-url': {
    schema: Url.optional(),
    value: 'URL',
    help: 'metrics of the operator, for the budget and the age of its listings: http://127.0.0.1:8080/metrics after kubectl port-forward -n cloudinfra-system deploy/cloudinfra-operator 8080',
  },
  json: json('print the report as JSON'),
} as const satisfies Flags;

/** Reads the settings of `status`. @returns the problem as one line that names the setting and its
 *  valid values */
export function readStatusConfig(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Result<StatusConfig, ConfigProblem> {
  const { all } = readFlags(STATUS_FLAGS, args, env);
  if (!all.ok) return all;
  const { kubeconfig = null, namespace = null, 'metrics-url': metricsUrl = null } = all.value;
  return ok({ kubeconfig, namespaces: namespace, metricsUrl, json: all.value.json });
}

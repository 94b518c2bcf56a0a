import { z } from 'zod';
import {
  CLASS_OPTIONS,
  CLUSTER_FLAGS,
  CLUSTER_OPTIONS,
  classDefaults,
  clusterDefaults,
} from '../../config/cluster.ts';
import { type ConfigProblem, readFlags } from '../../config/flags.ts';
import {
  SERVICE_FLAGS,
  SERVICE_OPTIONS,
  serviceAddress,
  serviceDefaults,
  tokenSource,
} from '../../config/service.ts';
import { Namespace, OperatorClass } from '../../config/values.ts';
import { ok, type Result } from '../../model/failure.ts';
import type { Secret } from '../../model/secret.ts';

/** The settings of `plan`. */
export interface PlanConfig {
  /** Files and folders; `-` is standard input. */
  readonly files: readonly string[];
  readonly recursive: boolean;
  /** Namespace of manifests that name none. */
  readonly namespace: string;
  /** Uses the cluster's state of the objects. */
  readonly cluster: boolean;
  readonly kubeconfig: string | null;
  /** The class of the manifests to plan; null: those without a class; undefined: all. */
  readonly class: string | null | undefined;
  readonly json: boolean;
  readonly apiUrl: string;
  readonly token: () => Secret;
  readonly allowedHosts: readonly string[];
}

const Flags = z.object({
  ...SERVICE_FLAGS,
  filename: z.array(
    z.string().min(1),
    'is missing: name a file, a folder, or - for standard input',
  ),
  recursive: z.boolean().default(false),
  namespace: Namespace.default('default'),
  cluster: z.boolean().default(false),
  ...CLUSTER_FLAGS,
  class: OperatorClass.optional(),
  json: z.boolean().default(false),
  'allow-host': z.array(z.string().min(1)).default([]),
});

const OPTIONS = {
  ...SERVICE_OPTIONS,
  filename: { type: 'string', short: 'f', multiple: true },
  recursive: { type: 'boolean', short: 'R' },
  namespace: { type: 'string', short: 'n' },
  cluster: { type: 'boolean' },
  ...CLUSTER_OPTIONS,
  ...CLASS_OPTIONS,
  json: { type: 'boolean' },
  'allow-host': { type: 'string', multiple: true },
} as const;

/** Reads the settings of `plan`. @returns the problem as one line that names the setting and its
 *  valid values */
export function readPlanConfig(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Result<PlanConfig, ConfigProblem> {
  const flags = readFlags(Flags, OPTIONS, args, {
    ...serviceDefaults(env),
    ...clusterDefaults(env),
    ...classDefaults(env),
  });
  if (!flags.ok) return flags;
  const address = serviceAddress(flags.value);
  if (!address.ok) return address;
  const given = flags.value;
  const token = tokenSource(given['token-file'], env);
  if (!token.ok) return token;
  return ok({
    files: given.filename,
    recursive: given.recursive,
    namespace: given.namespace,
    cluster: given.cluster,
    kubeconfig: given.kubeconfig ?? null,
    class: given.class,
    json: given.json,
    apiUrl: address.value,
    token: token.value,
    allowedHosts: given['allow-host'],
  });
}

import { z } from 'zod';
import { type ConfigProblem, type Flags, readFlags, together } from '../../config/flags.ts';
import {
  ALLOW_HOST,
  CLASS,
  CLUSTER_FLAGS,
  json,
  SERVICE_FLAGS,
  serviceAddress,
  tokenSource,
} from '../../config/service.ts';
import { Namespace, OperatorClass, Switch, Text } from '../../config/values.ts';
import { ok, type Result } from '../../model/failure.ts';
import { CLASS_LABEL } from '../../model/group.ts';
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

/** Flags of `plan`. */
export const PLAN_FLAGS = {
  filename: {
    schema: z.array(Text, 'is required: a file, a folder, or - for standard input'),
    value: 'FILE',
    short: 'f',
    repeatable: true,
    help: 'YAML or JSON file, folder, or - for standard input',
  },
  recursive: { schema: Switch, short: 'R', help: 'include subfolders' },
  namespace: {
    schema: Namespace,
    value: 'NAME',
    short: 'n',
    default: 'default',
    help: 'namespace of manifests that name none',
  },
  cluster: { schema: Switch, help: 'read ids, uids and Secrets from the cluster' },
  class: {
    ...CLASS,
    schema: OperatorClass.optional(),
    unset: 'all',
    help: `plan only manifests with the label ${CLASS_LABEL}: NAME; an empty NAME selects manifests without the label`,
  },
  ...CLUSTER_FLAGS,
  json: json('print the plan as JSON'),
  ...SERVICE_FLAGS,
  'allow-host': ALLOW_HOST,
} as const satisfies Flags;

/** Reads the settings of `plan`. @returns the problem as one line that names the setting and its
 *  valid values */
export function readPlanConfig(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Result<PlanConfig, ConfigProblem> {
  const { right, all } = readFlags(PLAN_FLAGS, args, env);
  const address = serviceAddress(right);
  const token = tokenSource(right['token-file'], env);
  if (!all.ok || !address.ok || !token.ok) return together(all, address, token);
  const given = all.value;
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

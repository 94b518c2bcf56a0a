import { z } from 'zod';
import { OperatorClass } from './values.ts';

/** The flag of every command that connects to a cluster. */
export const CLUSTER_FLAGS = {
  kubeconfig: z.string().min(1, 'must name a file').optional(),
} as const;

export const CLUSTER_OPTIONS = { kubeconfig: { type: 'string' } } as const;

/** Returns the environment's value where that flag is not given. An empty variable counts as unset,
 *  as for kubectl. */
export const clusterDefaults = (
  env: NodeJS.ProcessEnv,
): { readonly kubeconfig: string | undefined } => ({
  kubeconfig: env['KUBECONFIG'] === '' ? undefined : env['KUBECONFIG'],
});

/** The flag of every command with a class of operators. */
export const CLASS_FLAGS = { class: OperatorClass.default(null) } as const;

export const CLASS_OPTIONS = { class: { type: 'string' } } as const;

/** Returns the environment's value where that flag is not given. */
export const classDefaults = (env: NodeJS.ProcessEnv): { readonly class: string | undefined } => ({
  class: env['CLOUDINFRA_CLASS'],
});

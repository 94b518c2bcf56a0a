import { z } from 'zod';

/** The flag of every command that talks to a cluster. */
export const CLUSTER_FLAGS = { kubeconfig: z.string().min(1, 'must name a file').optional() } as const;

export const CLUSTER_OPTIONS = { kubeconfig: { type: 'string' } } as const;

/** What the environment says where that flag is not given. An empty variable says nothing, as for kubectl. */
export const clusterDefaults = (env: NodeJS.ProcessEnv): { readonly kubeconfig: string | undefined } => ({
  kubeconfig: env['KUBECONFIG'] === '' ? undefined : env['KUBECONFIG'],
});

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
import {
  SERVICE_FLAGS,
  SERVICE_OPTIONS,
  serviceAddress,
  serviceDefaults,
  tokenSource,
} from '../../config/service.ts';
import { Namespace } from '../../config/values.ts';
import { KINDS } from '../../kinds/index.ts';
import { fail, ok, type Result } from '../../model/failure.ts';
import type { Secret } from '../../model/secret.ts';
import { KIND_NAMES, kindNamed } from '../kind-named.ts';
import type { Manner } from './export.ts';
import type { Wish } from './wish.ts';

/** The settings of `import`. */
export interface ImportConfig {
  readonly apiUrl: string;
  readonly token: Secret;
  readonly wish: Wish;
  readonly manner: Omit<Manner, 'held'>;
  /** Omits items that objects of the cluster already have. */
  readonly cluster: boolean;
  readonly kubeconfig: string | null;
  readonly json: boolean;
}

const Kind = z
  .string()
  .refine((word) => kindNamed(word) !== undefined, KIND_NAMES)
  .transform((word) => kindNamed(word));

const Flags = z.object({
  ...SERVICE_FLAGS,
  kind: z.array(Kind).optional(),
  label: z.string().min(1, 'must be a label, in which * and ? stand for any').optional(),
  tag: z.string().min(1, 'must be a tag').optional(),
  id: z.coerce
    .number('must be a number')
    .int('must be a whole number')
    .min(1, 'must be at least 1')
    .optional(),
  namespace: Namespace.optional(),
  mode: z.enum(['Observe', 'Manage'], 'must be Observe or Manage').default('Observe'),
  marked: z.boolean().default(false),
  cluster: z.boolean().default(false),
  ...CLUSTER_FLAGS,
  ...CLASS_FLAGS,
  json: z.boolean().default(false),
});

const OPTIONS = {
  ...SERVICE_OPTIONS,
  kind: { type: 'string', multiple: true },
  label: { type: 'string' },
  tag: { type: 'string' },
  id: { type: 'string' },
  namespace: { type: 'string' },
  mode: { type: 'string' },
  marked: { type: 'boolean' },
  cluster: { type: 'boolean' },
  ...CLUSTER_OPTIONS,
  ...CLASS_OPTIONS,
  json: { type: 'boolean' },
} as const;

/** Reads the settings of `import`. @returns the problem as one line that names the setting and its
 *  valid values */
export function readImportConfig(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Result<ImportConfig, ConfigProblem> {
  const flags = readFlags(Flags, OPTIONS, args, {
    ...serviceDefaults(env),
    ...clusterDefaults(env),
    ...classDefaults(env),
  });
  if (!flags.ok) return flags;
  const address = serviceAddress(flags.value);
  if (!address.ok) return address;
  const {
    kind,
    label = null,
    tag = null,
    id = null,
    namespace = null,
    mode,
    marked,
    cluster,
    kubeconfig = null,
    json,
  } = flags.value;
  const kinds = KINDS.filter((one) => kind === undefined || kind.includes(one));
  if (id !== null && kinds.length !== 1)
    return fail({ message: '--id needs one --kind: ids are of a kind' });
  const token = tokenSource(flags.value['token-file'], env);
  if (!token.ok) return token;
  return ok({
    apiUrl: address.value,
    token: token.value(),
    wish: { kinds, label, tag, id },
    manner: { namespace, class: flags.value.class, mode, marked },
    cluster,
    kubeconfig,
    json,
  });
}

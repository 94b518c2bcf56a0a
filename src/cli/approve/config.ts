import { z } from 'zod';
import { CLUSTER_FLAGS, CLUSTER_OPTIONS, clusterDefaults } from '../../config/cluster.ts';
import { type ConfigProblem, readFlags } from '../../config/flags.ts';
import { Namespace } from '../../config/values.ts';
import { fail, ok, type Result } from '../../model/failure.ts';
import type { AnyKind } from '../../model/kind.ts';
import { KIND_NAMES, kindNamed } from '../kind-named.ts';

/** The settings of `approve`. */
export interface ApproveConfig {
  readonly kind: AnyKind;
  readonly namespace: string;
  readonly name: string;
  /** The hash of the reviewed plan; null: the command shows the plan and prompts. */
  readonly hash: string | null;
  /** Skips the prompt. */
  readonly yes: boolean;
  readonly kubeconfig: string | null;
}

const Flags = z.object({
  ...CLUSTER_FLAGS,
  namespace: Namespace.default('default'),
  hash: z
    .string()
    .regex(/^[0-9a-f]+$/, 'must be the hash of a plan, as status.plan.hash shows it')
    .optional(),
  yes: z.boolean().default(false),
});

const OPTIONS = {
  ...CLUSTER_OPTIONS,
  namespace: { type: 'string', short: 'n' },
  hash: { type: 'string' },
  yes: { type: 'boolean', short: 'y' },
} as const;

/** Reads the settings of `approve`: the object first, then flags. @returns the problem as one line
 *  that names the setting and its valid values */
export function readApproveConfig(
  [target = '', ...args]: readonly string[],
  env: NodeJS.ProcessEnv,
): Result<ApproveConfig, ConfigProblem> {
  const [word = '', name = '', ...rest] = target.split('/');
  if (word === '' || name === '' || rest.length > 0)
    return fail({
      message: `the first argument must be KIND/NAME, such as volume/data, not ${target === '' ? 'nothing' : target}`,
    });
  const kind = kindNamed(word);
  if (kind === undefined) return fail({ message: `the kind ${word} ${KIND_NAMES}` });
  const flags = readFlags(Flags, OPTIONS, args, clusterDefaults(env));
  if (!flags.ok) return flags;
  const { kubeconfig = null, namespace, hash = null, yes } = flags.value;
  return ok({ kind, namespace, name, hash, yes, kubeconfig });
}

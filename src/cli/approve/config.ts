import { z } from 'zod';
import { type ConfigProblem, type Flags, readFlags, together } from '../../config/flags.ts';
import { CLUSTER_FLAGS } from '../../config/service.ts';
import { Namespace, Switch } from '../../config/values.ts';
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

/** Flags of `approve`. */
export const APPROVE_FLAGS = {
  hash: {
    schema: z
      .string()
      .regex(/^[0-9a-f]+$/, 'must be the hash of a plan, as status.plan.hash shows it')
      .optional(),
    value: 'HASH',
    help: 'hash of the plan that you have reviewed, from status --json; approves only this plan, without a prompt',
  },
  yes: { schema: Switch, short: 'y', help: 'do not prompt' },
  namespace: {
    schema: Namespace,
    value: 'NAME',
    short: 'n',
    default: 'default',
    help: 'namespace of the object',
  },
  ...CLUSTER_FLAGS,
} as const satisfies Flags;

/** Parses the settings of `approve`: the object, then flags. @returns every problem, one per line,
 *  with the setting and its valid values */
export function readApproveConfig(
  [target = '', ...args]: readonly string[],
  env: NodeJS.ProcessEnv,
): Result<ApproveConfig, ConfigProblem> {
  const object = objectIn(target);
  const { all } = readFlags(APPROVE_FLAGS, args, env);
  if (!object.ok || !all.ok) return together(object, all);
  const { kubeconfig = null, namespace, hash = null, yes } = all.value;
  return ok({ ...object.value, namespace, hash, yes, kubeconfig });
}

function objectIn(target: string): Result<Pick<ApproveConfig, 'kind' | 'name'>, ConfigProblem> {
  const [word = '', name = '', ...rest] = target.split('/');
  if (word === '' || name === '' || rest.length > 0)
    return fail({
      message: `the first argument must be KIND/NAME, such as volume/data, not ${target === '' ? 'nothing' : target}`,
    });
  const kind = kindNamed(word);
  return kind === undefined
    ? fail({ message: `the kind ${word} ${KIND_NAMES}` })
    : ok({ kind, name });
}

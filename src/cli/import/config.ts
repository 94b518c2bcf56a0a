import { z } from 'zod';
import {
  type ConfigProblem,
  type Flags,
  readFlags,
  type Settings,
  together,
} from '../../config/flags.ts';
import {
  CLASS,
  CLUSTER_FLAGS,
  json,
  SERVICE_FLAGS,
  serviceAddress,
  tokenSource,
} from '../../config/service.ts';
import { Namespace, Switch } from '../../config/values.ts';
import { KINDS } from '../../kinds/index.ts';
import { fail, ok, type Result } from '../../model/failure.ts';
import type { Secret } from '../../model/secret.ts';
import { markOf } from '../../model/tags.ts';
import { KIND_NAMES, kindNamed } from '../kind-named.ts';
import type { Manner } from './export.ts';
import type { Selection } from './selection.ts';

/** The settings of `import`. */
export interface ImportConfig {
  readonly apiUrl: string;
  readonly token: Secret;
  readonly selection: Selection;
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

/** Flags of `import`. */
export const IMPORT_FLAGS = {
  ...SERVICE_FLAGS,
  kind: {
    schema: z.array(Kind).optional(),
    value: 'KIND',
    repeatable: true,
    unset: 'all',
    help: 'only this kind, as kubectl names it',
  },
  label: {
    schema: z.string().min(1, 'must be a label; * and ? are wildcards').optional(),
    value: 'PATTERN',
    help: 'only items whose label matches; * and ? are wildcards; DnsRecords follow their Domain',
  },
  tag: {
    schema: z.string().min(1, 'must be a tag').optional(),
    value: 'TAG',
    help: 'only items with this tag',
  },
  id: {
    schema: z.coerce
      .number('must be a number')
      .int('must be a whole number')
      .min(1, 'must be at least 1')
      .optional(),
    value: 'NUMBER',
    help: 'only the item with this id; requires one --kind',
  },
  namespace: {
    schema: Namespace.optional(),
    value: 'NAME',
    unset: 'none',
    help: 'namespace of the manifests',
  },
  class: { ...CLASS, unset: 'none', help: 'class label of the manifests' },
  mode: {
    schema: z.enum(['Observe', 'Manage'], 'must be Observe or Manage'),
    value: 'MODE',
    default: 'Observe',
    help: 'Observe: objects only report their item; Manage: objects keep their item as it is now',
  },
  marked: {
    schema: Switch,
    help: `include items with the mark (${markOf('...')}) of another object, to take them over`,
  },
  cluster: {
    schema: Switch,
    help: 'exclude items that objects of the cluster hold, and avoid the names of these objects',
  },
  ...CLUSTER_FLAGS,
  json: json('print a List as JSON instead of YAML documents'),
} as const satisfies Flags;

/** Reads the settings of `import`. @returns the problem as one line that names the setting and its
 *  valid values */
export function readImportConfig(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Result<ImportConfig, ConfigProblem> {
  const { right, all } = readFlags(IMPORT_FLAGS, args, env);
  const address = serviceAddress(right);
  const selection = selectionIn(right);
  const token = tokenSource(right['token-file'], env);
  if (!all.ok || !address.ok || !selection.ok || !token.ok)
    return together(all, address, selection, token);
  const { namespace = null, mode, marked, cluster, kubeconfig = null } = all.value;
  return ok({
    apiUrl: address.value,
    token: token.value(),
    selection: selection.value,
    manner: { namespace, class: all.value.class, mode, marked },
    cluster,
    kubeconfig,
    json: all.value.json,
  });
}

function selectionIn(
  right: Partial<Settings<typeof IMPORT_FLAGS>>,
): Result<Selection, ConfigProblem> {
  const { kind, label, tag, id } = right;
  const kinds = KINDS.filter((one) => kind === undefined || kind.includes(one));
  if (id !== undefined && kinds.length !== 1)
    return fail({
      message: '--id requires exactly one --kind, because ids are unique only within a kind',
    });
  return ok({ kinds, label: label ?? null, tag: tag ?? null, id: id ?? null });
}

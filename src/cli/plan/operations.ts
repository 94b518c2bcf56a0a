import type { ObjectName } from '../../engine/ports/cluster.ts';
import type { AnyKind } from '../../model/kind.ts';
import { titleOf } from '../../model/object-key.ts';
import { OPERATION, OperationSpec, parametersOf } from '../../model/operation.ts';
import { asRecord, parse } from '../../model/parse.ts';
import { visible } from '../../model/visible.ts';
import type { Objection } from './admission.ts';
import { Metadata, metadataObjections } from './metadata.ts';
import type { Paint } from './paint.ts';

/** An Operation in a file. */
export interface OperationManifest {
  readonly file: string;
  readonly name: ObjectName;
  readonly verb: string;
  readonly target: ObjectName;
  /** True if the cluster has an Operation of this name: its spec is immutable, and it is performed
   *  once. */
  readonly isThere: boolean;
}

/** Reads the manifest of an Operation. Its steps depend on the moment, so no plan contains them.
 *  @param namespace of a manifest that names none */
export function operationIn(
  value: Readonly<Record<string, unknown>>,
  kinds: readonly AnyKind[],
  namespace: string,
):
  | { readonly ok: true; readonly value: Omit<OperationManifest, 'file' | 'isThere'> }
  | { readonly ok: false; readonly objections: readonly Objection[] } {
  const { generateName, ...given } = asRecord(value['metadata']);
  const metadata = Metadata.safeParse(
    typeof generateName === 'string' ? { name: `${generateName}x`, ...given } : given,
  );
  const spec = parse(OperationSpec, value['spec']);
  const objections = [
    ...metadataObjections(metadata),
    ...(spec.ok
      ? verbObjections(kinds, spec.value)
      : [{ path: `spec${spec.path}`, reason: spec.reason }]),
  ];
  if (!metadata.success || !spec.ok || objections.length > 0) return { ok: false, objections };
  const { target, verb } = spec.value;
  const place = metadata.data.namespace ?? namespace;
  const name = typeof given['name'] === 'string' ? given['name'] : String(generateName);
  return {
    ok: true,
    value: {
      name: { kind: OPERATION.kind, namespace: place, name },
      verb,
      target: { ...target, namespace: place },
    },
  };
}

function verbObjections(kinds: readonly AnyKind[], spec: OperationSpec): readonly Objection[] {
  const kind = kinds.find((one) => one.kind === spec.target.kind);
  const parameters = parametersOf(kind, spec);
  if (parameters.ok) return [];
  const path = parameters.reason === 'UnknownVerb' ? 'spec.verb' : '';
  return [{ path, reason: parameters.message }];
}

/** Formats an Operation as lines. */
export function operationLines(
  { file, name, verb, target: { kind, name: target }, isThere }: OperationManifest,
  paint: Paint,
): readonly string[] {
  const what = visible(`${verb} on ${kind}/${target}`);
  const [sign, body] = isThere
    ? [paint.dim('='), `exists in the cluster, and is not performed again: ${what}`]
    : [paint.changed('>'), `performs ${what} once; the plan does not contain its steps`];
  return [
    `${sign} ${paint.strong(visible(titleOf(name)))}${paint.dim(`  (${visible(file)})`)}`,
    `    ${body}`,
    '',
  ];
}

/** Describes an Operation for the report in JSON. */
export const operationJson = ({ file, name, verb, target, isThere }: OperationManifest) => ({
  file,
  namespace: name.namespace,
  name: name.name,
  verb,
  target: { kind: target.kind, name: target.name },
  action: isThere ? 'none' : 'perform',
});

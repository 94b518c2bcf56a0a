import type { ObjectName, SecretRecord } from '../../engine/ports/cluster.ts';
import { API_VERSION, CLASS_LABEL, GROUP } from '../../model/group.ts';
import type { AnyKind } from '../../model/kind.ts';
import { titleOf } from '../../model/object-key.ts';
import { OPERATION } from '../../model/operation.ts';
import { asRecord } from '../../model/parse.ts';
import { type Objection, objectionsTo } from './admission.ts';
import { Metadata, metadataObjections } from './metadata.ts';
import { type OperationManifest, operationIn } from './operations.ts';
import type { Problem } from './problem.ts';
import { secretIn } from './secrets.ts';
import type { Document } from './sources.ts';

type Members = Readonly<Record<string, unknown>>;

/** An object of one of the operator's kinds in a file. */
export interface Manifest {
  readonly file: string;
  readonly kind: AnyKind;
  readonly name: ObjectName;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  readonly spec: Members;
}

/** The content of documents: objects, Operations and Secrets in order, and the number of other
 *  ones. */
export interface Manifests {
  readonly operations: readonly OperationManifest[];
  readonly objects: readonly Manifest[];
  readonly secrets: readonly SecretRecord[];
  readonly others: number;
  readonly problems: readonly Problem[];
}

/** Reports whether an operator of a class serves the object of a manifest. @param of null: it
 *  serves those without a class; undefined: any operator */
export const isServed = ({ labels }: Manifest, of: string | null | undefined): boolean =>
  of === undefined || (labels[CLASS_LABEL] || null) === of;

/** Sorts documents, and checks the operator's kinds. @param namespace of manifests that name
 *  none */
export function manifestsIn(
  documents: readonly Document[],
  kinds: readonly AnyKind[],
  namespace: string,
): Manifests {
  const found = {
    objects: [] as Manifest[],
    operations: [] as OperationManifest[],
    secrets: [] as SecretRecord[],
    others: 0,
    problems: [] as Problem[],
  };
  for (const { file, value } of documents) {
    const { apiVersion, kind } = asRecord(value);
    const refusal = (problems: readonly Objection[], where = file): unknown =>
      found.problems.push(...problems.map((problem) => ({ where, ...problem })));
    if (typeof apiVersion !== 'string' || typeof kind !== 'string')
      refusal([{ path: '', reason: NO_MANIFEST }]);
    else if (apiVersion === 'v1' && kind === 'Secret')
      found.secrets.push(...secretIn(value, namespace));
    else if (!apiVersion.startsWith(`${GROUP}/`)) found.others++;
    else {
      const { name } = asRecord(asRecord(value)['metadata']);
      const where = `${file}: ${kind}${typeof name === 'string' ? ` ${name}` : ''}`;
      const isOperation = kind === OPERATION.kind && apiVersion === API_VERSION;
      const operation = isOperation ? operationIn(asRecord(value), kinds, namespace) : null;
      const manifest = operation ?? manifestIn(asRecord(value), kinds, namespace);
      if (!manifest.ok) refusal(manifest.objections, where);
      else if ('verb' in manifest.value)
        found.operations.push({ file, isThere: false, ...manifest.value });
      else found.objects.push({ file, ...manifest.value });
    }
  }
  return { ...found, problems: [...found.problems, ...twice(found.objects)] };
}

const NO_MANIFEST = 'is not a manifest: it requires apiVersion and kind';

type Read =
  | { readonly ok: true; readonly value: Omit<Manifest, 'file'> }
  | { readonly ok: false; readonly objections: readonly Objection[] };

function manifestIn(value: Members, kinds: readonly AnyKind[], namespace: string): Read {
  const kind = kinds.find((one) => one.kind === value['kind']);
  if (value['apiVersion'] !== API_VERSION) return refused('apiVersion', `must be ${API_VERSION}`);
  if (kind === undefined)
    return refused('kind', `is none of ${[...kinds, OPERATION].map((one) => one.kind).join(', ')}`);
  const metadata = Metadata.safeParse(value['metadata'] ?? {});
  const { spec } = value;
  const objections = [
    ...metadataObjections(metadata),
    ...(spec === undefined
      ? [{ path: 'spec', reason: 'is needed' }]
      : objectionsTo(kind, asRecord(spec))),
  ];
  if (!metadata.success || objections.length > 0) return { ok: false, objections };
  const { name, labels, annotations } = metadata.data;
  const where = { kind: kind.kind, namespace: metadata.data.namespace ?? namespace, name };
  return {
    ok: true,
    value: {
      kind,
      name: where,
      labels: labels ?? {},
      annotations: annotations ?? {},
      spec: asRecord(spec),
    },
  };
}

const refused = (path: string, reason: string): Read => ({
  ok: false,
  objections: [{ path, reason }],
});

/** Reports duplicate manifests of one object: only the last one applied would count. */
function twice(objects: readonly Manifest[]): readonly Problem[] {
  const files = new Map<string, string>();
  return objects.flatMap(({ file, name }) => {
    const title = titleOf(name);
    const before = files.get(title);
    files.set(title, file);
    return before === undefined
      ? []
      : [{ where: `${file}: ${title}`, path: '', reason: `is in ${before} already` }];
  });
}

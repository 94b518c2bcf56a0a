import { z } from 'zod';
import { Namespace } from '../../config/values.ts';
import type { ObjectName, SecretRecord } from '../../engine/ports/cluster.ts';
import { API_VERSION, CLASS_LABEL, GROUP } from '../../model/group.ts';
import type { AnyKind } from '../../model/kind.ts';
import { titleOf } from '../../model/object-key.ts';
import { asRecord, pathText } from '../../model/parse.ts';
import { type Objection, objectionsTo } from './admission.ts';
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

/** The content of documents: objects and Secrets in order, and the number of other ones. */
export interface Manifests {
  readonly objects: readonly Manifest[];
  readonly secrets: readonly SecretRecord[];
  readonly others: number;
  readonly problems: readonly Problem[];
}

const SUBDOMAIN = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;
const Texts = z.record(z.string(), z.string());
const Metadata = z.looseObject({
  name: z
    .string('is needed')
    .max(253)
    .regex(SUBDOMAIN, 'must be lower case letters, digits, dashes and dots'),
  namespace: Namespace.optional(),
  labels: Texts.nullish(),
  annotations: Texts.nullish(),
});

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
      const manifest = manifestIn(asRecord(value), kinds, namespace);
      const { name } = asRecord(asRecord(value)['metadata']);
      if (manifest.ok) found.objects.push({ file, ...manifest.value });
      else
        refusal(
          manifest.objections,
          `${file}: ${kind}${typeof name === 'string' ? ` ${name}` : ''}`,
        );
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
    return refused('kind', `is none of ${kinds.map((one) => one.kind).join(', ')}`);
  const metadata = Metadata.safeParse(value['metadata'] ?? {});
  const { spec } = value;
  const objections = [
    ...(metadata.error?.issues ?? []).map(({ path, message }) => ({
      path: `metadata${pathText(path)}`,
      reason: message,
    })),
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

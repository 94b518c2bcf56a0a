import { API_VERSION, CLASS_LABEL } from '../../model/group.ts';
import type { AnyKind } from '../../model/kind.ts';
import type { Fields } from '../../model/step.ts';
import { marksIn } from '../../model/tags.ts';
import type { Held } from './held.ts';
import { partsIn, whyLeftOut } from './left-out.ts';
import { keyOf, namesFor } from './names.ts';
import { fieldsLeadingTo, type NameOf, withReferences } from './references.ts';
import { holderFields, type Seen, textOf, titleOf } from './seen.ts';
import { type Exported, specOf, without } from './spec.ts';
import type { Survey } from './survey.ts';

/** A manifest to apply. */
export interface Document {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly labels?: Readonly<Record<string, string>>;
  };
  readonly spec: Fields;
}

/** The manifests of the found items, and a line for each omission. */
export interface Export {
  readonly documents: readonly Document[];
  readonly leftOut: readonly string[];
}

/** Options of the manifests. */
export interface Manner {
  readonly namespace: string | null;
  /** The class of operators in the manifests; null: none. */
  readonly class: string | null;
  readonly mode: 'Observe' | 'Manage';
  /** Takes over items with the mark of another object. */
  readonly marked: boolean;
  /** Items and names that objects of the cluster already have, as far as known. */
  readonly held: Held;
}

type Judged = { readonly seen: Seen } & (
  | { readonly why: string }
  | { readonly exportedSpec: Exported }
);

/** Converts found items to manifests, with valid Kubernetes names, and references to referents
 *  among them. Never fails.
 *  @param kinds all kinds */
export function exportOf(survey: Survey, kinds: readonly AnyKind[], manner: Manner): Export {
  const around = {
    kinds,
    parts: partsIn(survey.wholes),
    held: manner.held.items,
    marked: manner.marked,
  };
  const judged = survey.meant.map((seen): Judged => {
    const why = whyLeftOut(seen, around);
    const exportedSpec =
      why === null
        ? withoutParts(
            specOf(seen.kind, seen.observed, holderFields(seen)),
            seen.kind,
            around.parts,
          )
        : null;
    return exportedSpec === null
      ? { seen, why: why ?? 'no spec can describe it' }
      : { seen, exportedSpec };
  });
  const exported = judged.flatMap((one) => ('exportedSpec' in one ? [one] : []));
  const names = namesFor(
    exported.map(({ seen }) => ({
      kind: seen.kind.kind,
      id: seen.observed.item.id,
      text: textOf(seen),
    })),
    manner.held.names,
  );
  const nameOf: NameOf = (kind, id) =>
    names.get(keyOf({ kind, id })) ?? neighbour(manner, keyOf({ kind, id }));
  return {
    documents: exported.map(({ seen, exportedSpec }) =>
      documentOf(seen, exportedSpec, manner, nameOf),
    ),
    leftOut: judged.flatMap((one) =>
      ('exportedSpec' in one ? one.exportedSpec.omissions : [`is left out: ${one.why}`]).map(
        (line) => `${titleOf(one.seen)}: ${line}`,
      ),
    ),
  };
}

/** Drops fields that lead to parts: the owner of the whole attaches and moves things to its
 *  parts. */
function withoutParts(
  exportedSpec: Exported | null,
  kind: AnyKind,
  parts: ReadonlyMap<string, string>,
): Exported | null {
  if (exportedSpec === null) return null;
  const fields = fieldsLeadingTo(kind, exportedSpec.spec, (referent, id) =>
    parts.has(keyOf({ kind: referent, id })),
  );
  const omissions = fields.map(
    (field) => `spec.${field} is omitted: it refers to a part of another item`,
  );
  return {
    spec: without(exportedSpec.spec, fields),
    omissions: [...exportedSpec.omissions, ...omissions],
  };
}

/** Returns the name of an object of the same namespace that already has an item. */
function neighbour({ held, namespace }: Manner, key: string): string | undefined {
  const holder = held.items.get(key);
  return holder?.namespace === namespace ? holder?.name : undefined;
}

function documentOf(
  { kind, observed }: Seen,
  { spec }: Exported,
  { namespace, class: named, mode }: Manner,
  nameOf: NameOf,
): Document {
  const { id, tags = [] } = observed.item;
  const [replaceMark] = marksIn(tags);
  const name = nameOf(kind.kind, id) ?? '';
  return {
    apiVersion: API_VERSION,
    kind: kind.kind,
    metadata: {
      name,
      ...(namespace === null ? {} : { namespace }),
      ...(named === null ? {} : { labels: { [CLASS_LABEL]: named } }),
    },
    spec: {
      import: { by: 'Id', id, ...(replaceMark === undefined ? {} : { replaceMark }) },
      policy: { mode },
      ...inOrder(kind, withReferences(kind, spec, nameOf)),
    },
  };
}

/** Sorts the fields in the order of the kind's reference page. */
const inOrder = (kind: AnyKind, spec: Fields): Fields =>
  Object.fromEntries(
    Object.keys(kind.spec.shape).flatMap((field) =>
      spec[field] === undefined ? [] : [[field, spec[field]]],
    ),
  );

import { CommonSpec, commonSpecOf } from '../../model/common-spec.ts';
import type { AnyKind } from '../../model/kind.ts';
import { formatKey, type ObjectKey, titleOf } from '../../model/object-key.ts';
import { asRecord, parse, readable } from '../../model/parse.ts';
import { membersOf, readStatus, type Status } from '../../model/status-layout.ts';
import type { KubeObject, ObjectName } from '../ports/cluster.ts';

/** An object, parsed once at the boundary: trusted from here on. */
export interface Subject {
  readonly kind: AnyKind;
  readonly object: KubeObject;
  readonly name: ObjectName;
  /** `Volume default/data-1`. */
  readonly title: string;
  readonly key: ObjectKey;
  readonly common: CommonSpec;
  readonly status: Status;
  /** The kind's own part of the last status. */
  readonly recorded: Readonly<Record<string, unknown>>;
  /** The kind's own spec fields with unresolved references, or the reason they are invalid. */
  readonly own:
    | { readonly ok: true; readonly spec: unknown }
    | { readonly ok: false; readonly field: string; readonly reason: string };
}

const COMMON_SPEC_FIELDS = new Set(Object.keys(CommonSpec.shape));

export const nameOf = (object: KubeObject): ObjectName => ({
  kind: object.kind,
  namespace: object.metadata.namespace,
  name: object.metadata.name,
});

/** Returns the name of the Secret that is kept current for the item of an object; null where its
 *  kind has none. */
export const secretNameOf = ({ kind, name }: Pick<Subject, 'kind' | 'name'>): string | null =>
  kind.secretSuffix === undefined ? null : `${name.name}-${kind.secretSuffix}`;

/** Parses an object of this kind. Never fails: an invalid spec is part of the result, and an
 *  invalid status member is dropped. */
export function parseSubject(kind: AnyKind, object: KubeObject): Subject {
  const spec = asRecord(object.spec);
  const name = nameOf(object);
  const common = parse<CommonSpec>(
    kind.textIds === true ? commonSpecOf(kind) : CommonSpec,
    pick(spec, (field) => COMMON_SPEC_FIELDS.has(field)),
  );
  return {
    kind,
    object,
    name,
    title: titleOf(name),
    key: formatKey(name),
    common: common.ok ? common.value : {},
    status: statusOf(kind, object),
    recorded: readable(kind.status, membersOf(object.status)),
    own: common.ok ? parseOwn(kind, spec) : unreadable(common),
  };
}

/** Parses the status of an object; drops an id that no item of the kind has. */
function statusOf({ textIds }: AnyKind, { status }: KubeObject): Status {
  const { id, ...rest } = readStatus(status);
  return id !== undefined && (typeof id === 'string') === (textIds === true)
    ? { ...rest, id }
    : rest;
}

function parseOwn(kind: AnyKind, spec: Readonly<Record<string, unknown>>): Subject['own'] {
  const own = parse(
    kind.spec,
    pick(spec, (field) => !COMMON_SPEC_FIELDS.has(field)),
  );
  return own.ok ? { ok: true, spec: own.value } : unreadable(own);
}

const unreadable = (problem: {
  readonly path: string;
  readonly reason: string;
}): Subject['own'] => ({
  ok: false,
  field: `spec${problem.path}`,
  reason: problem.reason,
});

const pick = (
  record: Readonly<Record<string, unknown>>,
  wanted: (field: string) => boolean,
): Record<string, unknown> =>
  Object.fromEntries(Object.entries(record).filter(([field]) => wanted(field)));

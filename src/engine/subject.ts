import { z } from 'zod';
import { CommonSpec } from '../model/common-spec.ts';
import { CommonStatus } from '../model/common-status.ts';
import type { AnyKind } from '../model/kind.ts';
import type { KubeObject, ObjectName } from './ports.ts';

/** A kind with what the engine derives from it once. */
export interface Prepared {
  readonly kind: AnyKind;
  readonly ownSpec: z.ZodObject;
  readonly ownStatus: z.ZodObject;
}

export type Status = Partial<CommonStatus>;

/** An object, parsed once at the border: trusted from here on. */
export interface Subject {
  readonly prepared: Prepared;
  readonly kind: AnyKind;
  readonly object: KubeObject;
  readonly name: ObjectName;
  /** `Volume default/data-1`. */
  readonly title: string;
  readonly key: string;
  readonly common: CommonSpec;
  readonly status: Status;
  /** This kind's own part of the last status. */
  readonly recorded: Readonly<Record<string, unknown>>;
  /** The kind's own spec fields, references not yet resolved; or what is wrong with them. */
  readonly own: { readonly ok: true; readonly spec: unknown } | { readonly ok: false; readonly field: string; readonly reason: string };
}

const COMMON_SPEC_FIELDS = new Set(Object.keys(CommonSpec.shape));

export const prepare = (kind: AnyKind): Prepared => ({ kind, ownSpec: kind.spec as z.ZodObject, ownStatus: kind.status as z.ZodObject });

export const nameOf = (object: KubeObject): ObjectName => ({
  kind: object.kind,
  namespace: object.metadata.namespace,
  name: object.metadata.name,
});
/** The key of an object in the schedule of its kind. */
export const keyOf = (name: { readonly namespace: string; readonly name: string }): string => `${name.namespace}/${name.name}`;

/** Parses an object of this kind. Never fails: a spec that does not parse is part of the answer, and a status member that does not is dropped. */
export function parseSubject(prepared: Prepared, object: KubeObject): Subject {
  const spec = asRecord(object.spec);
  const name = nameOf(object);
  const common = CommonSpec.safeParse(pick(spec, (field) => COMMON_SPEC_FIELDS.has(field)));
  return {
    prepared,
    kind: prepared.kind,
    object,
    name,
    title: `${name.kind} ${keyOf(name)}`,
    key: keyOf(name),
    common: common.success ? common.data : {},
    status: readable(CommonStatus, object.status),
    recorded: readable(prepared.ownStatus, object.status),
    own: common.success ? parseOwn(prepared, spec) : problem(common.error),
  };
}

function parseOwn(prepared: Prepared, spec: Readonly<Record<string, unknown>>): Subject['own'] {
  const own = prepared.ownSpec.safeParse(pick(spec, (field) => !COMMON_SPEC_FIELDS.has(field)));
  return own.success ? { ok: true, spec: own.data } : problem(own.error);
}

function problem(error: z.ZodError): Subject['own'] {
  const [first] = error.issues;
  const path = (first?.path ?? []).map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('');
  return { ok: false, field: `spec${path}`, reason: first?.message ?? 'is not readable' };
}

/** The members that the schema knows and whose value it accepts. */
function readable(schema: z.ZodObject, value: unknown): Readonly<Record<string, unknown>> {
  const members = asRecord(value);
  const accepted: Record<string, unknown> = {};
  for (const [field, one] of Object.entries(schema.shape)) {
    if (members[field] === undefined) continue;
    const parsed = (one as z.ZodType).safeParse(members[field]);
    if (parsed.success) accepted[field] = parsed.data;
  }
  return accepted;
}

const asRecord = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};

const pick = (record: Readonly<Record<string, unknown>>, wanted: (field: string) => boolean): Record<string, unknown> =>
  Object.fromEntries(Object.entries(record).filter(([field]) => wanted(field)));

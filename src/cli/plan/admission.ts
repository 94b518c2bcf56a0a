import type { z } from 'zod';
import {
  COMMON_RULES,
  CommonSpec,
  CREATE_ONLY,
  commonSpecOf,
  IMMUTABLE,
  REQUIRED_TO_CREATE,
} from '../../model/common-spec.ts';
import { same } from '../../model/fingerprint.ts';
import type { AnyKind } from '../../model/kind.ts';
import { pathText } from '../../model/parse.ts';

/** An objection to a spec: its path and reason. */
export interface Objection {
  readonly path: string;
  readonly reason: string;
}

type Members = Readonly<Record<string, unknown>>;

const COMMON_FIELDS = Object.keys(CommonSpec.shape);

/** Returns the objections of admission to a new object, as far as they can be checked without an
 *  API server: schema, fields that a create needs or that only a create uses, and the rules on
 *  common fields. Only API servers check a kind's own CEL rules. */
export function objectionsTo(kind: AnyKind, spec: Members): readonly Objection[] {
  const [own, common] = [partOf(spec, false), partOf(spec, true)];
  const parsed = commonSpecOf(kind).safeParse(common);
  return [
    ...issuesOf(kind.spec.safeParse(own)),
    ...issuesOf(parsed),
    ...(parsed.success
      ? [...commonRules(parsed.data), ...creationRules(kind, own, parsed.data)]
      : []),
  ];
}

const partOf = (spec: Members, common: boolean): Members =>
  Object.fromEntries(
    Object.entries(spec).filter(([field]) => COMMON_FIELDS.includes(field) === common),
  );

const issuesOf = (parsed: z.ZodSafeParseResult<unknown>): readonly Objection[] =>
  (parsed.error?.issues ?? []).map(({ path, message }) => ({
    path: `spec${pathText(path)}`,
    reason: message,
  }));

const commonRules = (common: CommonSpec): readonly Objection[] =>
  COMMON_RULES.filter(({ holds }) => !holds(common)).map(({ field, message }) => ({
    path: `spec.${field}`,
    reason: message,
  }));

/** Checks the fields for a create: required where this object may create the item, otherwise
 *  forbidden where only a create uses them. */
function creationRules(
  kind: AnyKind,
  own: Members,
  { import: importSpec }: CommonSpec,
): readonly Objection[] {
  const has = (field: string): boolean => own[field] !== undefined;
  const mayCreate = importSpec === undefined || importSpec.orCreate === true;
  const wrong: readonly string[] = mayCreate
    ? kind.requiredToCreate.filter((field) => !has(field))
    : kind.createOnly.filter((field) => has(field));
  const reason = mayCreate ? REQUIRED_TO_CREATE : CREATE_ONLY;
  return wrong.map((field) => ({ path: `spec.${field}`, reason }));
}

/** Returns objections to changed immutable fields. @param before the spec that the item was created
 *  with */
export const immutableObjections = (
  kind: AnyKind,
  before: Members,
  after: Members,
): readonly Objection[] =>
  kind.immutable
    .filter((field: string) => !same(before[field], after[field]))
    .map((field: string) => ({
      path: `spec.${field}`,
      reason: IMMUTABLE,
    }));

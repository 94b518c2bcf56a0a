import { commonRulesOf } from '../model/common-spec.ts';
import type { Rule } from '../model/definition.ts';
import type { AnyKind } from '../model/kind.ts';
import { NO_MARK } from '../model/tags.ts';
import { escapeReserved } from './cel.ts';
import type { Schema, Validation } from './schema.ts';

/** The members of a kind that define admission. */
export type Admitted = Pick<AnyKind, 'rules' | 'immutable' | 'requiredToCreate' | 'createOnly'>;

/** The rules of a kind by place. The root holds only rules that compare with the previous object:
 *  the API server evaluates root rules on every write, so that a tightened rule on the new object
 *  alone would also reject status writes and the removal of the finalizer. */
export interface Rules {
  readonly root: readonly Validation[];
  readonly spec: readonly Validation[];
}

/** True while no item exists that a change would affect: until then a typing error may be
 *  corrected. */
const NOTHING_YET = '!has(oldSelf.status) || !has(oldSelf.status.id)';
/** True where this object may create the item. */
const MAY_CREATE = '!has(self.import) || (has(self.import.orCreate) && self.import.orCreate)';

const validation = (
  rule: string,
  message: string,
  extra: Partial<Validation> = {},
): Validation => ({
  rule: escapeReserved(rule),
  message,
  ...extra,
});

/** Compares presence too: a rule on the field itself would not run when it is added or removed. */
const immutable = (field: string): Validation =>
  validation(
    `${NOTHING_YET} || (has(self.spec.${field}) == has(oldSelf.spec.${field}) && (!has(self.spec.${field}) || self.spec.${field} == oldSelf.spec.${field}))`,
    `spec.${field} cannot change once the item exists: put the old value back, or make a new object`,
    { fieldPath: `.spec.${field}`, reason: 'FieldValueForbidden' },
  );

const requiredToCreate = (field: string): Validation =>
  validation(
    `has(self.${field}) || !(${MAY_CREATE})`,
    `spec.${field} is needed to create the item: set it, or take an existing item over with spec.import`,
    {
      fieldPath: `.${field}`,
      reason: 'FieldValueRequired',
    },
  );

const createOnly = (field: string): Validation =>
  validation(
    `!has(self.${field}) || ${MAY_CREATE}`,
    `spec.${field} has an effect only when the item is created: take it out, or set spec.import.orCreate`,
    { fieldPath: `.${field}`, reason: 'FieldValueForbidden' },
  );

/** Returns the field at the start of a message, where the schema has it outside lists and maps. */
function fieldOf({ message }: Rule, spec: Schema): string | null {
  const path = /^spec((?:\.[a-zA-Z][a-zA-Z0-9]*)+)\b/.exec(message)?.[1];
  if (path === undefined) return null;
  const names = path.slice(1).split('.');
  const found = names.reduce<Schema | undefined>((at, name) => at?.properties?.[name], spec);
  return found === undefined ? null : path;
}

const comparesWithOld = ({ rule }: Rule): boolean => /\boldSelf\b/.test(rule);

/** Moves a kind's own rule on `oldSelf`, which requires an existing item, to the root, behind the
 *  guard. */
const lifted = ({ rule, message }: Rule, field: string | null): Validation =>
  validation(
    `${NOTHING_YET} || (${rule.replace(/\b(self|oldSelf)\b/g, '$1.spec')})`,
    message,
    field === null ? {} : { fieldPath: `.spec${field}` },
  );

/** Returns the handwritten rules: the kind's own, and those that apply to every kind with the
 *  field. */
const written = (kind: Admitted, { properties = {} }: Schema): readonly Rule[] => {
  const everywhere = [
    ...('tags' in properties ? [NO_MARK] : []),
    ...commonRulesOf(properties).map(({ rule, message }) => ({ rule, message })),
  ];
  return [
    ...kind.rules,
    ...everywhere.filter(({ message }) => kind.rules.every((rule) => rule.message !== message)),
  ];
};

/** Returns all rules of a kind. `spec`: its schema, for the paths at the start of messages. */
export function rulesOf(kind: Admitted, spec: Schema): Rules {
  const own = written(kind, spec);
  const transitions = own.filter(comparesWithOld);
  const plain = own.filter((rule) => !comparesWithOld(rule));
  return {
    root: [
      ...kind.immutable.map(immutable),
      ...transitions.map((rule) => lifted(rule, fieldOf(rule, spec))),
    ],
    spec: [
      ...plain.map((rule) => {
        const field = fieldOf(rule, spec);
        return validation(rule.rule, rule.message, field === null ? {} : { fieldPath: field });
      }),
      ...kind.requiredToCreate.map(requiredToCreate),
      ...kind.createOnly.map(createOnly),
    ],
  };
}

import { CREATE_ONLY, commonRulesOf, IMMUTABLE, REQUIRED_TO_CREATE } from '../model/common-spec.ts';
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
    IMMUTABLE,
    { fieldPath: `.spec.${field}`, reason: 'FieldValueForbidden' },
  );

const requiredToCreate = (field: string): Validation =>
  validation(`has(self.${field}) || !(${MAY_CREATE})`, REQUIRED_TO_CREATE, {
    fieldPath: `.${field}`,
    reason: 'FieldValueRequired',
  });

const createOnly = (field: string): Validation =>
  validation(`!has(self.${field}) || ${MAY_CREATE}`, CREATE_ONLY, {
    fieldPath: `.${field}`,
    reason: 'FieldValueForbidden',
  });

const comparesWithOld = ({ rule }: Rule): boolean => /\boldSelf\b/.test(rule);

/** Moves a kind's own rule on `oldSelf`, which requires an existing item, to the root, behind the
 *  guard. */
const lifted = ({ rule, field, message }: Rule): Validation =>
  validation(`${NOTHING_YET} || (${rule.replace(/\b(self|oldSelf)\b/g, '$1.spec')})`, message, {
    fieldPath: `.spec.${field}`,
  });

const messageOf = ({ field, message }: Rule): string => `${field} ${message}`;

/** Returns the handwritten rules: the kind's own, and those that apply to every kind with the
 *  field. */
const written = (kind: Admitted, { properties = {} }: Schema): readonly Rule[] => {
  const everywhere = [...('tags' in properties ? [NO_MARK] : []), ...commonRulesOf(properties)];
  return [
    ...kind.rules,
    ...everywhere.filter((one) => kind.rules.every((rule) => messageOf(rule) !== messageOf(one))),
  ];
};

/** Returns all rules of a kind. `spec`: its schema, for the rules of every kind with a field. */
export function rulesOf(kind: Admitted, spec: Schema): Rules {
  const own = written(kind, spec);
  return {
    root: [...kind.immutable.map(immutable), ...own.filter(comparesWithOld).map(lifted)],
    spec: [
      ...own
        .filter((rule) => !comparesWithOld(rule))
        .map(({ rule, field, message }) => validation(rule, message, { fieldPath: `.${field}` })),
      ...kind.requiredToCreate.map(requiredToCreate),
      ...kind.createOnly.map(createOnly),
    ],
  };
}

import { CommonSpec } from '../model/common-spec.ts';
import { CommonStatus } from '../model/common-status.ts';
import type { Rule } from '../model/definition.ts';
import { InternalStatus } from '../model/internal-status.ts';
import type { AnyKind } from '../model/kind.ts';
import { specSchema, statusSchema } from './definition.ts';
import { type Lost, lostBy } from './inexpressible.ts';
import { problemsIn } from './problems.ts';
import type { Schema } from './schema.ts';

/** Checks for an equivalent CEL rule by message: a refinement and a rule with the same message must
 *  agree, which the case rows prove. */
function untwinned({ path, what, message }: Lost, kind: AnyKind): string | null {
  if (what !== 'refinement')
    return `${path}: the ${what} of zod is lost on the way to the API server: say it as a limit, or as a refinement with a rule`;
  if (kind.rules.some((rule) => rule.message === message)) return null;
  return `${path}: the refinement «${message}» has no rule with the same message`;
}

/** Returns the problems of a rule's field and of its message. Fields inside a list or a map have no
 *  path that an API server accepts. */
function misplaced({ field, message }: Rule, spec: Schema): readonly string[] {
  const found = field
    .split('.')
    .reduce<Schema | undefined>((at, name) => at?.properties?.[name], spec);
  return [
    ...(found === undefined
      ? [`spec.${field}: a rule speaks of this field, which the schema does not have`]
      : []),
    ...(/^(must|may|cannot) /.test(message) && !message.includes(`spec.${field}`)
      ? []
      : [`spec.${field}: «${message}» does not read on behind the field: must …, may …`]),
  ];
}

const shared = (own: object, common: object): readonly string[] =>
  Object.keys(own).filter((field) => field in common);

/** Returns the constraints that admission would lose from the zod schema of a kind, one line each;
 *  empty when the definition may be written. */
export function objectionsTo(kind: AnyKind): readonly string[] {
  const required: readonly string[] = specSchema(kind).required ?? [];
  return [
    ...shared(kind.spec.shape, CommonSpec.shape).map(
      (field) => `spec.${field}: every kind has a field of this name already`,
    ),
    ...shared(kind.status.shape, { ...CommonStatus.shape, ...InternalStatus.shape }).map(
      (field) => `status.${field}: every kind has a field of this name already`,
    ),
    ...lostBy(kind.spec, 'spec').map((lost) => untwinned(lost, kind)),
    ...kind.rules.flatMap((rule) => misplaced(rule, specSchema(kind))),
    ...kind.requiredToCreate
      .filter((field) => required.includes(field))
      .map(
        (field) =>
          `spec.${field}: is needed to create only, make it optional: an import does without`,
      ),
    ...problemsIn(specSchema(kind), 'spec'),
    ...problemsIn(statusSchema(kind), 'status'),
  ]
    .filter((objection) => objection !== null)
    .map((objection) => `${kind.kind}: ${objection}`);
}

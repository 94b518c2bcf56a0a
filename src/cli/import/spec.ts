import type { AnyKind, Item, Observed } from '../../model/kind.ts';
import { parse } from '../../model/parse.ts';
import type { Fields, Step } from '../../model/step.ts';

/** The spec of an item as it can be said, and what of it cannot, a line each. */
export interface Said {
  readonly spec: Fields;
  readonly unsaid: readonly string[];
}

/** The spec that asks for nothing of the item as it is. A field that admission would refuse, or
 *  that would ask for something all the same, is not said.
 *  @param holder the fields that say whose row the item is   @returns null where not even the least
 *  can be said */
export function specOf(
  kind: AnyKind,
  observed: Observed<Item, unknown>,
  holder: Fields,
): Said | null {
  const whole: Fields = kind.manifest.specOf(observed, holder);
  const refused = Object.entries(whole).flatMap(([field, value]) => refusal(kind, field, value));
  const admitted = without(
    whole,
    refused.map(({ field }) => field),
  );
  const asking = fieldsAsked(stepsOf(kind, observed, admitted));
  const spec = without(admitted, asking);
  if (!parse(kind.spec, spec).ok || stepsOf(kind, observed, spec).length > 0) return null;
  return {
    spec,
    unsaid: [
      ...refused.map(({ field, why }) => `spec.${field} is left out: ${why}`),
      ...asking.map(
        (field) => `spec.${field} is left out: the operator would bring it to another form`,
      ),
    ],
  };
}

function refusal(
  kind: AnyKind,
  field: string,
  value: unknown,
): readonly { readonly field: string; readonly why: string }[] {
  const schema = kind.spec.shape[field];
  if (schema === undefined || value === undefined) return [];
  const parsed = parse(schema, value);
  return parsed.ok
    ? []
    : [
        {
          field,
          why: `the service has ${shown(value)}, which is refused${at(parsed.path)}: ${parsed.reason}`,
        },
      ];
}

/** More of a value helps nobody in a line. */
const shown = (value: unknown): string =>
  (JSON.stringify(value) ?? '').slice(0, LONGEST_SHOWN).toWellFormed();
const LONGEST_SHOWN = 200;

const at = (path: string): string => (path === '' ? '' : ` at ${path}`);

/** What would be done, but for waiting, which an item that is on its way makes necessary. */
const stepsOf = (kind: AnyKind, observed: Observed<Item, unknown>, spec: Fields): readonly Step[] =>
  kind
    .update({ spec, name: '', mark: null, secrets: {} }, observed, {})
    .filter((step: Step) => step.type !== 'wait');

/** The fields at the top of the spec that steps are about. */
const fieldsAsked = (steps: readonly Step[]): readonly string[] => [
  ...new Set(
    steps
      .flatMap((step) =>
        step.type === 'call'
          ? step.changes
          : step.type === 'refuse' && step.change
            ? [step.change]
            : [],
      )
      .map(({ field }) => /^[^.[]+/.exec(field)?.[0] ?? field),
  ),
];

/** The fields that have a value, but for these. */
export const without = (fields: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(
    Object.entries(fields).filter(
      ([field, value]) => value !== undefined && !names.includes(field),
    ),
  );

import type { AnyKind, Item, Observed } from '../../model/kind.ts';
import { parse } from '../../model/parse.ts';
import type { Fields, Step } from '../../model/step.ts';

/** The spec of an item, and a line for each field that it cannot express. */
export interface Exported {
  readonly spec: Fields;
  readonly omissions: readonly string[];
}

/** Returns the spec that changes nothing about the item. Omits a field that admission would reject,
 *  or that would still cause a change.
 *  @param holder the fields that name the parent   @returns null where even the smallest spec is
 *  impossible */
export function specOf(
  kind: AnyKind,
  observed: Observed<Item, unknown>,
  holder: Fields,
): Exported | null {
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
    omissions: [
      ...refused.map(({ field, why }) => `spec.${field} is omitted: ${why}`),
      ...asking.map((field) => `spec.${field} is omitted: the operator would change its form`),
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
          why: `the service has ${shown(value)}, which is invalid${at(parsed.path)}: ${parsed.reason}`,
        },
      ];
}

/** Formats a value for a line, truncated. */
const shown = (value: unknown): string =>
  (JSON.stringify(value) ?? '').slice(0, LONGEST_SHOWN).toWellFormed();
const LONGEST_SHOWN = 200;

const at = (path: string): string => (path === '' ? '' : ` at ${path}`);

/** Returns the steps of an update without waits, which a changing item may cause. */
const stepsOf = (kind: AnyKind, observed: Observed<Item, unknown>, spec: Fields): readonly Step[] =>
  kind
    .update({ spec, name: '', mark: null, secrets: {} }, observed, {})
    .filter((step: Step) => step.type !== 'wait');

/** Returns the top-level spec fields that the steps concern. */
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

/** Returns the defined fields except these. */
export const without = (fields: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(
    Object.entries(fields).filter(
      ([field, value]) => value !== undefined && !names.includes(field),
    ),
  );

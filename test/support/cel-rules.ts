import type { Schema, Validation } from '../../src/crd/schema.ts';
import { same } from '../../src/model/fingerprint.ts';
import { celValue, holds } from './cel.ts';

type Members = Readonly<Record<string, unknown>>;

/** A value and the previous one; `before` undefined: there is none. */
interface Change {
  readonly value: unknown;
  readonly before: unknown;
  readonly path: string;
}

const isMap = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reports whether a rule names the old value: such a rule applies only where there is one. */
const isTransition = ({ rule }: Validation): boolean => /\boldSelf\b/.test(rule);

/** Returns the broken rules of one node. With ratcheting, an unchanged value breaks no rule on the
 *  new value alone. */
function broken(schema: Schema, { value, before, path }: Change, ratchets: boolean) {
  const rules = schema['x-kubernetes-validations'] ?? [];
  if (rules.length === 0) return [];
  const isUnchanged = ratchets && before !== undefined && same(value, before);
  const variables = {
    self: celValue(schema, value),
    ...(before === undefined ? {} : { oldSelf: celValue(schema, before) }),
  };
  return rules.flatMap((one) => {
    if (isTransition(one) ? before === undefined : isUnchanged) return [];
    const said = holds(one.rule, variables);
    if (said === true) return [];
    const where = `${path}${one.fieldPath ?? ''}`.replace(/^\./, '');
    return [`${where}: ${said === false ? one.message : said}`];
  });
}

/** Returns the old entry of a list with the same keys. */
function counterpart(schema: Schema, entry: unknown, before: unknown): unknown {
  const keys = schema['x-kubernetes-list-map-keys'] ?? [];
  if (schema['x-kubernetes-list-type'] !== 'map' || !Array.isArray(before)) return undefined;
  return before.find(
    (one) => isMap(one) && isMap(entry) && keys.every((key) => same(one[key], entry[key])),
  );
}

const under = (value: unknown, name: string): unknown => (isMap(value) ? value[name] : undefined);

/** Returns the direct children of a value, with their schemas. */
function below(schema: Schema, change: Change): readonly (readonly [Schema, Change])[] {
  const { value, before, path } = change;
  const { items, properties = {}, additionalProperties } = schema;
  if (Array.isArray(value))
    return value.map((one, i) => [
      items ?? {},
      { value: one, before: counterpart(schema, one, before), path: `${path}[${i}]` },
    ]);
  if (!isMap(value)) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    const inner =
      properties[name] ??
      (typeof additionalProperties === 'object' ? additionalProperties : undefined);
    if (inner === undefined) return [];
    return [
      [inner, { value: member, before: under(before, name), path: `${path}.${name}` }] as const,
    ];
  });
}

/** Returns the rules of a definition that a value breaks, with paths.
 *
 *  @param before the previous value; undefined: it is new   @param ratchets true to accept
 *  unchanged values, as Kubernetes does since 1.30 */
export function ruleBreaches(schema: Schema, change: Change, ratchets: boolean): readonly string[] {
  return [
    ...broken(schema, change, ratchets),
    ...below(schema, change).flatMap(([inner, one]) => ruleBreaches(inner, one, ratchets)),
  ];
}

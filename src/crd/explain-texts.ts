import type { AnyKind } from '../model/kind.ts';
import type { Schema } from './schema.ts';

const withSentence = (schema: Schema, sentence: string | null): Schema =>
  sentence === null
    ? schema
    : { ...schema, description: `${schema.description ?? ''} ${sentence}`.trim() };

function sentenceOn(kind: AnyKind, field: string): string | null {
  if (kind.createOnly.includes(field)) return 'Used only at creation.';
  return kind.immutable.includes(field) ? 'Immutable after creation.' : null;
}

const mapped = (
  properties: Schema['properties'],
  sentence: (field: string) => string | null,
): NonNullable<Schema['properties']> =>
  Object.fromEntries(
    Object.entries(properties ?? {}).map(([field, schema]) => [
      field,
      withSentence(schema, sentence(field)),
    ]),
  );

/** Adds texts for `kubectl explain` to a kind's spec schema: immutable fields, and the kind's
 *  default policies. */
export function explained(kind: AnyKind, spec: Schema): Schema {
  const { policy = {}, ...own } = spec.properties ?? {};
  const silent: Readonly<Record<string, string>> = { deletion: kind.deletion, loss: kind.loss };
  const policies = mapped(policy.properties, (field) =>
    silent[field] === undefined ? null : `Default of this kind: ${silent[field]}.`,
  );
  return {
    ...spec,
    properties: {
      ...mapped(own, (field) => sentenceOn(kind, field)),
      policy: { ...policy, properties: policies },
    },
  };
}

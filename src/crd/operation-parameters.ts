import * as z from 'zod';
import type { AnyKind } from '../model/kind.ts';
import type { Schema } from './schema.ts';
import { structural } from './structural.ts';

/** A parameter of a verb, with the kind that has the verb. */
export interface Parameter {
  readonly kind: string;
  readonly verb: string;
  readonly name: string;
  readonly schema: Schema;
}

/** Returns the parameters of all verbs. */
export const parametersOf = (kinds: readonly AnyKind[]): readonly Parameter[] =>
  kinds.flatMap(({ kind, requests }) =>
    Object.keys(requests).flatMap((verb) => {
      const own: z.ZodObject = requests[verb]?.parameters ?? z.strictObject({});
      return Object.entries(structural(own).properties ?? {}).map(([name, schema]) => ({
        kind,
        verb,
        name,
        schema,
      }));
    }),
  );

/** Returns the names of parameters without duplicates. */
export const namesOf = (all: readonly Parameter[]): readonly string[] => [
  ...new Set(all.map(({ name }) => name)),
];

/** Returns the schema of each parameter, by name. Verbs that share a parameter share its schema:
 *  throws if two verbs declare it differently, because one definition cannot contain both. */
export function parameterSchemas(all: readonly Parameter[]): Readonly<Record<string, Schema>> {
  return Object.fromEntries(
    namesOf(all).map((name) => {
      const [first, ...others] = all.filter((one) => one.name === name);
      if (first === undefined || others.some(({ schema }) => !alike(schema, first.schema)))
        throw new Error(`parameter ${name}: two verbs give it different schemas`);
      const verbs = [first, ...others].map(({ kind, verb }) => `${verb} of ${kind}`).join(', ');
      return [
        name,
        { ...first.schema, description: `${verbs}. ${first.schema.description ?? ''}` },
      ];
    }),
  );
}

const alike = (a: Schema, b: Schema): boolean => JSON.stringify(a) === JSON.stringify(b);

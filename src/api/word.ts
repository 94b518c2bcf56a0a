import * as z from 'zod';

/** The known words of schemas made by `word`. A separate registry keeps JSON schemas of records
 *  plain. */
const vocabulary = z.registry<{ readonly words: readonly string[] }>();

/** A known word, or one that the service has added since: the compiler suggests the known ones and
 *  accepts all others. */
export type Word<Known extends string> = Known | (string & {});

/** Builds the schema of a word of an open set: accepts every string unchanged, and registers the
 *  known words. For records only; request bodies use `z.enum`, because the service refuses unknown
 *  words. Source: conventions#paths-and-bodies. */
export const word = <const Known extends string>(
  words: readonly Known[],
): z.ZodType<Word<Known>, Word<Known>> =>
  z.string().register(vocabulary, { words }) as z.ZodType<Word<Known>, Word<Known>>;

/** Returns the known words of a schema made by `word`, also under nullable and optional; undefined
 *  for every other schema. */
export const wordsOf = (schema: z.core.$ZodType): readonly string[] | undefined =>
  schema instanceof z.ZodNullable || schema instanceof z.ZodOptional
    ? wordsOf(schema.unwrap())
    : vocabulary.get(schema)?.words;

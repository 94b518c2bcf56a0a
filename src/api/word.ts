import * as z from 'zod';

/** The words that are known for a schema made by `word`. A registry of its own, so that JSON
 *  schemas made from records stay plain. */
const vocabulary = z.registry<{ readonly words: readonly string[] }>();

/** One of the known words, or one that the service has added since: the known ones are offered by
 *  the compiler, all others pass. */
export type Word<Known extends string> = Known | (string & {});

/** A word of an open set: every string is accepted and kept as it is, the known words are recorded
 *  beside it. For records only; request bodies use `z.enum`, because the service refuses a word
 *  that it does not know. Source: conventions#paths-and-bodies. */
export const word = <const Known extends string>(
  words: readonly Known[],
): z.ZodType<Word<Known>, Word<Known>> =>
  z.string().register(vocabulary, { words }) as z.ZodType<Word<Known>, Word<Known>>;

/** The known words of a schema made by `word`, also under nullable and optional; undefined for
 *  every other schema. */
export const wordsOf = (schema: z.core.$ZodType): readonly string[] | undefined =>
  schema instanceof z.ZodNullable || schema instanceof z.ZodOptional
    ? wordsOf(schema.unwrap())
    : vocabulary.get(schema)?.words;

/** The entry of a table for a word that came from outside; undefined where there is none. What
 *  every object inherits is no entry: `toString` is a word too. */
export const entryFor = <T>(table: Readonly<Record<string, T>>, word: string): T | undefined =>
  Object.hasOwn(table, word) ? table[word] : undefined;

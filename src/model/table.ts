/** Returns the entry of a table for an external word; undefined where there is none. Inherited
 *  properties such as `toString` are no entries. */
export const entryFor = <T>(table: Readonly<Record<string, T>>, word: string): T | undefined =>
  Object.hasOwn(table, word) ? table[word] : undefined;

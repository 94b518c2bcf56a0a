/** The longest line of a status, in characters. */
const LONGEST_LINE = 4_096;

/** Truncates a line to the maximum length. */
export const shortened = (line: string, most = LONGEST_LINE): string =>
  line.length <= most ? line : `${line.slice(0, most - 1).toWellFormed()}…`;

/** Lists each word once with its count, in order of first occurrence: `Tag, 3 times
 *  RemoveDevice`. */
export function counted(words: readonly string[]): string {
  const times = (word: string): number => words.filter((other) => other === word).length;
  return [...new Set(words)]
    .map((word) => (times(word) === 1 ? word : `${times(word)} times ${word}`))
    .join(', ');
}

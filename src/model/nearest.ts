/** The largest number of guesses. */
const GUESSES = 3;

/** Returns the words that a mistyped one may stand for, the most similar first: a third of its
 *  letters may differ, and at least two. */
export function nearest(typed: string, words: readonly string[]): readonly string[] {
  const bound = Math.max(2, Math.floor(typed.length / 3));
  return words
    .map((word) => ({ word, distance: distanceOf(typed.toLowerCase(), word.toLowerCase()) }))
    .filter(({ distance }) => distance <= bound)
    .toSorted((a, b) => a.distance - b.distance)
    .slice(0, GUESSES)
    .map(({ word }) => word);
}

/** Returns the number of letters to insert, remove or replace. */
function distanceOf(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (const [i, letter] of Array.from(from).entries()) {
    const next = [i + 1];
    for (const [j, other] of Array.from(to).entries())
      next.push(
        Math.min(
          (row[j + 1] ?? 0) + 1,
          (next[j] ?? 0) + 1,
          (row[j] ?? 0) + (letter === other ? 0 : 1),
        ),
      );
    row = next;
  }
  return row.at(-1) ?? 0;
}

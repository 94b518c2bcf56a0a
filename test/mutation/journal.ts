import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The results, one line each, written at once: an aborted session loses nothing. Mutants are
 *  identified by their keys. */
export type Entry =
  /** Mutants that the tests of a file execute, and those that only its imports execute. */
  | {
      readonly type: 'reached';
      readonly file: string;
      readonly inTests: readonly string[];
      readonly atLoad: readonly string[];
    }
  | { readonly type: 'killed'; readonly file: string; readonly mutant: string; readonly by: string }
  | { readonly type: 'late'; readonly file: string; readonly mutant: string }
  | {
      readonly type: 'unnoticed';
      readonly file: string;
      readonly mutant: string;
      readonly tests: number;
      readonly ms: number;
    }
  /** A test fails without a mutant after the mutants: the results of this file are invalid. */
  | { readonly type: 'unsound'; readonly file: string; readonly test: string }
  | { readonly type: 'finished'; readonly file: string };

const pathOf = (folder: string): string => join(folder, 'journal.jsonl');

export function note(folder: string, entry: Entry): void {
  appendFileSync(pathOf(folder), `${JSON.stringify(entry)}\n`);
}

/** Reads all results; skips an incomplete last line. */
export function noted(folder: string): readonly Entry[] {
  if (!existsSync(pathOf(folder))) return [];
  const lines = readFileSync(pathOf(folder), 'utf8').split('\n');
  return lines.flatMap((line) =>
    line.startsWith('{') && line.endsWith('}') ? [JSON.parse(line) as Entry] : [],
  );
}

/** Returns the killed mutants. */
export const killedIn = (entries: readonly Entry[]): ReadonlySet<string> =>
  new Set(
    entries.flatMap((entry) =>
      entry.type === 'killed' || entry.type === 'late' ? [entry.mutant] : [],
    ),
  );

/** Returns the time of unsuccessful tests on each mutant (milliseconds). */
export function spentIn(entries: readonly Entry[]): ReadonlyMap<string, number> {
  const spent = new Map<string, number>();
  for (const entry of entries)
    if (entry.type === 'unnoticed')
      spent.set(entry.mutant, (spent.get(entry.mutant) ?? 0) + entry.ms);
  return spent;
}

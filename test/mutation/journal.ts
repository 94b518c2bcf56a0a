import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What was learnt, a line each, written as it is learnt: a session that dies loses nothing.
 *  Mutants are named by their keys. */
export type Entry =
  /** What the tests of a file come by, and what only its imports come by. */
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
  /** Without a mutant a test fails behind the mutants: what was learnt in this file is worth
   *  nothing. */
  | { readonly type: 'unsound'; readonly file: string; readonly test: string }
  | { readonly type: 'finished'; readonly file: string };

const pathOf = (folder: string): string => join(folder, 'journal.jsonl');

export function note(folder: string, entry: Entry): void {
  appendFileSync(pathOf(folder), `${JSON.stringify(entry)}\n`);
}

/** All that is noted; a line that a dying session left unfinished is left out. */
export function noted(folder: string): readonly Entry[] {
  if (!existsSync(pathOf(folder))) return [];
  const lines = readFileSync(pathOf(folder), 'utf8').split('\n');
  return lines.flatMap((line) =>
    line.startsWith('{') && line.endsWith('}') ? [JSON.parse(line) as Entry] : [],
  );
}

/** The mutants that a test noticed. */
export const killedIn = (entries: readonly Entry[]): ReadonlySet<string> =>
  new Set(
    entries.flatMap((entry) =>
      entry.type === 'killed' || entry.type === 'late' ? [entry.mutant] : [],
    ),
  );

/** How long tests were played on each mutant in vain (milliseconds). */
export function spentIn(entries: readonly Entry[]): ReadonlyMap<string, number> {
  const spent = new Map<string, number>();
  for (const entry of entries)
    if (entry.type === 'unnoticed')
      spent.set(entry.mutant, (spent.get(entry.mutant) ?? 0) + entry.ms);
  return spent;
}

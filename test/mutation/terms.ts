import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Mutant } from './mutants.ts';

/** The terms of a session: the mutants, and the time limits per mutant for one file and for all
 *  files. */
export interface Terms {
  readonly patienceMs: number;
  readonly enoughMs: number;
  readonly mutants: readonly Pick<Mutant, 'id' | 'key'>[];
}

export const writeTerms = (folder: string, terms: Terms): void =>
  writeFileSync(join(folder, 'terms.json'), JSON.stringify(terms));

export const readTerms = (folder: string): Terms =>
  JSON.parse(readFileSync(join(folder, 'terms.json'), 'utf8')) as Terms;

/** Returns the file with the key of the current mutant, which identifies it when a session
 *  hangs. */
export const currentIn = (folder: string): string => join(folder, 'current');

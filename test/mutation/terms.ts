import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Mutant } from './mutants.ts';

/** What a session is told: the mutants to try, how long the tests of one file may take over one
 *  mutant, and how long those of all files. */
export interface Terms {
  readonly patienceMs: number;
  readonly enoughMs: number;
  readonly mutants: readonly Pick<Mutant, 'id' | 'key'>[];
}

export const writeTerms = (folder: string, terms: Terms): void =>
  writeFileSync(join(folder, 'terms.json'), JSON.stringify(terms));

export const readTerms = (folder: string): Terms =>
  JSON.parse(readFileSync(join(folder, 'terms.json'), 'utf8')) as Terms;

/** The file that always holds the key of the mutant that is being tried: whoever waits for a hung
 *  session reads it. */
export const currentIn = (folder: string): string => join(folder, 'current');

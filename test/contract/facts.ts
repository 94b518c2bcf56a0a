import { readFileSync } from 'node:fs';
import type { Documents, Recording } from './facts/rows.ts';

const read = (file: string): unknown =>
  JSON.parse(readFileSync(new URL(`./facts/${file}`, import.meta.url), 'utf8'));

/** The rows that descriptions of the service state; test/contract/facts/rows.ts has their form. */
export const documents = read('documents.json') as Documents;

/** The recorded exchanges, in the same way. */
export const { recordings } = read('recordings.json') as {
  readonly recordings: readonly Recording[];
};

import { readFileSync } from 'node:fs';
import type { Documents, Recording } from '../facts/rows.ts';

const read = (file: string): unknown => JSON.parse(readFileSync(new URL(`../facts/${file}`, import.meta.url), 'utf8'));

/** What descriptions of the service state, row by row: test/facts/rows.ts has the form. */
export const documents = read('documents.json') as Documents;

/** The recorded exchanges, in the same way. */
export const { recordings } = read('recordings.json') as { readonly recordings: readonly Recording[] };

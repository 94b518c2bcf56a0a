import { readFileSync } from 'node:fs';
import type { Documents, Recording } from './facts/rows.ts';

const read = (file: string): unknown =>
  JSON.parse(readFileSync(new URL(`./facts/${file}`, import.meta.url), 'utf8'));

/** The statements of the service's descriptions as rows; test/contract/facts/rows.ts defines their
 *  form. */
export const documents = read('documents.json') as Documents;

/** The recorded exchanges as rows. */
export const { recordings } = read('recordings.json') as {
  readonly recordings: readonly Recording[];
};

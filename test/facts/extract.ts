import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { documentsOf } from './documents.ts';
import { recordingsOf } from './recordings.ts';

const { check, beside } = parseArgs({ options: { check: { type: 'boolean', default: false }, beside: { type: 'string' } } }).values;

/** The sources lie beside the checkout: this one, or for a copy of it the one that `--beside` names. */
const checkout = beside === undefined ? new URL('../../', import.meta.url) : pathToFileURL(`${beside}/`);
const shared = new URL('../shared/', checkout);
const here = new URL('./', import.meta.url);

const say = (text: string): boolean => process.stdout.write(`${text}\n`);

const textsIn = (directory: string): readonly string[] =>
  readdirSync(new URL(directory, shared))
    .toSorted()
    .map((file) => readFileSync(new URL(`${directory}/${file}`, shared), 'utf8'));

/** One row a line, so that a change shows as the row that changed. */
const rows = (list: readonly unknown[]): string => `[\n${list.map((row) => `    ${JSON.stringify(row)}`).join(',\n')}\n  ]`;

const render = (lists: Readonly<Record<string, readonly unknown[]>>): string =>
  `{\n${Object.entries(lists)
    .map(([name, list]) => `  "${name}": ${rows(list)}`)
    .join(',\n')}\n}\n`;

const extracted = (): Readonly<Record<string, string>> => {
  const [first = '', second = '', third = ''] = textsIn('seeds');
  const recordings = recordingsOf(textsIn('reference/recorded').map((text): unknown => JSON.parse(text)));
  return {
    'documents.json': render({ ...documentsOf({ 1: first, 2: second, 3: third }) }),
    'recordings.json': render({ recordings }),
  };
};

/** True when the committed file is what has been extracted. */
const isCurrent = ([file, text]: readonly [string, string]): boolean =>
  existsSync(new URL(file, here)) && readFileSync(new URL(file, here), 'utf8') === text;

/** Writes the facts, or with `--check` says which are out of date. The sources lie outside the repository: without them nothing can be done. */
const main = (): number => {
  if (!existsSync(shared)) {
    say('the sources of the facts are not available here: nothing to do');
    return 0;
  }
  const stale = Object.entries(extracted()).filter((file) => !isCurrent(file));
  if (check) {
    if (stale.length === 0) say('the facts are up to date');
    for (const [file] of stale) say(`test/facts/${file} is out of date: run npm run facts`);
    return stale.length > 0 ? 1 : 0;
  }
  for (const [file, text] of stale) writeFileSync(new URL(file, here), text);
  say(stale.length === 0 ? 'the facts are up to date' : `wrote ${stale.map(([file]) => file).join(', ')}`);
  return 0;
};

process.exitCode = main();

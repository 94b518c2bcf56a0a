import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { CORE_SCHEMA, loadAll, mergeTag } from 'js-yaml';
import type { Problem } from './problem.ts';

/** One document of a file. */
export interface Document {
  /** The file, or `standard input`. */
  readonly file: string;
  readonly value: unknown;
}

/** The content of files; documents and problems in the order of the files. */
export interface Read {
  readonly documents: readonly Document[];
  readonly problems: readonly Problem[];
}

const MANIFEST = /\.(ya?ml|json)$/;
const STANDARD_INPUT = 'standard input';
const SCHEMA = CORE_SCHEMA.withTags(mergeTag);

interface Text {
  readonly file: string;
  readonly text: string;
}

/** Reads every document of files, folders and standard input (`-`), YAML or JSON. In a folder reads
 *  files that end with .yaml, .yml and .json, with `recursive` those of its subfolders too. */
export async function readDocuments(
  files: readonly string[],
  { recursive, input }: { readonly recursive: boolean; readonly input: () => Promise<string> },
): Promise<Read> {
  const reads = await Promise.all(
    files.map(async (file) => {
      try {
        return parsedAll(
          file === '-'
            ? [{ file: STANDARD_INPUT, text: await input() }]
            : await textsAt(file, recursive),
        );
      } catch (error) {
        return failed(file, `cannot be read: ${wordsOf(error)}`);
      }
    }),
  );
  return joined(reads);
}

async function textsAt(path: string, recursive: boolean): Promise<readonly Text[]> {
  if (!(await stat(path)).isDirectory()) return [await textOf(path)];
  const names = (await readdir(path, { recursive }))
    .filter((name) => MANIFEST.test(name))
    .toSorted();
  return Promise.all(names.map((name) => textOf(join(path, name))));
}

const textOf = async (file: string): Promise<Text> => ({
  file,
  text: await readFile(file, 'utf8'),
});

const parsedAll = (texts: readonly Text[]): Read => joined(texts.map(parsed));

function parsed({ file, text }: Text): Read {
  try {
    const documents = loadAll(text, { schema: SCHEMA }).filter(
      (value) => value !== null && value !== undefined,
    );
    return {
      documents: documents.flatMap(itemsOf).map((value) => ({ file, value })),
      problems: [],
    };
  } catch (error) {
    return failed(file, `is neither YAML nor JSON: ${wordsOf(error)}`);
  }
}

/** Expands a List into its manifests, as `kubectl get -o yaml` prints them. */
function itemsOf(value: unknown): readonly unknown[] {
  const { kind, items } = value as { readonly kind?: unknown; readonly items?: unknown };
  return typeof kind === 'string' && kind.endsWith('List') && Array.isArray(items)
    ? (items as readonly unknown[])
    : [value];
}

const failed = (where: string, reason: string): Read => ({
  documents: [],
  problems: [{ where, path: '', reason }],
});

const joined = (reads: readonly Read[]): Read => ({
  documents: reads.flatMap(({ documents }) => documents),
  problems: reads.flatMap(({ problems }) => problems),
});

/** Returns the first line of an error's message: later lines quote the file. */
const wordsOf = (error: unknown): string =>
  error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);

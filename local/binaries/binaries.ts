import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { join } from 'node:path';

/** A source of binaries. */
export interface Source<Name extends string> {
  readonly name: string;
  readonly find: (wanted: readonly Name[]) => Promise<Found>;
}

/** A folder with all wanted binaries, or one sentence on why this source has none. */
export type Found = { readonly directory: string } | { readonly why: string };

export type Resolved =
  | { readonly ok: true; readonly directory: string; readonly source: string }
  | { readonly ok: false; readonly problem: string };

/** The message when no source has the binaries. */
export interface Shortage {
  readonly title: string;
  readonly advice: readonly string[];
}

/** Tries one source after the other for a folder with all wanted binaries. On failure `problem`
 *  explains each source's failure and the remedy. */
export async function resolveBinaries<Name extends string>(
  wanted: readonly Name[],
  sources: readonly Source<Name>[],
  { title, advice }: Shortage,
): Promise<Resolved> {
  const reasons: string[] = [];
  for (const source of sources) {
    const found = await source.find(wanted);
    if ('directory' in found) return { ok: true, directory: found.directory, source: source.name };
    reasons.push(`  - ${source.name}: ${found.why}`);
  }
  return {
    ok: false,
    problem: [`${title} (${wanted.join(', ')}):`, ...reasons, ...advice].join('\n'),
  };
}

/** Builds a source that only checks a folder for completeness.
 *  @param directory null when no folder is set */
export function folderSource<Name extends string>(
  name: string,
  directory: string | null,
): Source<Name> {
  const find = async (wanted: readonly Name[]): Promise<Found> => {
    if (directory === null) return { why: 'not set' };
    const missing = await missingIn(directory, wanted);
    return missing.length === 0
      ? { directory }
      : { why: `${directory} has no ${missing.join(', no ')}` };
  };
  return { name, find };
}

/** Returns the wanted binaries that do not exist as executable files. */
export async function missingIn<Name extends string>(
  directory: string,
  wanted: readonly Name[],
): Promise<readonly Name[]> {
  const there = await Promise.all(wanted.map((name) => isExecutable(join(directory, name))));
  return wanted.filter((_, index) => !there[index]);
}

/** Returns the program in the first folder of a search path that contains it, or null. */
export async function findOnPath(program: string, path: readonly string[]): Promise<string | null> {
  for (const folder of path)
    if (await isExecutable(join(folder, program))) return join(folder, program);
  return null;
}

const isExecutable = (file: string): Promise<boolean> =>
  access(file, constants.X_OK).then(
    () => true,
    () => false,
  );

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** The folder of an installed package, from the root of the repository, with slashes:
 *  `node_modules/zod`. */
export type PackageFolder = string;

const PackageFile = z.object({
  name: z.string(),
  version: z.string(),
  license: z.string(),
  dependencies: z.record(z.string(), z.string()).default({}),
});

const WITHIN_PACKAGE = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/;

/** The package that a file is of. @param path from the root of the repository @returns null for a
 *  file of our own */
export const packageFolderOf = (path: string): PackageFolder | null =>
  WITHIN_PACKAGE.exec(path)?.[0] ?? null;

/** What a package says of itself. Throws when it does not. */
export const packageFileIn = (root: string, folder: PackageFolder): z.infer<typeof PackageFile> =>
  PackageFile.parse(JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')));

/** The packages, and all that they depend on: a package may carry a copy of what it depends on in
 *  its own files. In order of their names. */
export function withDependencies(
  root: string,
  folders: Iterable<PackageFolder>,
): readonly PackageFolder[] {
  const found = new Set<PackageFolder>(folders);
  // A set that grows while it is walked is walked to its new end.
  for (const folder of found) {
    for (const name of Object.keys(packageFileIn(root, folder).dependencies)) {
      const dependency = [`${folder}/node_modules/${name}`, `node_modules/${name}`].find((path) =>
        existsSync(join(root, path)),
      );
      if (dependency !== undefined) found.add(dependency);
    }
  }
  return [...found].toSorted();
}

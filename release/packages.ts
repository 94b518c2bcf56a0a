import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** The folder of an installed package, relative to the root of the repository, with slashes:
 *  `node_modules/zod`. */
export type PackageFolder = string;

const PackageFile = z.object({
  name: z.string(),
  version: z.string(),
  license: z.string(),
  dependencies: z.record(z.string(), z.string()).default({}),
});

const WITHIN_PACKAGE = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/;

/** Returns the package of a file. @param path relative to the root of the repository @returns null
 *  for the project's own files */
export const packageFolderOf = (path: string): PackageFolder | null =>
  WITHIN_PACKAGE.exec(path)?.[0] ?? null;

/** Reads the package.json of a package. Throws when it is invalid. */
export const packageFileIn = (root: string, folder: PackageFolder): z.infer<typeof PackageFile> =>
  PackageFile.parse(JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')));

/** Returns the packages with all their dependencies, which a package may contain copies of. Sorted
 *  by name. */
export function withDependencies(
  root: string,
  folders: Iterable<PackageFolder>,
): readonly PackageFolder[] {
  const found = new Set<PackageFolder>(folders);
  // The iteration of a growing set includes the added members.
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

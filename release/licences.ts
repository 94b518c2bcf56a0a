import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type PackageFolder, packageFileIn, withDependencies } from './packages.ts';

const IS_LICENCE = /^(licen[cs]e|copying|notice)/i;
const RULE = '='.repeat(100);

/** One text with the licence of every package, whole, under its name and version; those of their
 *  dependencies too, of which they may carry copies. Throws for a package that comes without one.
 *  @param bundled the packages whose own files are in the bundle */
export function licencesOf(root: string, bundled: readonly PackageFolder[]): string {
  const sections = withDependencies(root, bundled).flatMap((folder) => {
    const { name, version, license } = packageFileIn(root, folder);
    const texts = licenceTextsIn(join(root, folder));
    if (texts.length === 0 && bundled.includes(folder))
      throw new Error(`${name} ${version} has no licence file`);
    return texts.length === 0
      ? []
      : [`${[`${name} ${version} (${license})`, ...texts].join('\n\n')}\n`];
  });
  return sections.join(`\n${RULE}\n\n`);
}

const licenceTextsIn = (folder: string): readonly string[] =>
  readdirSync(folder)
    .filter((file) => IS_LICENCE.test(file))
    .toSorted()
    .map((file) => readFileSync(join(folder, file), 'utf8').trim());

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type PackageFolder, packageFileIn, withDependencies } from './packages.ts';

const IS_LICENCE = /^(licen[cs]e|copying|notice)/i;
const RULE = '='.repeat(100);

/** Builds one text with the complete licence of every package, under its name and version,
 *  including dependencies, which a package may contain copies of. Throws for a package without one.
 *  @param bundled packages with files in the bundle */
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

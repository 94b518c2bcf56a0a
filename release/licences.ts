import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { PackageFolder } from './packages.ts';

const PackageFile = z.object({ name: z.string(), version: z.string(), license: z.string() });

const IS_LICENCE = /^(licen[cs]e|copying|notice)/i;
const RULE = '='.repeat(100);

/** One text with the licence of every package, whole, under its name and version. Throws for a package that comes without one. */
export const licencesOf = (root: string, folders: readonly PackageFolder[]): string =>
  folders.map((folder) => `${licenceOf(join(root, folder))}\n`).join(`\n${RULE}\n\n`);

function licenceOf(folder: string): string {
  const { name, version, license } = PackageFile.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')));
  const texts = readdirSync(folder)
    .filter((file) => IS_LICENCE.test(file))
    .toSorted()
    .map((file) => readFileSync(join(folder, file), 'utf8').trim());
  if (texts.length === 0) throw new Error(`${name} ${version} has no licence file`);
  return [`${name} ${version} (${license})`, ...texts].join('\n\n');
}

import { readdirSync } from 'node:fs';
import { join, matchesGlob, relative, sep } from 'node:path';

/** Returns the build context of a folder: the files that `.dockerignore`, which begins with `*`,
 *  allows.
 *  @param rules the text of `.dockerignore` @returns paths relative to the folder, with slashes */
export function sentFiles(root: string, rules: string): readonly string[] {
  const lines = rules.trim().split('\n');
  const kept = lines.filter((line) => line.startsWith('!')).map((line) => line.slice(1));
  const dropped = lines.slice(1).filter((line) => !line.startsWith('!'));
  return kept
    .flatMap((name) => filesUnder(root, name))
    .filter(
      (path) => !dropped.some((rule) => matchesGlob(path, rule) || path.startsWith(`${rule}/`)),
    );
}

function filesUnder(root: string, name: string): readonly string[] {
  const inside = readdirSync(root, { withFileTypes: true }).find((entry) => entry.name === name);
  if (inside?.isFile()) return [name];
  return readdirSync(join(root, name), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'));
}

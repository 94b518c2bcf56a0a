import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const IMPORTED = /(?:from|import) '(\.[^']+\.ts)'/g;

/** The files that a file imports, itself included, directly or by others. Paths are relative to the
 *  working directory. */
export function reachOf(file: string, known = new Set<string>()): ReadonlySet<string> {
  if (known.has(file) || !existsSync(file)) return known;
  known.add(file);
  for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(IMPORTED))
    reachOf(join(dirname(file), path), known);
  return known;
}

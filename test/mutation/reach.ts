import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const IMPORTED = /(?:from|import) '(\.[^']+\.ts)'/g;

/** Returns the transitive imports of a file, including itself. Paths are relative to the working
 *  directory. */
export function reachOf(file: string, known = new Set<string>()): ReadonlySet<string> {
  if (known.has(file) || !existsSync(file)) return known;
  known.add(file);
  for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(IMPORTED))
    reachOf(join(dirname(file), path), known);
  return known;
}

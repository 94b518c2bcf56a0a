import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { readCheckOnly } from './process/environment.ts';

/** Source files of the generators: of the kinds; of metrics, panels and alert rules; of the
 *  contract; of the flags. */
const GENERATORS = [
  '../src/crd/generate.ts',
  './dashboards/main.ts',
  './service-pages/main.ts',
  './flags-page/main.ts',
] as const;

/** Implements `npm run generate`: runs every generator. @returns the exit code: 0 when everything
 *  is up to date */
function main(): number {
  const isCheckOnly = readCheckOnly();
  if (isCheckOnly === null) {
    process.stderr.write('usage: npm run generate [-- --check]\n');
    return 2;
  }
  const flags = isCheckOnly ? ['--check'] : [];
  const codes = GENERATORS.map((script) => {
    const path = fileURLToPath(new URL(script, import.meta.url));
    return spawnSync(process.execPath, [path, ...flags], { stdio: 'inherit' }).status ?? 1;
  });
  return Math.max(...codes);
}

process.exitCode = main();

/* Runs the tests of one file on code that holds all mutants, and has the runner beside this file
 *  try them. */
import { existsSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { startVitest } from 'vitest/node';

const [folder = '', file = ''] = process.argv.slice(2);

/** Replaces the text of a file by its instrumented one for the tests. */
const instrumented = {
  name: 'mutants',
  enforce: 'pre' as const,
  transform(_: string, id: string) {
    const path = join(folder, 'code', relative(process.cwd(), id));
    return existsSync(path) ? { code: readFileSync(path, 'utf8'), map: null } : null;
  },
};

process.env['MUTATION_FOLDER'] = resolve(folder);
const vitest = await startVitest(
  'test',
  [file],
  {
    config: false,
    watch: false,
    runner: resolve(import.meta.dirname, 'runner.ts'),
    setupFiles: ['test/support/property-seed.ts'],
    include: [file],
    // Otherwise the instrumented text would be cached under the file's own name for later runs.
    fsModuleCache: false,
    pool: 'forks',
    maxWorkers: 1,
    bail: 1,
    testTimeout: 600_000,
    reporters: ['dot'],
  },
  { plugins: [instrumented] },
);
await vitest.close();

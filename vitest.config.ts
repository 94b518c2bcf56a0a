import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/support/longest-first.ts';

const CORES = availableParallelism();

/** Two projects, one after the other: `unit` needs nothing outside the process; `e2e` starts a real
 *  kube-apiserver and the command line. */
export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    // Where CI is set, the results go into a file too, for whoever counts them.
    reporters: process.env['CI'] ? ['default', 'json'] : ['default'],
    outputFile: { json: 'reports/tests.json' },
    // There a test gets a second try, and whoever needs it is named in the summary: one stall of
    // the machine does not hide what the rest says.
    retry: process.env['CI'] ? 1 : 0,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{src,simulator,local,release,test}/**/*.test.ts'],
          exclude: ['test/e2e/**', 'test/bench/**'],
          setupFiles: ['test/support/property-seed.ts'],
          testTimeout: 60_000,
          // Test files leave nothing in modules, so that files share the modules of their worker.
          // Loading them again for each file took most of the time.
          isolate: false,
          maxWorkers: CORES,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          globalSetup: ['test/e2e/global-setup.ts'],
          testTimeout: 180_000,
          hookTimeout: 900_000,
          // Files wait more than they compute, each on the control plane of its worker.
          maxWorkers: CORES + 2,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});

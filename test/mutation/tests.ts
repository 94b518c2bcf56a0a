import { globSync } from 'node:fs';

/** Tests that play whole lives on the engine, those first that notice most. */
const LIVES = [
  'engine',
  'deletion',
  'engine-races',
  'custody',
  'entitlements',
  'clones',
  'credentials',
  'echo',
  'engine-looks',
  'policies',
  'kinds-life',
  'network-life',
  'managed-life',
  'dns-life',
  'first-look',
  'scopes',
  'requests',
  'answers',
  'rename',
  'tenants',
  'consent',
];

/** The tests that try mutants: those beside the code, which are quick, then the lives. */
export const TESTS: readonly string[] = [
  ...globSync('src/{model,engine}/**/*.test.ts').toSorted(),
  ...globSync('src/kinds/**/*.test.ts').toSorted(),
  ...LIVES.map((name) => `test/${name}.test.ts`),
];

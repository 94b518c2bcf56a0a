import { globSync } from 'node:fs';

/** Tests that play a whole life on the engine: they come by much and are quick. */
const LIVES = [
  'echo',
  'engine-looks',
  'engine-races',
  'credentials',
  'custody',
  'clones',
  'deletion',
  'entitlements',
  'engine',
  'first-look',
  'kinds-life',
  'dns-life',
  'network-life',
  'managed-life',
  'scopes',
  'policies',
];

/** The tests that try mutants, the quickest first: those beside the code, then the lives. */
export const TESTS: readonly string[] = [
  ...globSync('src/{model,engine}/**/*.test.ts').toSorted(),
  ...globSync('src/kinds/**/*.test.ts').toSorted(),
  ...LIVES.map((name) => `test/${name}.test.ts`),
];

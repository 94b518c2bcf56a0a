/** A long-running step. */
export interface Step {
  /** The row of docs/proof.md with its figures. */
  readonly name: string;
  /** Arguments of Node. */
  readonly words: readonly string[];
  /** Additional environment variables. */
  readonly variables?: Readonly<Record<string, string>>;
  /** Matches the lines of its output with the figures. */
  readonly figures: RegExp;
}

const VITEST = ['node_modules/vitest/vitest.mjs', 'run', '--project'];
const COUNTS = /^ +Tests +\d.*$/gm;

const matrix = (way: string): Step => ({
  name: `${way} matrix`,
  words: ['test/robustness/matrix/main.ts', way],
  figures: /^\d+ rows, .*$/gm,
});

const search = (name: string, runs: number, seed: number): Step => ({
  name: `${name}, seed ${seed}`,
  words: [`test/robustness/${name}/main.ts`, `--runs=${runs}`, `--seed=${seed}`, '--minutes=240'],
  figures: /^seed .*$/gm,
});

/** Tests that a regular run covers only in part, and properties that only a long run shows. */
export const STEPS: readonly Step[] = [
  matrix('crash'),
  matrix('fault'),
  matrix('stale'),
  search('histories', 1_000, 12),
  search('histories', 1_000, 21),
  search('transitions', 1_000, 7),
  {
    name: 'week, hostile input, other forms',
    words: [
      ...VITEST,
      'unit',
      'test/lifecycle/day.test.ts',
      'test/robustness/crash.test.ts',
      'test/robustness/hostile.test.ts',
      'test/conformance/stored-forms.test.ts',
      'test/engine/spent-budget.test.ts',
      '--testTimeout=3600000',
    ],
    variables: { SOAK: 'true' },
    figures: COUNTS,
  },
  {
    name: 'chaos and kills',
    words: [...VITEST, 'e2e', 'test/e2e/chaos.test.ts', 'test/e2e/kill.test.ts'],
    variables: { SOAK: 'true' },
    figures: /^chaos of .*$| +Tests +\d.*$/gm,
  },
  ...['src/model', 'src/engine'].map((place) => ({
    name: `mutation of ${place}`,
    words: ['test/mutation/main.ts', place, '--sample', '10', '--fresh'],
    figures: /^\| (all|`src\/\w+`).*$/gm,
  })),
];

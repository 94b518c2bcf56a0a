import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Entry } from './journal.ts';
import { mutantsOf } from './mutants.ts';
import { scoreTable, survivors } from './score.ts';
import { switches } from './switches.ts';
import { TESTS } from './tests.ts';
import { tryMutant } from './trial.ts';
import { inTurn, type Rehearsal } from './turns.ts';

const rehearsal = (name: string, ms: number, run: () => unknown = () => undefined): Rehearsal => ({
  test: { id: `${name} ${ms}`, name },
  run,
  ms,
  hits: { m: 1 },
});

test('mutants are made of what stands in a file, each under a key of its own that stays', async () => {
  const { mutants, code } = await mutantsOf(['src/model/base64.ts']);
  const again = await mutantsOf(['src/model/step.ts', 'src/model/base64.ts']);
  expect([...code.keys()]).toEqual(['src/model/base64.ts']);
  expect(mutants.length).toBeGreaterThan(5);
  expect(new Set(mutants.map(({ key }) => key)).size).toBe(mutants.length);
  const there = new Set(again.mutants.map(({ key }) => key));
  expect(mutants.filter(({ key }) => !there.has(key))).toEqual([]);
  for (const { was, becomes } of mutants) expect(becomes).not.toBe(was);
});

test('mutants are made of the program, and of no tests or rows', async () => {
  const { code } = await mutantsOf(['src/kinds']);
  const paths = [...code.keys()];
  expect(paths).toContain('src/kinds/volume/plan.ts');
  expect(paths.filter((path) => /test|cases|rows/.test(path))).toEqual([]);
});

test('one row of each name has its turn before the next of the same name, the quick ones first', () => {
  const rehearsals = [
    rehearsal('slow', 9),
    rehearsal('same', 3),
    rehearsal('same', 2),
    { ...rehearsal('elsewhere', 1), hits: {} },
  ];
  expect(inTurn(rehearsals, 'm').map(({ test: { id } }) => id)).toEqual([
    'same 2',
    'slow 9',
    'same 3',
  ]);
});

describe('a mutant', () => {
  const minds = rehearsal('minds', 1, () => expect(switches.activeMutant).toBeUndefined());
  const broken = rehearsal('broken', 1, () => Promise.reject(new Error('fails always')));
  const doesNot = rehearsal('does not mind', 1);
  test.each<[string, readonly Rehearsal[], number, object]>([
    [
      'is killed by the test that minds it',
      [doesNot, minds],
      10_000,
      { type: 'killed', by: 'minds' },
    ],
    [
      'is not killed for sure by a test that fails without it too',
      [broken],
      10_000,
      { type: 'spoilt', by: 'broken' },
    ],
    [
      'is unnoticed by tests that do not',
      [doesNot, doesNot],
      10_000,
      { type: 'unnoticed', tests: 2, ms: expect.any(Number) },
    ],
    [
      'is tried on no test when there is no time',
      [minds],
      0,
      { type: 'unnoticed', tests: 0, ms: 0 },
    ],
  ])('%s', async (_, rehearsals, patienceMs, verdict) => {
    expect(await tryMutant('m', rehearsals, patienceMs)).toEqual(verdict);
    expect(switches.activeMutant).toBeUndefined();
  });
});

test('the score is of the mutants that tests can come by', async () => {
  const { mutants } = await mutantsOf(['src/model/base64.ts']);
  const [first, second, third, ...rest] = mutants.map(({ key }) => key);
  const keys = [first ?? '', second ?? '', third ?? ''] as const;
  const entries: readonly Entry[] = [
    { type: 'reached', file: 'a.test.ts', inTests: keys.slice(0, 2), atLoad: rest },
    { type: 'killed', file: 'a.test.ts', mutant: keys[0], by: 'a test' },
  ];
  expect(scoreTable(mutants, entries)).toContain(
    `| \`src/model\` | 1 | 1 | 1 | ${rest.length} | 33.3 % |`,
  );
  expect(survivors(mutants, entries).trimEnd().split('\n')).toHaveLength(2);
});

test('the tests that try mutants are there', () => {
  expect(TESTS.length).toBeGreaterThan(30);
  expect(new Set(TESTS).size).toBe(TESTS.length);
  expect(TESTS.filter((path) => !existsSync(path))).toEqual([]);
});

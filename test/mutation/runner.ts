import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import fc from 'fast-check';
import { type RunnerTask, type RunnerTestCase, TestRunner } from 'vitest';
import { killedIn, note, noted, spentIn } from './journal.ts';
import { switches } from './switches.ts';
import { currentIn, readTerms } from './terms.ts';
import { firstBroken, tryMutant } from './trial.ts';
import { inTurn, type Rehearsal } from './turns.ts';

const FOLDER = process.env['MUTATION_FOLDER'] ?? '';

/** Runs every test once unchanged, then again for each mutant that it executes. Modules are loaded
 *  once: they have no state. */
// oxlint-disable-next-line import/no-default-export -- the test runner asks for it
export default class MutationRunner extends TestRunner {
  readonly #rehearsals: Rehearsal[] = [];

  async runTask(test: RunnerTestCase): Promise<void> {
    const run = TestRunner.getTestFn(test);
    switches.currentTestId = test.id;
    const from = performance.now();
    try {
      await run();
    } finally {
      switches.currentTestId = undefined;
    }
    this.#rehearsals.push({
      test,
      run,
      ms: performance.now() - from,
      hits: switches.mutantCoverage.perTest[test.id] ?? {},
    });
    // Mutants are tried during the last test: property tests require a running one, and hooks have
    // not torn down yet.
    if (test === testsOf(test.file.tasks).at(-1))
      await tryMutants(relative(process.cwd(), test.file.filepath), this.#rehearsals);
  }
}

/** Returns the tests of a file that run, in order. */
const testsOf = (tasks: readonly RunnerTask[]): readonly RunnerTask[] =>
  tasks.flatMap((task) =>
    task.type === 'suite'
      ? testsOf(task.tasks)
      : task.mode === 'run' || task.mode === 'queued'
        ? [task]
        : [],
  );

/** Tries each surviving mutant on the tests of a file that execute it. */
async function tryMutants(file: string, rehearsals: readonly Rehearsal[]): Promise<void> {
  fc.configureGlobal({ ...fc.readConfigureGlobal(), endOnFailure: true });
  const { mutants, patienceMs, enoughMs } = readTerms(FOLDER);
  const reached = new Set(rehearsals.flatMap(({ hits }) => Object.keys(hits)));
  const keys = (ids: ReadonlySet<string>) =>
    mutants.filter(({ id }) => ids.has(id)).map(({ key }) => key);
  note(FOLDER, {
    type: 'reached',
    file,
    inTests: keys(reached),
    atLoad: keys(new Set(Object.keys(switches.mutantCoverage.static))),
  });
  const done = tried(file, enoughMs);
  const todo = mutants.filter((mutant) => reached.has(mutant.id) && !done.has(mutant.key));
  for (const [at, { id, key }] of todo.entries()) {
    writeFileSync(currentIn(FOLDER), key);
    const verdict = await tryMutant(id, inTurn(rehearsals, id), patienceMs);
    if (verdict.type !== 'spoilt') note(FOLDER, { file, mutant: key, ...verdict });
    // The first mutant of a session damaged it itself; any other is retried as the first of the
    // next.
    else if (at === 0) note(FOLDER, { file, mutant: key, type: 'killed', by: verdict.by });
    // A hang continues, and damage stays: another process takes over.
    if (verdict.type === 'late' || verdict.type === 'spoilt') process.kill(process.pid, 'SIGKILL');
  }
  const broken = await firstBroken(rehearsals);
  if (broken !== undefined) note(FOLDER, { type: 'unsound', file, test: broken });
  note(FOLDER, { type: 'finished', file });
}

/** Returns the mutants that this file has completed: killed by any file, survived here, or tried
 *  for long enough. */
function tried(file: string, enoughMs: number): ReadonlySet<string> {
  const entries = noted(FOLDER);
  const spent = [...spentIn(entries)].flatMap(([mutant, ms]) => (ms < enoughMs ? [] : [mutant]));
  const unnoticed = entries.flatMap((entry) =>
    entry.type === 'unnoticed' && entry.file === file ? [entry.mutant] : [],
  );
  return new Set([...killedIn(entries), ...unnoticed, ...spent]);
}

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { killedIn, note, noted } from './journal.ts';
import { type Instrumented, type Mutant, mutantsOf } from './mutants.ts';
import { playFile } from './play-file.ts';
import { reachOf } from './reach.ts';
import { scoreTable, survivors } from './score.ts';
import { writeTerms } from './terms.ts';
import { TESTS } from './tests.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    /** Time limit of one file's tests per mutant, in seconds. */
    patience: { type: 'string', default: '1' },
    /** Time limit of all files' tests per mutant, in seconds. */
    enough: { type: 'string', default: '6' },
    /** Drops earlier results. Otherwise only surviving mutants are retried. */
    fresh: { type: 'boolean', default: false },
    /** Continues an interrupted run: a file's surviving mutants are not retried on it. */
    resume: { type: 'boolean', default: false },
    /** Percentage of the mutants: a deterministic sample. */
    sample: { type: 'string', default: '100' },
    /** Mutants of these files only, by a part of their path; the others keep their result. */
    only: { type: 'string', default: '' },
    /** Only these files of tests, by a part of their path. */
    tests: { type: 'string', default: '' },
  },
});

const say = (text: string): void => void process.stdout.write(`${text}\n`);
const PLACES = positionals.length > 0 ? positionals : ['src/model', 'src/engine', 'src/kinds'];
const FOLDER = join('reports/mutation', PLACES.join('-').replaceAll('/', '.'));

/** Reports whether a mutant is in the sample. Its key is a hash: uniform, and the same in every
 *  run. */
const isSampled = ({ key }: Mutant): boolean =>
  Number.parseInt(key.slice(0, 8), 16) % 100 < Number(values.sample);

/** Prepares the folder of this run: the instrumented code, the terms, and the valid part of the
 *  journal. */
function prepare({ code, mutants }: Instrumented): void {
  const lasting = ['killed', 'late', 'reached', ...(values.resume ? ['unnoticed'] : [])];
  const kept = values.fresh ? [] : noted(FOLDER).filter(({ type }) => lasting.includes(type));
  rmSync(FOLDER, { recursive: true, force: true });
  for (const [path, text] of code) {
    mkdirSync(dirname(join(FOLDER, 'code', path)), { recursive: true });
    writeFileSync(join(FOLDER, 'code', path), text);
  }
  for (const entry of kept) note(FOLDER, entry);
  const killed = killedIn(kept);
  const [patienceMs = 0, enoughMs = 0] = [values.patience, values.enough].map(
    (seconds) => Number(seconds) * 1000,
  );
  writeTerms(FOLDER, {
    patienceMs,
    enoughMs,
    mutants: mutants.filter(({ key, path }) => path.includes(values.only) && !killed.has(key)),
  });
}

async function main(): Promise<number> {
  const all = await mutantsOf(PLACES);
  const instrumented = { ...all, mutants: all.mutants.filter(isSampled) };
  prepare(instrumented);
  const { mutants } = instrumented;
  say(
    `${mutants.length} mutants in ${instrumented.code.size} files; ${killedIn(noted(FOLDER)).size} of them are known to be noticed`,
  );
  const reaches = (path: string) => [...reachOf(path)].some((one) => instrumented.code.has(one));
  for (const file of TESTS.filter((path) => path.includes(values.tests) && reaches(path))) {
    const problem = await playFile(FOLDER, file);
    if (problem !== null) {
      say(`${file}: ${problem}`);
      return 1;
    }
    const killed = killedIn(noted(FOLDER));
    say(`${file}: ${mutants.filter(({ key }) => killed.has(key)).length} noticed so far`);
  }
  const entries = noted(FOLDER);
  writeFileSync(join(FOLDER, 'survivors.txt'), survivors(mutants, entries));
  say(`\n${scoreTable(mutants, entries)}\n\nWho stays is named in ${FOLDER}/survivors.txt`);
  return 0;
}

// Otherwise an interrupted run would leave its session behind.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
process.exitCode = await main();

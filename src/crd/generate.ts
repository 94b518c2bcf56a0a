import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { load } from 'js-yaml';
import { KINDS } from '../kinds/index.ts';
import { REGISTRY } from '../kinds/rows.ts';
import { type Files, GENERATED_FOLDERS, generated, outOfDate } from './generated.ts';
import { objectionsTo } from './objections.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const say = (line: string): boolean => process.stdout.write(`${line}\n`);

const kindIn = (manifest: unknown): string =>
  typeof manifest === 'object' && manifest !== null && 'kind' in manifest
    ? String(manifest.kind)
    : '';

/** Returns the examples of the kinds and of Operation, by kind. */
const examples = (): Readonly<Record<string, string>> =>
  Object.fromEntries(
    globSync(['src/kinds/*/example.yaml', 'deploy/examples/reboot.yaml'], { cwd: ROOT })
      .map(read)
      .map((text) => [kindIn(load(text)), text]),
  );

/** Returns the generated files in the work tree, including obsolete ones. */
function present(wanted: Files): Files {
  const leftOver = GENERATED_FOLDERS.flatMap((folder) => globSync(`${folder}/*`, { cwd: ROOT }));
  const paths = new Set([...globSync(Object.keys(wanted), { cwd: ROOT }), ...leftOver]);
  return Object.fromEntries([...paths].map((path) => [path, read(path)]));
}

function write(path: string, text: string | undefined): void {
  if (text === undefined) return rmSync(join(ROOT, path));
  mkdirSync(dirname(join(ROOT, path)), { recursive: true });
  writeFileSync(join(ROOT, path), text);
}

/** Updates the files, or lists the outdated ones. Returns the exit code. */
function generate(checkOnly: boolean): number {
  const objections = KINDS.flatMap(objectionsTo);
  for (const objection of objections) say(objection);
  if (objections.length > 0) return 1;
  const wanted = generated(REGISTRY, examples());
  const stale = outOfDate(wanted, present(wanted));
  for (const path of stale) {
    if (!checkOnly) write(path, wanted[path]);
    say(`${path}: ${checkOnly ? 'out of date, run npm run generate' : 'written'}`);
  }
  say(
    `${Object.keys(wanted).length} files generated from ${KINDS.length} kinds, ${stale.length} ${checkOnly ? 'out of date' : 'written'}`,
  );
  return checkOnly && stale.length > 0 ? 1 : 0;
}

function run(args: readonly string[]): number {
  if (args.length === 0) return generate(false);
  if (args.join(' ') === '--check') return generate(true);
  say(`unknown: ${args.join(' ')}; usage: npm run generate [-- --check]`);
  return 2;
}

process.exitCode = run(process.argv.slice(2));

import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readCheckOnly } from '../process/environment.ts';
import { withTables } from './blocks.ts';
import { type Contract, readContract } from './contract.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const say = (line: string): boolean => process.stdout.write(`${line}\n`);

/** Renders the tables of docs/service from src/api, or lists the outdated pages. @returns the exit
 *  code */
function generate(contract: Contract, isCheckOnly: boolean): number {
  const pages = globSync('docs/service/*.md', { cwd: ROOT }).toSorted();
  const stale = pages.filter((path) => {
    const text = readFileSync(join(ROOT, path), 'utf8');
    const current = withTables(text, contract);
    if (text === current) return false;
    if (!isCheckOnly) writeFileSync(join(ROOT, path), current);
    say(`${path}: ${isCheckOnly ? 'out of date, run npm run generate' : 'written'}`);
    return true;
  });
  say(
    `tables of ${pages.length} pages generated from the contract, ${stale.length} ${isCheckOnly ? 'out of date' : 'written'}`,
  );
  return isCheckOnly && stale.length > 0 ? 1 : 0;
}

const isCheckOnly = readCheckOnly();
if (isCheckOnly === null) say('usage: npm run generate [-- --check]');
process.exitCode = isCheckOnly === null ? 2 : generate(await readContract(), isCheckOnly);

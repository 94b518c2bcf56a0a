import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readCheckOnly } from '../process/environment.ts';
import { flagsPage } from './page.ts';

const PAGE = fileURLToPath(new URL('../../docs/flags.md', import.meta.url));
const say = (line: string): boolean => process.stdout.write(`${line}\n`);

/** Writes docs/flags.md from the flags of the commands, or reports that it is out of date. @returns
 *  the exit code */
async function generate(isCheckOnly: boolean): Promise<number> {
  const text = await flagsPage();
  const isCurrent = existsSync(PAGE) && readFileSync(PAGE, 'utf8') === text;
  if (!isCurrent && !isCheckOnly) writeFileSync(PAGE, text);
  say(
    `docs/flags.md from the commands, ${isCurrent ? 'up to date' : isCheckOnly ? 'out of date, run npm run generate' : 'written'}`,
  );
  return isCurrent || !isCheckOnly ? 0 : 1;
}

const isCheckOnly = readCheckOnly();
if (isCheckOnly === null) say('usage: npm run generate [-- --check]');
process.exitCode = isCheckOnly === null ? 2 : await generate(isCheckOnly);

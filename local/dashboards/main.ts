import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readCheckOnly } from '../process/environment.ts';
import { monitoringFiles, RULES } from './files.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const say = (line: string): boolean => process.stdout.write(`${line}\n`);

/** Updates dashboard, rules for the Prometheus operator and the page of metrics, or lists the
 *  outdated ones. @returns the exit code */
function generate(isCheckOnly: boolean): number {
  const files = Object.entries(monitoringFiles(readFileSync(join(ROOT, RULES), 'utf8')));
  const stale = files.filter(
    ([path, text]) =>
      !existsSync(join(ROOT, path)) || readFileSync(join(ROOT, path), 'utf8') !== text,
  );
  for (const [path, text] of stale) {
    if (!isCheckOnly) {
      mkdirSync(dirname(join(ROOT, path)), { recursive: true });
      writeFileSync(join(ROOT, path), text);
    }
    say(`${path}: ${isCheckOnly ? 'out of date, run npm run generate' : 'written'}`);
  }
  say(
    `${files.length} files generated from metrics, panels and rules, ${stale.length} ${isCheckOnly ? 'out of date' : 'written'}`,
  );
  return isCheckOnly && stale.length > 0 ? 1 : 0;
}

const isCheckOnly = readCheckOnly();
if (isCheckOnly === null) say('usage: npm run generate [-- --check]');
process.exitCode = isCheckOnly === null ? 2 : generate(isCheckOnly);

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { note, noted } from './journal.ts';
import { currentIn } from './terms.ts';

/** A session without progress for this long hangs: its mutant never yields. */
const HANGS_AFTER_MS = 90_000;

/** Runs sessions on one file of tests until one completes. Returns the problem with the file, or
 *  null. */
export async function playFile(folder: string, file: string): Promise<string | null> {
  for (;;) {
    const before = noted(folder).length;
    await oneSession(folder, file);
    const entries = noted(folder);
    const unsound = entries.find((entry) => entry.type === 'unsound' && entry.file === file);
    if (unsound?.type === 'unsound')
      return `«${unsound.test}» passes only before the mutants were tried`;
    if (entries.some((entry) => entry.type === 'finished' && entry.file === file)) return null;
    if (entries.length === before)
      return `the tests have to pass; see ${join(folder, 'session.log')}`;
  }
}

async function oneSession(folder: string, file: string): Promise<void> {
  const log = openSync(join(folder, 'session.log'), 'w');
  const session = spawn(
    process.execPath,
    [resolve(import.meta.dirname, 'session.ts'), folder, file],
    {
      stdio: ['ignore', log, log],
      detached: true,
    },
  );
  const end = () => endGroup(session);
  process.once('exit', end);
  const ended = once(session, 'exit').then(() => 'ended' as const);
  let seen = '';
  while (
    (await Promise.race([ended, after(HANGS_AFTER_MS, 'silent' as const, { ref: false })])) ===
    'silent'
  ) {
    const now = signOfLife(folder);
    if (now === seen) {
      note(folder, { type: 'late', file, mutant: readFileSync(currentIn(folder), 'utf8') });
      endGroup(session);
    }
    seen = now;
  }
  process.off('exit', end);
}

/** Returns a value that changes with each mutant: completed ones are in the journal, the current
 *  one names itself. */
function signOfLife(folder: string): string {
  return ['journal.jsonl', 'current']
    .map((name) => String(statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs))
    .join();
}

/** Ends a session with its child processes: it leads a group of its own. */
function endGroup({ pid }: ChildProcess): void {
  if (pid !== undefined) process.kill(-pid, 'SIGKILL');
}

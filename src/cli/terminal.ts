import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import { text } from 'node:stream/consumers';
import { isatty } from 'node:tty';
import { visibleLines } from '../model/visible.ts';
import type { Terminal } from './command.ts';

/** What is said may hold what others wrote: manifests, names in the account, answers. */
const line = (said: string): string => visibleLines(said.endsWith('\n') ? said : `${said}\n`);

async function ask(question: string): Promise<string | null> {
  if (!isatty(process.stdin.fd)) return null;
  const reader = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await reader.question(visibleLines(question));
  } finally {
    reader.close();
  }
}

async function ended(): Promise<void> {
  await Promise.race(['SIGINT', 'SIGTERM'].map((signal) => once(process, signal)));
}

/** Who reads a part only, as `head` does, closes the pipe: that is no trouble, and nobody is left
 *  to write for. */
function endWithReader(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
}

/** The terminal that this process was started from. Colours follow NO_COLOR and FORCE_COLOR as
 *  everywhere. */
export function processTerminal(): Terminal {
  process.stdout.on('error', endWithReader);
  return {
    out: (said) => void process.stdout.write(line(said)),
    err: (said) => void process.stderr.write(line(said)),
    colours: isatty(process.stdout.fd) && process.stdout.hasColors(),
    ask,
    input: () => text(process.stdin),
    ended,
  };
}

import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import { text } from 'node:stream/consumers';
import { isatty } from 'node:tty';
import { visibleLines } from '../model/visible.ts';
import type { Terminal } from './command.ts';

/** Escapes output, which may contain foreign text: manifests, names in the account, answers. */
const line = (message: string): string =>
  visibleLines(message.endsWith('\n') ? message : `${message}\n`);

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

/** Exits when the reader closes the pipe, as `head` does: that is no error. */
function endWithReader(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
}

/** Returns the terminal of this process. Colours follow NO_COLOR and FORCE_COLOR. */
export function processTerminal(): Terminal {
  process.stdout.on('error', endWithReader);
  return {
    out: (message) => void process.stdout.write(line(message)),
    err: (message) => void process.stderr.write(line(message)),
    colours: isatty(process.stdout.fd) && process.stdout.hasColors(),
    ask,
    input: () => text(process.stdin),
    ended,
  };
}

import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { isatty } from 'node:tty';
import type { Terminal } from './commands/command.ts';

const line = (said: string): string => (said.endsWith('\n') ? said : `${said}\n`);

async function ended(): Promise<void> {
  const keepAlive = setInterval(() => {}, 2 ** 30);
  await Promise.race(['SIGINT', 'SIGTERM'].map((signal) => once(process, signal)));
  clearInterval(keepAlive);
}

/** The terminal that this process was started from. Colours follow NO_COLOR and FORCE_COLOR as everywhere. */
export const processTerminal = (): Terminal => ({
  out: (said) => void process.stdout.write(line(said)),
  err: (said) => void process.stderr.write(line(said)),
  colours: isatty(process.stdout.fd) && process.stdout.hasColors(),
  input: () => text(process.stdin),
  ended,
});

import type { Terminal } from '../../src/cli/command.ts';

/** A terminal that keeps what is said, for commands that run in the process of the test. @param
 *  input what standard input holds */
export function captured(input = ''): {
  readonly terminal: Terminal;
  readonly said: { out: string; err: string };
} {
  const said = { out: '', err: '' };
  const line = (text: string): string => (text.endsWith('\n') ? text : `${text}\n`);
  const terminal: Terminal = {
    out: (text) => void (said.out += line(text)),
    err: (text) => void (said.err += line(text)),
    colours: false,
    ask: async () => null,
    input: async () => input,
    ended: async () => {},
  };
  return { terminal, said };
}

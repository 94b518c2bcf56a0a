import type { Terminal } from '../../src/cli/command.ts';

/** A terminal that records its output, for commands in the test's process. @param input content of
 *  standard input */
export function captured(input = ''): {
  readonly terminal: Terminal;
  readonly output: { out: string; err: string };
} {
  const output = { out: '', err: '' };
  const line = (text: string): string => (text.endsWith('\n') ? text : `${text}\n`);
  const terminal: Terminal = {
    out: (text) => void (output.out += line(text)),
    err: (text) => void (output.err += line(text)),
    colours: false,
    ask: async () => null,
    input: async () => input,
    ended: async () => {},
  };
  return { terminal, output };
}

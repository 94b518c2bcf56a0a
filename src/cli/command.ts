import type { Described } from '../config/help.ts';

/** The process environment of a command. */
export interface Terminal {
  /** Writes to standard output, with a line end. */
  readonly out: (text: string) => void;
  /** Writes to standard error, with a line end. */
  readonly err: (text: string) => void;
  /** True if standard output is a terminal with colours. */
  readonly colours: boolean;
  /** Prompts the user at the terminal; null where standard input is no terminal. */
  readonly ask: (question: string) => Promise<string | null>;
  /** Reads standard input to its end. */
  readonly input: () => Promise<string>;
  /** Resolves when a signal asks the process to end. */
  readonly ended: () => Promise<void>;
}

/** One command of the program. Its dependencies are loaded when it runs, so that listing the
 *  commands is cheap. */
export interface Command {
  readonly name: string;
  /** Summary for the list of commands. */
  readonly summary: string;
  /** Text of `NAME --help`: usage, flags in place of `{flags}`, exit codes. */
  readonly help: string;
  readonly flags: () => Promise<Readonly<Record<string, Described>>>;
  /** Runs the command. @returns one of the exit codes in `help` */
  readonly run: (args: readonly string[], terminal: Terminal) => Promise<number>;
}

/** Exit codes of every command without others. */
export const EXIT = { asAsked: 0, failed: 1, wrongUse: 2 } as const;

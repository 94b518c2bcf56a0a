/** What a command needs of the process it runs in. */
export interface Terminal {
  /** Writes to standard output, with a line's end. */
  readonly out: (text: string) => void;
  /** Writes to standard error, with a line's end. */
  readonly err: (text: string) => void;
  /** Whether standard output is a terminal that shows colours. */
  readonly colours: boolean;
  /** The answer of the person at the terminal; null where standard input is no terminal. */
  readonly ask: (question: string) => Promise<string | null>;
  /** All of standard input. */
  readonly input: () => Promise<string>;
  /** Resolves when a signal asks the process to end. */
  readonly ended: () => Promise<void>;
}

/** One command of the program. What it needs is loaded when it runs: the list of commands costs
 *  nothing. */
export interface Command {
  readonly name: string;
  /** What it does, for the list of commands. */
  readonly summary: string;
  /** What `NAME --help` says: its use, its flags, its exit codes. */
  readonly help: string;
  /** Runs it to its end. @returns the exit code, one of those that `help` names */
  readonly run: (args: readonly string[], terminal: Terminal) => Promise<number>;
}

/** The exit codes of every command that names no others. */
export const EXIT = { asAsked: 0, failed: 1, wrongUse: 2 } as const;

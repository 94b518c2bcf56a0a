/** The output of progress: a terminal, whose last line may be replaced, or a plain stream. */
export interface ProgressOutput {
  readonly isTTY?: boolean;
  readonly write: (text: string) => unknown;
}

export interface Progress {
  /** Writes one line. */
  readonly say: (line: string) => void;
  /** Shows that a long task is active; the task may report its progress at any time. */
  readonly task: <T>(
    title: string,
    body: (detail: (text: string) => void) => Promise<T>,
  ) => Promise<T>;
}

const TERMINAL_MS = 1_000;
const PLAIN_MS = 15_000;
const ERASE_LINE = '\r\u001B[2K';

/** Creates progress on a stream: in a terminal one updated line per task, elsewhere a line every 15
 *  s. */
export function createProgress(output: ProgressOutput): Progress {
  const [everyMs, begin, end] = output.isTTY ? [TERMINAL_MS, ERASE_LINE, ''] : [PLAIN_MS, '', '\n'];
  const say = (line: string): void => void output.write(`${line}\n`);

  const task = async <T>(
    title: string,
    body: (detail: (text: string) => void) => Promise<T>,
  ): Promise<T> => {
    const startedMs = Date.now();
    let detail = '';
    const line = (): string =>
      [title, formatElapsed(Date.now() - startedMs), detail]
        .filter((part) => part !== '')
        .join(' · ');
    const show = (): void => void output.write(`${begin}${line()}${end}`);
    show();
    const timer = setInterval(show, everyMs);
    try {
      return await body((text) => {
        detail = text;
      });
    } finally {
      clearInterval(timer);
      output.write(`${begin}${line()}\n`);
    }
  };
  return { say, task };
}

/** Formats minutes and seconds: `0:07`, `3:15`. */
export function formatElapsed(ms: number): string {
  const seconds = Math.floor(ms / 1_000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

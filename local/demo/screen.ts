import type { ProgressOutput } from '../process/progress.ts';
import { changeLines, type Seen } from './changes.ts';
import type { Row } from './row.ts';
import { type Paint, tableLines, unpainted } from './table.ts';
import { seconds } from './words.ts';

/** Where the demo shows how the objects are doing. */
export interface Screen {
  /** Writes a text that stays. */
  readonly say: (text: string) => void;
  /** Shows the rows as they are now. @param elapsedMs since the objects were applied */
  readonly show: (rows: readonly Row[], elapsedMs: number) => void;
  /** Writes the table for good; from now on only changes are shown, below whatever is said. */
  readonly settle: (rows: readonly Row[]) => void;
}

/** A stream that knows its size when it is a terminal. */
export interface ScreenOutput extends ProgressOutput {
  readonly columns?: number;
  readonly rows?: number;
}

const ENDLESS = Number.POSITIVE_INFINITY;

/** A screen that draws the table over itself on a terminal until it is settled, and elsewhere
 *  writes only what changed. */
export function createScreen(output: ScreenOutput, colours: 'wanted' | 'unwanted'): Screen {
  const paint = output.isTTY && colours === 'wanted' ? ansi : unpainted;
  const frame = createFrame(output);
  const write = (lines: readonly string[]): void =>
    void output.write(lines.map((line) => `${line}\n`).join(''));
  let draws = output.isTTY === true;
  let seen: Seen = null;

  const show = (rows: readonly Row[], elapsedMs: number): void => {
    if (draws)
      frame(
        fitting(
          [...tableLines(rows, width(output), paint), '', footer(rows, elapsedMs)],
          output.rows || ENDLESS,
        ),
      );
    else write(changeLines(seen, rows, elapsedMs, paint));
    seen = rows;
  };
  const settle = (rows: readonly Row[]): void => {
    if (draws) frame(tableLines(rows, width(output), paint));
    else write(['', ...tableLines(rows, ENDLESS, paint)]);
    draws = false;
    seen = rows;
  };
  return { say: (text) => write([text]), show, settle };
}

const COLOURS = { ready: '32', working: '33', stuck: '31', heading: '1' } as const;
const ansi: Paint = (mood, text) => (text === '' ? '' : `\u001B[${COLOURS[mood]}m${text}\u001B[0m`);

/** A line as wide as the terminal would make some of them go on to the next. Terminals that do not
 *  know their size say 0. */
const width = ({ columns }: ScreenOutput): number => (columns || ENDLESS) - 1;

function footer(rows: readonly Row[], elapsedMs: number): string {
  const ready = rows.filter(({ mood }) => mood === 'ready').length;
  return `${ready} of ${rows.length} Ready · ${seconds(elapsedMs)} · Ctrl-C ends`;
}

const upBy = (lines: number): string => (lines === 0 ? '' : `\r\u001B[${lines}A`);
const ERASE_REST_OF_LINE = '\u001B[K';
const ERASE_BELOW = '\u001B[J';

/** Draws lines over the lines that were drawn before, in one write, so that nothing flickers. */
function createFrame(output: ScreenOutput): (lines: readonly string[]) => void {
  let drawn = 0;
  return (lines) => {
    output.write(
      `${upBy(drawn)}${lines.map((line) => `${line}${ERASE_REST_OF_LINE}\n`).join('')}${ERASE_BELOW}`,
    );
    drawn = lines.length;
  };
}

/** What has left the screen at the top cannot be drawn over: lines that do not fit are counted. */
function fitting(lines: readonly string[], height: number): readonly string[] {
  const room = height - 1;
  if (lines.length <= room) return lines;
  const kept = Math.max(0, room - 2);
  return [
    ...lines.slice(0, kept),
    `… and ${lines.length - kept - 1} more lines`,
    ...lines.slice(-1),
  ];
}

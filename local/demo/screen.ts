import type { ProgressOutput } from '../process/progress.ts';
import { changeLines, type Seen } from './changes.ts';
import type { Row } from './row.ts';
import { type Paint, tableLines, unpainted } from './table.ts';
import { seconds } from './words.ts';

/** The demo's output. */
export interface Screen {
  /** Writes a text permanently. */
  readonly say: (text: string) => void;
  /** Shows the current rows. @param elapsedMs since the objects were applied */
  readonly show: (rows: readonly Row[], elapsedMs: number) => void;
  /** Writes the table permanently; from now on only changes are shown below it. */
  readonly settle: (rows: readonly Row[]) => void;
}

/** A stream with a size if it is a terminal. */
export interface ScreenOutput extends ProgressOutput {
  readonly columns?: number;
  readonly rows?: number;
}

const ENDLESS = Number.POSITIVE_INFINITY;

/** Creates a screen that redraws the table on a terminal until it is settled, and writes only
 *  changes elsewhere. */
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

/** Returns the maximum line width that avoids wrapping. Terminals of unknown size report 0. */
const width = ({ columns }: ScreenOutput): number => (columns || ENDLESS) - 1;

function footer(rows: readonly Row[], elapsedMs: number): string {
  const ready = rows.filter(({ mood }) => mood === 'ready').length;
  return `${ready} of ${rows.length} Ready · ${seconds(elapsedMs)} · Ctrl-C ends`;
}

const upBy = (lines: number): string => (lines === 0 ? '' : `\r\u001B[${lines}A`);
const ERASE_REST_OF_LINE = '\u001B[K';
const ERASE_BELOW = '\u001B[J';

/** Replaces the previously drawn lines in one write, so that nothing flickers. */
function createFrame(output: ScreenOutput): (lines: readonly string[]) => void {
  let drawn = 0;
  return (lines) => {
    output.write(
      `${upBy(drawn)}${lines.map((line) => `${line}${ERASE_REST_OF_LINE}\n`).join('')}${ERASE_BELOW}`,
    );
    drawn = lines.length;
  };
}

/** Limits lines to the height of the screen, and counts the rest: lines that scrolled off the top
 *  cannot be redrawn. */
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

import type { Row } from './row.ts';
import { headingLine, type Paint, rowLine, widthsOf } from './table.ts';
import { seconds } from './words.ts';

/** The rows of the last read; null before the first. */
export type Seen = readonly Row[] | null;

/** Width of a time up to `999.9 s`. */
const TIME_WIDTH = 7;

/** Returns one line for each changed or deleted row, after a heading the first time.
 *  @param elapsedMs since the objects were applied */
export function changeLines(
  before: Seen,
  rows: readonly Row[],
  elapsedMs: number,
  paint: Paint,
): readonly string[] {
  const widths = widthsOf([...rows, ...(before ?? [])]);
  const at = seconds(elapsedMs).padStart(TIME_WIDTH);
  const looked = new Map((before ?? []).map((row) => [keyOf(row), looks(row)]));
  const now = new Set(rows.map(keyOf));
  const changed = rows.filter((row) => looks(row) !== looked.get(keyOf(row)));
  const gone = (before ?? []).filter((row) => !now.has(keyOf(row))).map(asGone);
  const lines = [...changed, ...gone].map(
    (row) => `${at}  ${rowLine(row, widths, Number.POSITIVE_INFINITY, paint)}`,
  );
  return before === null && lines.length > 0
    ? [`${'TIME'.padStart(TIME_WIDTH)}  ${headingLine(widths)}`, ...lines]
    : lines;
}

/** Reports whether a line of the output describes a change. */
export const isChange = (line: string): boolean => /^ +(TIME|\d+\.\d s) /.test(line);

const keyOf = ({ kind, name }: Row): string => `${kind}/${name}`;
const looks = ({ state, ready, message }: Row): string => JSON.stringify([state, ready, message]);
const asGone = (row: Row): Row => ({ ...row, state: 'gone', ready: '', message: '' });

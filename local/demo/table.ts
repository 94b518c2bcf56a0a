import type { Mood, Row } from './row.ts';

/** Colours a text by mood, without changing its width in a terminal. */
export type Paint = (mood: Mood | 'heading', text: string) => string;

/** Widths of the columns before the message, in characters. */
export interface Widths {
  readonly kind: number;
  readonly name: number;
  readonly state: number;
  readonly ready: number;
}

type Cells = Pick<Row, 'kind' | 'name' | 'state' | 'ready' | 'message'>;

const HEADING: Cells = {
  kind: 'KIND',
  name: 'NAME',
  state: 'STATE',
  ready: 'READY',
  message: 'MESSAGE',
};
/** Width of the service's statuses, so that a change of status moves no column. */
const STATE_WIDTH = 13;
const GAP = '  ';

/** Leaves a text uncoloured. */
export const unpainted: Paint = (_mood, text) => text;

/** Returns widths for all of these rows and the heading. */
export const widthsOf = (rows: readonly Cells[]): Widths => ({
  kind: widest(rows, 'kind'),
  name: widest(rows, 'name'),
  state: Math.max(STATE_WIDTH, widest(rows, 'state')),
  ready: widest(rows, 'ready'),
});

/** Formats the table's lines, heading first, none longer than `width` characters. */
export function tableLines(rows: readonly Row[], width: number, paint: Paint): readonly string[] {
  const widths = widthsOf(rows);
  return [
    paint('heading', cut(lineOf(HEADING, widths), width)),
    ...rows.map((row) => rowLine(row, widths, width, paint)),
  ];
}

/** Formats one row as a line of at most `width` characters. */
export function rowLine(row: Row, widths: Widths, width: number, paint: Paint): string {
  const line = cut(
    lineOf({ ...row, state: row.state || '-', ready: row.ready || '-' }, widths),
    width,
  );
  const from = widths.kind + widths.name + 2 * GAP.length;
  const to = from + widths.state + GAP.length + widths.ready;
  return line.slice(0, from) + paint(row.mood, line.slice(from, to)) + line.slice(to);
}

/** Formats the heading for these widths. */
export const headingLine = (widths: Widths): string => lineOf(HEADING, widths);

const lineOf = ({ kind, name, state, ready, message }: Cells, widths: Widths): string =>
  [
    kind.padEnd(widths.kind),
    name.padEnd(widths.name),
    state.padEnd(widths.state),
    ready.padEnd(widths.ready),
    message,
  ]
    .join(GAP)
    .trimEnd();

const widest = (rows: readonly Cells[], column: keyof Widths): number =>
  Math.max(HEADING[column].length, ...rows.map((row) => row[column].length));

const cut = (line: string, width: number): string =>
  line.length <= width ? line : `${line.slice(0, Math.max(0, width - 1))}…`;

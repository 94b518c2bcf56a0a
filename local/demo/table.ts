import type { Mood, Row } from './row.ts';

/** Gives a text the look of a mood; what a terminal does with it takes no room in a line. */
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
/** Wide enough for the service's words, so that a change of state moves no column. */
const STATE_WIDTH = 13;
const GAP = '  ';

/** Leaves a text as it is. */
export const unpainted: Paint = (_mood, text) => text;

/** Widths that hold all of these rows and the heading. */
export const widthsOf = (rows: readonly Cells[]): Widths => ({
  kind: widest(rows, 'kind'),
  name: widest(rows, 'name'),
  state: Math.max(STATE_WIDTH, widest(rows, 'state')),
  ready: widest(rows, 'ready'),
});

/** The table's lines, heading first, none longer than `width` characters. */
export function tableLines(rows: readonly Row[], width: number, paint: Paint): readonly string[] {
  const widths = widthsOf(rows);
  return [
    paint('heading', cut(lineOf(HEADING, widths), width)),
    ...rows.map((row) => rowLine(row, widths, width, paint)),
  ];
}

/** One row as a line that is at most `width` characters long. */
export function rowLine(row: Row, widths: Widths, width: number, paint: Paint): string {
  const line = cut(
    lineOf({ ...row, state: row.state || '-', ready: row.ready || '-' }, widths),
    width,
  );
  const from = widths.kind + widths.name + 2 * GAP.length;
  const to = from + widths.state + GAP.length + widths.ready;
  return line.slice(0, from) + paint(row.mood, line.slice(from, to)) + line.slice(to);
}

/** The heading over lines of these widths. */
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

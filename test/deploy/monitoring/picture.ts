import type { Panel, Row } from '../../../local/dashboards/panel.ts';

/** One series of a panel: its legend, and its value. */
export interface Shown {
  readonly name: string;
  readonly value: number;
}

const MOST = 4;
const WIDTH = 34;

/** Renders the panels of a dashboard as text: each title with its largest series; omits zero and
 *  unknown ones. */
export const pictureOf = (
  rows: readonly Row[],
  shownIn: (panel: Panel) => readonly Shown[],
): string =>
  rows
    .map(({ title, panels }) =>
      [title, ...panels.flatMap((panel) => linesOf(panel, shownIn(panel)))].join('\n'),
    )
    .join('\n\n');

function linesOf({ title, unit }: Panel, shown: readonly Shown[]): readonly string[] {
  const largest = shown
    .filter(({ value }) => value > 0)
    .toSorted((a, b) => b.value - a.value || (a.name < b.name ? -1 : 1));
  const lines = largest
    .slice(0, MOST)
    .map(({ name, value }) => `${name === '' ? '' : `${name}: `}${IN_UNIT[unit](value)}`);
  const left = largest.length - MOST;
  const all = lines.length === 0 ? ['0'] : left > 0 ? [...lines, `and ${left} more`] : lines;
  return all.map((line, index) => `  ${(index === 0 ? title : '').padEnd(WIDTH)}${line}`);
}

const rounded = (value: number): string => String(Number(value.toPrecision(3)));

/** Formats a value by Grafana's unit. */
const IN_UNIT: Readonly<Record<Panel['unit'], (value: number) => string>> = {
  s: (value) => `${rounded(value)} s`,
  percentunit: (value) => `${rounded(value * 100)} %`,
  bytes: (value) => `${rounded(value / 2 ** 20)} MiB`,
  reqps: (value) => `${rounded(value * 60)} a minute`,
  ops: (value) => `${rounded(value * 60)} a minute`,
  short: rounded,
};

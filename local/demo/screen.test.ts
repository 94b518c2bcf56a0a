import { expect, test } from 'vitest';
import type { Row } from './row.ts';
import { createScreen, type ScreenOutput } from './screen.ts';
import { ROWS } from './testing.ts';

const [web, volume] = ROWS.slice(0, 2) as [Row, Row];
const born: Row = { ...web, state: '', ready: '', message: '', mood: 'working' };
const ready: Row = {
  ...volume,
  state: 'active',
  ready: 'True',
  message: 'the volume is usable',
  mood: 'ready',
};

/** Runs the demo's course on an output and returns everything written. */
function written(
  output: Omit<ScreenOutput, 'write'>,
  colours: 'wanted' | 'unwanted' = 'unwanted',
): string {
  let text = '';
  const screen = createScreen({ ...output, write: (part) => (text += part) }, colours);
  screen.say('examples       2 objects applied\n');
  screen.show([born, volume], 0);
  screen.show([born, volume], 250);
  screen.show([web, volume], 1_250);
  screen.show([web, ready], 2_500);
  screen.settle([web, ready]);
  screen.say('\n2 objects Ready');
  screen.show([web, ready], 3_000);
  screen.show([web, volume], 9_000);
  screen.show([web], 61_250);
  return text;
}

/** Emulates a terminal: line feeds, cursor up, and both ways to erase. */
function shownBy(text: string): readonly string[] {
  const lines = [''];
  let [row, column] = [0, 0];
  const type = (character: string): void => {
    if (character === '\n') row += 1;
    if (character === '\n') lines[row] ??= '';
    if (character === '\n' || character === '\r') column = 0;
    else
      lines[row] =
        (lines[row] ?? '').slice(0, column).padEnd(column) +
        character +
        (lines[row] ?? '').slice(++column);
  };
  const command = (letter: string, count: number): void => {
    if (letter === 'A') row = Math.max(0, row - count);
    if (letter === 'K') lines[row] = (lines[row] ?? '').slice(0, column);
    if (letter === 'J') lines.splice(row, lines.length, (lines[row] ?? '').slice(0, column));
  };
  const [plain = '', ...commanded] = text.split('\u001B[');
  for (const character of plain) type(character);
  for (const part of commanded) {
    const [, count = '', letter = '', rest = ''] = /^(\d*)([A-Za-z])([^]*)$/.exec(part) ?? [];
    command(letter, Number(count));
    for (const character of rest) type(character);
  }
  return lines.map((line) => line.trimEnd());
}

const SETTLED = [
  'KIND      NAME      STATE          READY  MESSAGE',
  'Instance  web-1     running        True   the instance is running',
  'Volume    web-data  active         True   the volume is usable',
  '',
  '2 objects Ready',
  '  9.0 s  Volume    web-data  creating       False  the service is creating the volume',
  ' 61.3 s  Volume    web-data  gone           -',
  '',
];

test('a stream gets a line for each change, the table once, and then changes again', () => {
  expect(written({}).split('\n')).toEqual([
    'examples       2 objects applied',
    '',
    '   TIME  KIND      NAME      STATE          READY  MESSAGE',
    '  0.0 s  Instance  web-1     -              -',
    '  0.0 s  Volume    web-data  creating       False  the service is creating the volume',
    '  1.3 s  Instance  web-1     running        True   the instance is running',
    '  2.5 s  Volume    web-data  active         True   the volume is usable',
    '',
    ...SETTLED,
  ]);
});

test('a terminal shows one table that is drawn over, and below it what changes later', () => {
  expect(shownBy(written({ isTTY: true, columns: 100, rows: 30 }))).toEqual([
    'examples       2 objects applied',
    '',
    ...SETTLED,
  ]);
});

test.each([{ columns: 0, rows: 0 }, {}])(
  'a terminal of the size %j is taken for a large one',
  (size) => {
    expect(shownBy(written({ isTTY: true, ...size }))).toEqual([
      'examples       2 objects applied',
      '',
      ...SETTLED,
    ]);
  },
);

test('there are colours on a terminal, where they are wanted, and nowhere else', () => {
  const green = '\u001B[32mrunning        True \u001B[0m';
  expect(written({ isTTY: true, columns: 100, rows: 30 }, 'wanted')).toContain(green);
  expect(written({ isTTY: true, columns: 100, rows: 30 })).not.toMatch(/\[\d+m/);
  expect(written({}, 'wanted')).not.toContain('\u001B');
});

test('a table that is higher than the terminal is cut, and counts what it hides', () => {
  let text = '';
  const screen = createScreen(
    { isTTY: true, columns: 60, rows: 6, write: (part) => (text += part) },
    'unwanted',
  );
  const many = Array.from({ length: 10 }, (_, n) => ({ ...web, name: `web-${n}` }));
  screen.show(many, 0);
  screen.show(many, 1_000);
  expect(shownBy(text)).toEqual([
    'KIND      NAME   STATE          READY  MESSAGE',
    'Instance  web-0  running        True   the instance is run…',
    'Instance  web-1  running        True   the instance is run…',
    '… and 9 more lines',
    '10 of 10 Ready · 1.0 s · Ctrl-C ends',
    '',
  ]);
  screen.settle(many);
  expect(shownBy(text)).toHaveLength(12);
});

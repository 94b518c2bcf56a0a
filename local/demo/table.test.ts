import { expect, test } from 'vitest';
import { type Paint, tableLines, unpainted } from './table.ts';
import { ROWS } from './testing.ts';

const marked: Paint = (mood, text) => `<${mood}>${text}</>`;

test('a table lines up, heading first, with a dash for what is not known', () => {
  expect(tableLines(ROWS, 100, unpainted)).toEqual([
    'KIND      NAME      STATE          READY  MESSAGE',
    'Instance  web-1     running        True   the instance is running',
    'Volume    web-data  creating       False  the service is creating the volume',
    'Volume    shop/x    -              False  the label is taken',
    'Volume    y         -              -',
  ]);
});

test('the mood colours the state and the readiness, and moves nothing', () => {
  expect(tableLines(ROWS, 100, marked)).toEqual([
    '<heading>KIND      NAME      STATE          READY  MESSAGE</>',
    'Instance  web-1     <ready>running        True </>  the instance is running',
    'Volume    web-data  <working>creating       False</>  the service is creating the volume',
    'Volume    shop/x    <stuck>-              False</>  the label is taken',
    'Volume    y         <working>-              -</>',
  ]);
});

test.each([
  [60, 'Volume    web-data  creating       False  the service is cr…'],
  [30, 'Volume    web-data  creating …'],
  [5, 'Volu…'],
])('no line is wider than %i', (width, line) => {
  const lines = tableLines(ROWS, width, unpainted);
  expect(lines[2]).toBe(line);
  expect(Math.max(...lines.map((each) => each.length))).toBeLessThanOrEqual(width);
});

test('a state that is wider than most widens its column', () => {
  const state = 'waiting_for_migration';
  expect(
    tableLines(
      [{ kind: 'A', name: 'b', state, ready: '', message: 'm', mood: 'working' }],
      80,
      unpainted,
    ),
  ).toEqual([
    'KIND  NAME  STATE                  READY  MESSAGE',
    'A     b     waiting_for_migration  -      m',
  ]);
});

test('no objects are a heading', () => {
  expect(tableLines([], 80, unpainted)).toEqual(['KIND  NAME  STATE          READY  MESSAGE']);
});

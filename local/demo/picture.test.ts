import { describe, expect, test } from 'vitest';
import { linesOf, pictureOf } from './picture.ts';

const LINES = [
  'service  http://127.0.0.1:9000/v4 (1.5 s)',
  '',
  'KIND    NAME  READY  MESSAGE',
  'Volume  a<b>  True   1 & 2',
  'Domain  c     False  waits',
];

describe('the picture of a run', () => {
  test('holds each line that is not empty, signs of the markup included', () => {
    expect(linesOf(pictureOf(LINES))).toEqual(LINES.filter((line) => line !== ''));
  });

  test('shows headings, Ready objects and other lines in different colours', () => {
    const colours = [...pictureOf(LINES).matchAll(/fill="(#\w+)">/g)].map(([, colour]) => colour);
    expect(new Set(colours).size).toBe(4);
  });

  test('is as large as its text', () => {
    const size = (lines: readonly string[]) =>
      (/viewBox="0 0 (\d+) (\d+)"/.exec(pictureOf(lines)) ?? []).slice(1).map(Number);
    expect(size([...LINES, 'x'.repeat(99)])).toEqual([
      expect.closeTo(99 * 8.4 + 40, 0),
      (LINES.length + 1) * 20 + 40,
    ]);
  });
});

import { describe, expect, test } from 'vitest';
import { everyPlay, oneOfEach, titleOf } from './matrix/choice.ts';
import { suffer, untroubled } from './matrix/faults.ts';
import { staged } from './matrix/play.ts';
import { TROUBLES } from './matrix/troubles.ts';

/** A row of each sort in every run; all of them with FAULTS=all. */
const plays = process.env['FAULTS'] === 'all' ? everyPlay() : oneOfEach(everyPlay());

describe('whatever goes wrong for a while, the truth is told meanwhile and the end is the same', { timeout: 600_000 }, () => {
  test.each(plays.map((play) => [titleOf(play), play] as const))('%s', async (_title, { tried, row, dialect }) => {
    const base = await staged(tried, row, dialect);
    const expected = await untroubled(base);
    const breaches: string[] = [];
    for (const trouble of TROUBLES) {
      const found = await suffer(base, trouble, expected);
      breaches.push(...found.map((breach) => `${trouble.name}: ${breach}`));
    }
    expect(breaches).toEqual([]);
  });
});

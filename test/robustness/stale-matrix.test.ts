import { afterAll, describe, expect, test } from 'vitest';
import { everyPlay, someOf, titleOf } from './matrix/choice.ts';
import { underStaleness } from './matrix/visit.ts';

/** Sampling rate of the rows that cover every verb of every kind; `npm run stale-matrix` runs all
 *  rows. */
const ONE_IN = 24;

const plays = someOf(everyPlay(), 0).filter((_, at) => at % ONE_IN === 0);

describe('however late or incomplete a process sees the cluster, the end is the same', {
  timeout: 300_000,
}, () => {
  let points = 0;

  test.each(plays.map((play) => [titleOf(play), play] as const))('%s', async (_title, play) => {
    const visit = await underStaleness(play);
    points += visit.points;
    expect(visit.breaches).toEqual([]);
    expect(visit.points).toBeGreaterThan(0);
  });

  afterAll(() => {
    process.stdout.write(
      `saw the cluster late or in part in ${points} ways in ${plays.length} rows\n`,
    );
  });
});

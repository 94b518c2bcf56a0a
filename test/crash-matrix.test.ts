import { afterAll, describe, expect, test } from 'vitest';
import { callSites } from './matrix/call-sites.ts';
import { everyPlay, someOf, titleOf } from './matrix/choice.ts';
import { type Death, dieEverywhere } from './matrix/deaths.ts';
import { staged } from './matrix/play.ts';

/** Of the rows whose verbs others have done already, as many are played in every run; all of them with CRASH=all. */
const SHARE = 0.02;

const isWhole = process.env['CRASH'] === 'all';
const plays = isWhole ? everyPlay() : someOf(everyPlay(), SHARE);

describe('whatever await of a change the process dies at, the next one brings it to the same end', { timeout: 600_000 }, () => {
  const deaths: Death[] = [];

  test.each(plays.map((play, i) => [titleOf(play), play, i % 2 === 1] as const))('%s', async (_title, { tried, row, dialect }, crowded) => {
    const fates = await dieEverywhere(await staged(tried, row, dialect), { crowded, patient: isWhole });
    deaths.push(...fates.deaths);
    expect(fates.breaches).toEqual([]);
    expect(fates.deaths.length).toBeGreaterThan(0);
  });

  test('every place where the engine waits for a port is one where it died', () => {
    const visited = new Set(deaths.map(({ site }) => site));
    expect([...visited].toSorted()).toEqual(callSites().toSorted());
  });

  afterAll(() => {
    const sites = new Set(deaths.map(({ site }) => site)).size;
    process.stdout.write(`died at ${deaths.length} points of ${plays.length} rows, in ${sites} places of the engine\n`);
  });
});

import { afterAll, describe, expect, test } from 'vitest';
import { callSites } from './matrix/call-sites.ts';
import { exemplars, titleOf } from './matrix/choice.ts';
import { underDeaths, type Visit } from './matrix/visit.ts';

/** A sample; `npm run crash-matrix` runs all rows, with a crash at every read. */
const plays = exemplars();

describe('whatever await of a change the process dies at, the next one brings it to the same end', {
  timeout: 600_000,
}, () => {
  const visits: Visit[] = [];
  const visited = (): ReadonlySet<string> => new Set(visits.flatMap(({ sites }) => sites));

  test.each(plays.map((play, i) => [titleOf(play), play, i % 2 === 1] as const))(
    '%s',
    async (_title, play, crowded) => {
      const visit = await underDeaths(play, { crowded, patient: false });
      visits.push(visit);
      expect(visit.breaches).toEqual([]);
      expect(visit.points).toBeGreaterThan(0);
    },
  );

  test('every place where the engine waits for a port is one where it died', () => {
    expect([...visited()].toSorted()).toEqual(callSites().toSorted());
  });

  afterAll(() => {
    const points = visits.reduce((sum, visit) => sum + visit.points, 0);
    process.stdout.write(
      `died at ${points} points of ${plays.length} rows, in ${visited().size} places of the engine\n`,
    );
  });
});

import { afterAll, describe, expect, test } from 'vitest';
import { FaultSpec } from '../../simulator/http/faults.ts';
import { exemplars, titleOf } from './matrix/choice.ts';
import { TROUBLES } from './matrix/troubles.ts';
import { underTroubles } from './matrix/visit.ts';

/** A sample; `npm run fault-matrix` runs all rows. */
const plays = exemplars();

describe('during temporary faults the status is true, and the final state is the same', {
  timeout: 600_000,
}, () => {
  test.each(plays.map((play) => [titleOf(play), play] as const))('%s', async (_title, play) => {
    const { breaches } = await underTroubles(play);
    expect(breaches).toEqual([]);
  });

  test('every fault of the simulator is among the troubles', () => {
    const struck = new Set(TROUBLES.flatMap(({ faults = [] }) => faults));
    expect([...struck].toSorted()).toEqual(FaultSpec.shape.kind.options.toSorted());
  });

  afterAll(() => {
    process.stdout.write(`suffered ${TROUBLES.length} troubles in each of ${plays.length} rows\n`);
  });
});

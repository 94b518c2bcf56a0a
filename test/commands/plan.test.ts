import { test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { REGISTRY } from '../../src/kinds/rows.ts';
import { type Change, changesOf } from './plan/change.ts';
import { playChange } from './plan/play.ts';

const RUNS = 6;
/** Time limit of shrinking a failure. */
const LONGEST_MS = 600_000;

describe.each(REGISTRY.map((tried) => [tried.kind.kind, tried] as const))('%s', (_, tried) => {
  const isPlayedAsPlanned = async (change: Change): Promise<void> => {
    expect(await playChange(tried, change)).toEqual([]);
  };
  test.prop([changesOf(tried)], { numRuns: RUNS })(
    'is planned as it is executed',
    isPlayedAsPlanned,
    LONGEST_MS,
  );
});

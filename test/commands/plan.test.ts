import { test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { REGISTRY } from '../../src/kinds/rows.ts';
import { playWish } from './plan/play.ts';
import { type Wish, wishes } from './plan/wish.ts';

const RUNS = 6;
/** Time limit of shrinking a failure. */
const LONGEST_MS = 600_000;

describe.each(REGISTRY.map((tried) => [tried.kind.kind, tried] as const))('%s', (_, tried) => {
  const isPlayedAsPlanned = async (wish: Wish): Promise<void> => {
    expect(await playWish(tried, wish)).toEqual([]);
  };
  test.prop([wishes(tried)], { numRuns: RUNS })(
    'is planned as it is executed',
    isPlayedAsPlanned,
    LONGEST_MS,
  );
});

import type { RunnerTestCase } from 'vitest';

/** The run of a test without a mutant. */
export interface Rehearsal {
  readonly test: Pick<RunnerTestCase, 'id' | 'name'>;
  readonly run: () => unknown;
  readonly ms: number;
  /** Number of executions of each mutant, by id. */
  readonly hits: Readonly<Record<string, number>>;
}

/** Orders the tests that execute a mutant: one of each name (the row of a table for each kind),
 *  then the next of each; the quickest first. */
export function inTurn(rehearsals: readonly Rehearsal[], mutant: string): readonly Rehearsal[] {
  const named = new Map<string, number>();
  return rehearsals
    .filter(({ hits }) => mutant in hits)
    .toSorted((a, b) => a.ms - b.ms)
    .map((rehearsal) => {
      const round = named.get(rehearsal.test.name) ?? 0;
      named.set(rehearsal.test.name, round + 1);
      return { rehearsal, round };
    })
    .toSorted((a, b) => a.round - b.round)
    .map(({ rehearsal }) => rehearsal);
}

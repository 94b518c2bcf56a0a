import type { RunnerTestCase } from 'vitest';

/** How a test went without any mutant. */
export interface Rehearsal {
  readonly test: Pick<RunnerTestCase, 'id' | 'name'>;
  readonly run: () => unknown;
  readonly ms: number;
  /** How often it came by each mutant, by id. */
  readonly hits: Readonly<Record<string, number>>;
}

/** The tests that come by a mutant, in the order in which they are worth trying: one of each name
 *  (the row of a table that is played for each kind), then the next of each; among them the
 *  quickest first. */
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

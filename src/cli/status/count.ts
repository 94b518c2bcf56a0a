import type { ObjectSummary, State } from './object-summary.ts';

/** Objects of a kind by state. */
export interface Count extends Readonly<Record<State, number>> {
  readonly kind: string;
  readonly all: number;
}

/** Counts the objects of each kind, including kinds without objects. */
export function countsOf(
  kinds: readonly string[],
  summaries: readonly ObjectSummary[],
): readonly Count[] {
  return kinds.map((kind) => {
    const own = summaries.filter((one) => one.kind === kind);
    const count = (state: State): number => own.filter((one) => one.state === state).length;
    return {
      kind,
      all: own.length,
      ready: count('ready'),
      working: count('working'),
      stalled: count('stalled'),
      deleting: count('deleting'),
    };
  });
}

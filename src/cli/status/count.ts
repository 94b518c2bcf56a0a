import type { Standing, State } from './standing.ts';

/** How many objects of a kind stand how. */
export interface Count extends Readonly<Record<State, number>> {
  readonly kind: string;
  readonly all: number;
}

/** A count for each kind, those without objects too. */
export function countsOf(
  kinds: readonly string[],
  standings: readonly Standing[],
): readonly Count[] {
  return kinds.map((kind) => {
    const own = standings.filter((one) => one.kind === kind);
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

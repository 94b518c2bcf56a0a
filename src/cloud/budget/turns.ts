import type { BudgetClass } from '../../engine/ports/cloud.ts';
import { CLASSES } from './shares.ts';

/** Serves the namespaces of each class in turn: the least served by weight is next; an idle
 *  namespace accumulates no credit. */
export interface Turns {
  /** Returns the place in the order: the smallest is served first. */
  placeOf(of: BudgetClass, namespace: string): number;
  serve(of: BudgetClass, namespace: string): void;
}

/** @param weightOf weight of a namespace */
interface Progress {
  /** Progress of the class, in weighted requests. */
  turn: number;
  /** Progress of each of its namespaces. */
  readonly served: Map<string, number>;
}

export function createTurns(weightOf: (namespace: string) => number): Turns {
  const progress = new Map(
    CLASSES.map((of): [BudgetClass, Progress] => [of, { turn: 0, served: new Map() }]),
  );
  const placeOf = (of: BudgetClass, namespace: string): number => {
    const state = progress.get(of);
    return Math.max(state?.turn ?? 0, state?.served.get(namespace) ?? 0);
  };
  const serve = (of: BudgetClass, namespace: string): void => {
    const state = progress.get(of);
    if (state === undefined) return;
    const place = placeOf(of, namespace);
    state.turn = place;
    state.served.set(namespace, place + 1 / weightOf(namespace));
    for (const [other, until] of state.served) if (until <= place) state.served.delete(other);
  };
  return { placeOf, serve };
}

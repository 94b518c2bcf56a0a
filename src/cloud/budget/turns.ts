import type { BudgetClass } from '../../engine/ports/cloud.ts';
import { CLASSES } from './shares.ts';

/** Takes turns among the namespaces of each class: whoever was served less, by weight, is next; who
 *  was away gains nothing by it. */
export interface Turns {
  /** The place in the order: the smaller is served first. */
  placeOf(of: BudgetClass, namespace: string): number;
  serve(of: BudgetClass, namespace: string): void;
}

/** @param weightOf how much a namespace gets beside the others */
interface Progress {
  /** How far the class has come, in requests by weight. */
  turn: number;
  /** How far each of its namespaces has been served. */
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

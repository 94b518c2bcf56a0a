import type { BudgetClass, Cause } from '../../engine/ports/cloud.ts';
import { CLASSES } from './shares.ts';
import { createTurns, type Turns } from './turns.ts';

/** A request that waits for its turn. */
export interface Ask {
  /** Why, as it is now: somebody more urgent may have joined those who wait for the answer. */
  readonly cause: () => Cause;
  readonly route: string;
  /** When it no longer wants to be sent. */
  readonly until: number;
}

/** Who is next: the most urgent class first, within it the namespaces in turn, within a namespace
 *  the oldest. Whoever is not admitted is passed over. */
export interface Queue {
  size(): number;
  push(ask: Ask): void;
  /** Takes out the next one that is admitted. */
  pick(admits: (ask: Ask) => boolean): Ask | undefined;
  /** Takes out those that no longer want to be sent. */
  drop(isOver: (ask: Ask) => boolean): readonly Ask[];
  /** When the next one's time is over; null when nobody waits. */
  nextExpiry(): number | null;
}

/** @param weightOf how much of a class's share a namespace gets beside the others */
export function createQueue(weightOf: (namespace: string) => number): Queue {
  let waiting: readonly Ask[] = [];
  const turns = createTurns(weightOf);
  return {
    size: () => waiting.length,
    push: (ask) => {
      waiting = [...waiting, ask];
    },
    pick: (admits) => {
      const next = firstAdmitted(waiting, turns, admits);
      if (next === undefined) return undefined;
      waiting = waiting.filter((ask) => ask !== next);
      const { class: of, namespace } = next.cause();
      turns.serve(of, namespace);
      return next;
    },
    drop: (isOver) => {
      const over = waiting.filter(isOver);
      if (over.length > 0) waiting = waiting.filter((ask) => !over.includes(ask));
      return over;
    },
    nextExpiry: () => (waiting.length === 0 ? null : Math.min(...waiting.map((ask) => ask.until))),
  };
}

function firstAdmitted(
  waiting: readonly Ask[],
  turns: Turns,
  admits: (ask: Ask) => boolean,
): Ask | undefined {
  for (const of of CLASSES) {
    const heads = headsOf(waiting, of, admits);
    const [next] = heads.toSorted(
      (a, b) => turns.placeOf(of, a.cause().namespace) - turns.placeOf(of, b.cause().namespace),
    );
    if (next !== undefined) return next;
  }
  return undefined;
}

/** The oldest admitted one of each namespace. */
function headsOf(
  waiting: readonly Ask[],
  of: BudgetClass,
  admits: (ask: Ask) => boolean,
): readonly Ask[] {
  const heads = new Map<string, Ask>();
  for (const ask of waiting) {
    const cause = ask.cause();
    if (cause.class === of && !heads.has(cause.namespace) && admits(ask))
      heads.set(cause.namespace, ask);
  }
  return [...heads.values()];
}

import type { BudgetClass, Cause } from '../../engine/ports/cloud.ts';
import { CLASSES } from './shares.ts';
import { createTurns, type Turns } from './turns.ts';

/** A waiting request. */
export interface Ask {
  /** The current cause: a more urgent caller may have joined the waiting ones. */
  readonly cause: () => Cause;
  readonly route: string;
  /** The deadline for sending. */
  readonly until: number;
}

/** Orders requests: the most urgent class first, within it the namespaces in turn, within a
 *  namespace the oldest. Skips requests that are not admitted. */
export interface Queue {
  size(): number;
  push(ask: Ask): void;
  /** Removes and returns the next admitted request. */
  pick(admits: (ask: Ask) => boolean): Ask | undefined;
  /** Removes the requests that are past their deadline. */
  drop(isOver: (ask: Ask) => boolean): readonly Ask[];
  /** Returns the next deadline; null when the queue is empty. */
  nextExpiry(): number | null;
}

/** @param weightOf weight of a namespace's share of a class */
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

/** Returns the oldest admitted request of each namespace. */
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

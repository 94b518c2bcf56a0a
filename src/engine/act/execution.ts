import type { Outcome } from '../../model/outcome.ts';
import type { Call } from '../../model/step.ts';

/** The result of an Operation. `message`: the reason, if the state alone does not show it. */
export interface Ended {
  readonly verb: string;
  readonly state: 'Done' | 'Waiting' | 'Refused' | 'OutcomeUnknown';
  readonly message?: string;
}

/** The result of running steps. */
export interface Execution {
  /** Outcomes that held steps, in the order of the plan: waits, refusals, failures; empty when
   *  every step was done. */
  readonly stops: readonly Outcome[];
  /** Requests sent, one line per step. */
  readonly did: readonly string[];
  /** Steps that were refused or not answered. */
  readonly failed: readonly string[];
  /** Fields with corrected drift. */
  readonly corrected: readonly string[];
  readonly verbs: readonly string[];
  /** Fingerprints of the applied values, by field. */
  readonly applied: Readonly<Record<string, string>>;
  /** The last answer that contained the item; and every call answered with the item or a row of a
   *  detail, with that answer. */
  readonly answer: unknown;
  readonly answered: readonly { readonly step: Call; readonly answer: unknown }[];
  /** Keys of requests that must not be repeated and certainly had no effect. One with a successful
   *  answer stays open until its result shows. */
  readonly closed: readonly string[];
  /** Result of the Operation; null if none of its steps was sent. */
  readonly result: Ended | null;
}

/** An execution in progress. */
export interface Progress {
  readonly stops: Outcome[];
  readonly did: string[];
  readonly failed: string[];
  readonly corrected: string[];
  readonly verbs: string[];
  readonly done: Call[];
  readonly answered: Execution['answered'][number][];
  readonly closed: string[];
  result: Ended | null;
  answer: unknown;
  /** Names of the steps that are not done, and of the calls that may have started something. */
  readonly held: Set<string>;
  readonly begun: Set<string>;
}

export const newProgress = (): Progress => ({
  stops: [],
  did: [],
  failed: [],
  corrected: [],
  verbs: [],
  done: [],
  answered: [],
  closed: [],
  result: null,
  answer: undefined,
  held: new Set(),
  begun: new Set(),
});

/** Returns the execution of a plan that could not start. */
export const nothingDone = (stop: Outcome): Execution => ({
  stops: [stop],
  verbs: [],
  did: [],
  failed: [],
  corrected: [],
  applied: {},
  answer: undefined,
  answered: [],
  closed: [],
  result: null,
});

/** Reports whether there was nothing to do. */
export const isDone = (execution: Execution): boolean =>
  execution.stops.length === 0 && execution.verbs.length === 0;

import type { Outcome } from '../../model/outcome.ts';
import type { Call } from '../../model/step.ts';

/** How a one-shot action ended, and why where the state does not say all. */
export interface Ended {
  readonly state: 'Done' | 'Waiting' | 'Refused' | 'OutcomeUnknown';
  readonly message?: string;
}

/** What running steps came to. */
export interface Execution {
  /** What held steps up, in the order of the plan: waits, refusals, failures; empty when every step
   *  was done. */
  readonly stops: readonly Outcome[];
  /** What was sent, one line a step. */
  readonly did: readonly string[];
  /** Which of it was refused or never answered. */
  readonly failed: readonly string[];
  /** Fields that were changed outside and are put right. */
  readonly corrected: readonly string[];
  readonly verbs: readonly string[];
  /** Fingerprints of the values that were applied, by field. */
  readonly applied: Readonly<Record<string, string>>;
  /** The last answer that was the item itself; and every call that was answered with the item or a
   *  row of a detail, with that answer. */
  readonly answer: unknown;
  readonly answered: readonly { readonly step: Call; readonly answer: unknown }[];
  /** Keys of not repeatable requests that certainly did nothing. One that was answered with success
   *  stays open until what it made shows. */
  readonly closed: readonly string[];
  /** How one-shot actions ended, by verb. */
  readonly results: Readonly<Record<string, Ended>>;
}

/** An execution under way. */
export interface Progress {
  readonly stops: Outcome[];
  readonly did: string[];
  readonly failed: string[];
  readonly corrected: string[];
  readonly verbs: string[];
  readonly done: Call[];
  readonly answered: Execution['answered'][number][];
  readonly closed: string[];
  readonly results: Record<string, Ended>;
  answer: unknown;
  /** Names of the steps that are not done, and of the calls that may have begun something. */
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
  results: {},
  answer: undefined,
  held: new Set(),
  begun: new Set(),
});

/** The execution of a plan of which nothing could be begun. */
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
  results: {},
});

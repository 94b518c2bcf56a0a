/** Shares the event loop: long work checks at intervals whether to yield. */
export interface Turns {
  /** Returns true if the current work has used its time slice, or other work waits for the event
   *  loop. */
  isOver(): boolean;
  /** Yields the event loop. Waiting callers resume one per turn, in order of arrival, so that their
   *  work does not block as a whole. */
  rest(): Promise<void>;
}

/** Never yields: for work that shares the event loop with nothing else. */
export const ENDLESS: Turns = { isOver: () => false, rest: () => Promise.resolve() };

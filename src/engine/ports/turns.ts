/** Shares the event loop: long work asks on its way whether others are to have their turn. */
export interface Turns {
  /** True if work has gone on for a slice since the event loop had its turn, or others wait for
   *  theirs. */
  isOver(): boolean;
  /** Gives the event loop its turn. Those who rest go on one a turn, in the order of their coming:
   *  what all of them waited for is not one block. */
  rest(): Promise<void>;
}

/** Turns that are never over, where nothing else needs the event loop. */
export const ENDLESS: Turns = { isOver: () => false, rest: () => Promise.resolve() };

/** Where the time comes from: milliseconds since the epoch. */
export interface Clock {
  readonly now: () => number;
  /** Only clocks that tests turn by hand can do this. */
  readonly advance?: (ms: number) => void;
}

/** The time of this machine. */
export const realClock: Clock = { now: () => Date.now() };

/** A clock that stands still until it is advanced. @param start milliseconds since the epoch */
export const manualClock = (start: number): Required<Clock> => {
  let now = start;
  return {
    now: () => now,
    advance: (ms) => {
      now += ms;
    },
  };
};

/** The service's form of a time: UTC, whole seconds, no zone. Source: conventions#dates. */
export const stamp = (ms: number): string => new Date(ms).toISOString().slice(0, 19);

/** Milliseconds since the epoch of a time in the service's form; NaN for anything else. */
export const parseStamp = (text: string): number => Date.parse(`${text}Z`);

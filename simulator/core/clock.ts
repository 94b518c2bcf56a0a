/** A clock: milliseconds since the epoch. */
export interface Clock {
  readonly now: () => number;
  /** Advances the clock; only manual clocks of tests have it. */
  readonly advance?: (ms: number) => void;
}

/** The machine's clock. */
export const realClock: Clock = { now: () => Date.now() };

/** Creates a clock that stands still until it is advanced. @param start milliseconds since the
 *  epoch */
export const manualClock = (start: number): Required<Clock> => {
  let now = start;
  return {
    now: () => now,
    advance: (ms) => {
      now += ms;
    },
  };
};

/** Formats a time as the service does: UTC, whole seconds, no zone. Source: conventions#dates. */
export const stamp = (ms: number): string => new Date(ms).toISOString().slice(0, 19);

/** Parses a time of the service to milliseconds since the epoch; NaN for any other text. */
export const parseStamp = (text: string): number => Date.parse(`${text}Z`);

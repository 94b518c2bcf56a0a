/** Limit of lines about one object: a burst, then one line per period. */
const BURST = 20;
const PERIOD_MS = 60_000;
const MOST_OBJECTS = 2_000;

interface Allowance {
  left: number;
  at: number;
  leftOut: number;
}

/** Limits the lines about an object that alternates between two states, as Events are limited. */
export class LineBudget {
  readonly #elapsed: () => number;
  readonly #allowances = new Map<string, Allowance>();

  /** @param elapsed milliseconds of a steady clock */
  constructor(elapsed: () => number) {
    this.#elapsed = elapsed;
  }

  /** Takes the budget of one line about an object. @returns the number of omitted lines since the
   *  last one; null: this line is omitted too */
  take(object: string): number | null {
    const now = this.#elapsed();
    const { left, at, leftOut } = this.#allowances.get(object) ?? {
      left: BURST,
      at: now,
      leftOut: 0,
    };
    const allowed = Math.min(BURST, left + (now - at) / PERIOD_MS);
    const isAllowed = allowed >= 1;
    this.#keep(object, {
      left: isAllowed ? allowed - 1 : allowed,
      at: now,
      leftOut: isAllowed ? 0 : leftOut + 1,
    });
    return isAllowed ? leftOut : null;
  }

  /** Makes an entry the youngest of the map, and drops the oldest when there are too many. */
  #keep(object: string, allowance: Allowance): void {
    this.#allowances.delete(object);
    this.#allowances.set(object, allowance);
    const [oldest] = this.#allowances.keys();
    if (this.#allowances.size > MOST_OBJECTS && oldest !== undefined)
      this.#allowances.delete(oldest);
  }
}

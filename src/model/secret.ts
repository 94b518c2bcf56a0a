const REDACTED = '[redacted]';

/** A value that must not be seen: every way of printing it says `[redacted]`; only `reveal` gives
 *  it. */
export class Secret<T = string> {
  readonly #value: T;
  constructor(value: T) {
    this.#value = value;
  }
  /** The value itself. For the adapters that send or store it, and for nobody else. */
  reveal(): T {
    return this.#value;
  }
  toString(): string {
    return REDACTED;
  }
  toJSON(): string {
    return REDACTED;
  }
  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return REDACTED;
  }
}

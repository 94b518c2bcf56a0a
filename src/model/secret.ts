const REDACTED = '[redacted]';

/** A secret value: every way of printing it gives `[redacted]`; only `reveal` returns it. */
export class Secret<T = string> {
  readonly #value: T;
  constructor(value: T) {
    this.#value = value;
  }
  /** Returns the value, for the adapters that send or store it. */
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

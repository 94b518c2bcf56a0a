/** A text stream: pushed at one end, read chunk by chunk at the other. */
export class MemoryStream implements AsyncIterable<string> {
  readonly #waiting: string[] = [];
  #end: { readonly error: Error | null } | null = null;
  #wake: () => void = () => {};

  push(text: string): void {
    this.#waiting.push(text);
    this.#wake();
  }

  /** Ends the stream after its pushed text; with an error the reader's iteration rejects. */
  end(error: Error | null = null): void {
    this.#end ??= { error };
    this.#wake();
  }

  get ended(): boolean {
    return this.#end !== null;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<string> {
    try {
      for (;;) {
        const piece = this.#waiting.shift();
        if (piece !== undefined) yield piece;
        else if (this.#end?.error) throw this.#end.error;
        else if (this.#end !== null) return;
        else await new Promise<void>((resolve) => (this.#wake = resolve));
      }
    } finally {
      this.#end ??= { error: null };
    }
  }
}

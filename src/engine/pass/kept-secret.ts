/** The state that one process keeps about the Secret of an item. */
export interface KeptSecret {
  /** The version that was found or made current; null: there was none; undefined: unknown. */
  version: string | null | undefined;
  /** Times of recent reads of other versions, by the steady clock. */
  touchedAt: readonly number[];
  /** Delay of the read of the current version (milliseconds); 0: none. */
  putOffMs: number;
  /** Time of the recorded request whose new contents have arrived. */
  renewedFor: string | null;
}

/** Returns the initial state, with nothing known. */
export const newKeptSecret = (): KeptSecret => ({
  version: undefined,
  touchedAt: [],
  putOffMs: 0,
  renewedFor: null,
});

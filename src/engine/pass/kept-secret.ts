/** What one process remembers of the Secret that it keeps current for an item. */
export interface KeptSecret {
  /** The version that was found or made current; null: there was none; undefined: it is not
   *  known. */
  version: string | null | undefined;
  /** When another version than that was looked into lately, by the steady clock. */
  touchedAt: readonly number[];
  /** How long the look into the version that is there now waits (milliseconds); 0: it does not. */
  putOffMs: number;
  /** When the request was recorded whose new contents came. */
  renewedFor: string | null;
}

/** Nothing is known yet. */
export const newKeptSecret = (): KeptSecret => ({
  version: undefined,
  touchedAt: [],
  putOffMs: 0,
  renewedFor: null,
});

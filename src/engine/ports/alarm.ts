/** Wakes somebody at a time of the steady clock; the newest wish replaces the one before. */
export interface Alarm {
  /** Calls back once, at this time (milliseconds, `Clock.elapsed`) or as soon as possible when it
   *  is past; undefined: not at all. */
  set(at: number | undefined): void;
}

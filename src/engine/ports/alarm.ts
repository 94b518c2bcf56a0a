/** Calls back at a time of the steady clock. A new time replaces the previous one. */
export interface Alarm {
  /** Sets the time of the callback in milliseconds of `Clock.elapsed`; a past time calls back as
   *  soon as possible, undefined cancels. */
  set(at: number | undefined): void;
}

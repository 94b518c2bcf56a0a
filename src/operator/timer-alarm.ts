import type { Alarm } from '../engine/ports/alarm.ts';

/** Longest timeout of the runtime (milliseconds). */
const LONGEST_MS = 2 ** 31 - 1;

/** An alarm by the machine's timers and steady clock; it keeps no process alive. */
export function timerAlarm(ring: () => void): Alarm {
  let timer: NodeJS.Timeout | undefined;
  return {
    set: (at) => {
      clearTimeout(timer);
      if (at === undefined) return;
      timer = setTimeout(ring, Math.min(Math.max(0, at - performance.now()), LONGEST_MS));
      timer.unref();
    },
  };
}

import { setTimeout as pause } from 'node:timers/promises';

/** Long, because the machine may be loaded: nothing waits for the whole of it unless something is
 *  wrong. */
const DEADLINE_MS = 90_000;
const LOOK_MS = 100;

/** Looks until something is there (`done` is not null). Throws with what was seen last, and with
 *  what `explain` adds. */
export async function soon<T>(
  what: string,
  look: () => Promise<{ readonly done: T | null; readonly seen: string }>,
  explain: () => Promise<string> = async () => '',
): Promise<T> {
  const deadline = Date.now() + DEADLINE_MS;
  for (;;) {
    const { done, seen } = await look();
    if (done !== null) return done;
    if (Date.now() > deadline)
      throw new Error(`waited ${DEADLINE_MS / 1_000} s for ${what}: ${seen}\n${await explain()}`);
    await pause(LOOK_MS);
  }
}

import { setTimeout as pause } from 'node:timers/promises';

/** A long limit, because the machine may be loaded: only failures reach it. */
const DEADLINE_MS = 90_000;
const LOOK_MS = 100;

/** Polls until a value exists (`done` is not null). Throws with the last state, and the addition of
 *  `explain`. */
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

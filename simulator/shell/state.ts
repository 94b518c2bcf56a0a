import { access, constants, open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import * as z from 'zod';
import { accountsOf, type World } from '../core/world.ts';
import type { Simulator } from '../simulator.ts';

/** Milliseconds between a change and its save. */
const DEBOUNCE_MS = 200;

/** The outline of a world; its tables, written by this program, are trusted. */
const Kept = z.looseObject({
  version: z.literal(1),
  random: z.int(),
  revision: z.int(),
  counters: z.record(z.string(), z.number()),
  pending: z.array(z.looseObject({ at: z.number(), order: z.int(), name: z.string() })),
  buckets: z.record(z.string(), z.looseObject({ used: z.int(), resetAt: z.number() })),
  tables: z.record(z.string(), z.array(z.looseObject({ id: z.int() }))),
});

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** Reads a saved world. @returns undefined when there is no such file yet, a text when it is
 *  unusable or unwritable */
export const loadWorld = async (file: string): Promise<World | undefined | string> => {
  try {
    await access(dirname(file), constants.W_OK);
  } catch (error) {
    return `nothing can be kept in ${file}: ${String(error)}`;
  }
  try {
    const parsed = Kept.safeParse(JSON.parse(await readFile(file, 'utf8')));
    // The file holds a world that a simulator of this version wrote: only its rows are untyped.
    return parsed.success
      ? (parsed.data as unknown as World)
      : `${file} holds no world: ${parsed.error.issues[0]?.message}`;
  } catch (error) {
    return isMissing(error) ? undefined : `${file} cannot be read: ${String(error)}`;
  }
};

const writeWhole = async (file: string, text: string): Promise<void> => {
  const draft = `${file}.new`;
  const handle = await open(draft, 'w');
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(draft, file);
};

/** Saves a simulator's world. */
export interface Keeper {
  /** Schedules a save after a change; called after each request. */
  noticed(): void;
  /** Saves unsaved changes now. */
  flush(): Promise<void>;
}

/** Saves a world to a file: writes a draft and renames it, so that a crash leaves the old or the
 *  new one. */
export const keeper = (
  file: string,
  simulator: Simulator,
  onError: (error: unknown) => void,
): Keeper => {
  let saved = -1;
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();
  const save = async (): Promise<void> => {
    const world = simulator.world();
    const revision = accountsOf(world).reduce((sum, account) => sum + account.revision, 0);
    if (revision === saved) return;
    saved = revision;
    await writeWhole(file, JSON.stringify(world));
  };
  const flush = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.then(save).catch(onError);
    return writing;
  };
  return {
    noticed: () => {
      timer ??= setTimeout(() => void flush(), DEBOUNCE_MS);
    },
    flush,
  };
};

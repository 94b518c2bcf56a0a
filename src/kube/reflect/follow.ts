import { ENDLESS } from '../../engine/ports/turns.ts';
import { unreadable } from '../api/failures.ts';
import type { WatchEvent } from '../api/watch.ts';
import type { Stored } from './objects.ts';
import { type End, endOf, type Reflection } from './reflection.ts';

/** A watch of this duration counts as successful, even without events. */
const GOOD_WATCH_MS = 1_000;
/** Duration of a watch, with jitter, so that watches do not end at once. */
const WATCH_SECONDS = { least: 300, spread: 300 } as const;

/** Watches from a version on and updates the store until the watch ends or is aborted. */
export async function follow<O extends Stored>(
  reflection: Reflection<O>,
  version: string,
  signal: AbortSignal,
): Promise<End> {
  const { client, from, state, time } = reflection;
  const seconds = WATCH_SECONDS.least + Math.floor(time.random() * WATCH_SECONDS.spread);
  const opened = await client.watch(from, version, seconds, signal);
  if (!opened.ok) return endOf(opened.failure);
  const openedAt = time.elapsed();
  state.open = true;
  try {
    for await (const events of opened.value) {
      const end = await takeAll(reflection, events);
      if (end !== null) return end;
    }
  } finally {
    state.open = false;
  }
  if (time.elapsed() - openedAt < GOOD_WATCH_MS)
    return endOf(unreadable('a watch that ends at once'));
  state.failures = 0;
  return { why: 'closed', failure: null };
}

/** Applies events to the store; null while the watch continues. */
async function takeAll<O extends Stored>(
  reflection: Reflection<O>,
  events: readonly WatchEvent[],
): Promise<End | null> {
  const { state, time, turns = ENDLESS } = reflection;
  state.lastSeenAt = time.elapsed();
  for (const event of events) {
    if (turns.isOver()) await turns.rest();
    const end = take(reflection, event);
    if (end !== null) return end;
  }
  return null;
}

function take<O extends Stored>(reflection: Reflection<O>, event: WatchEvent): End | null {
  if (event.type === 'failed') return endOf(event.failure);
  if (event.type === 'bookmark') return noteVersion(reflection, event.resourceVersion);
  const object = reflection.read(event.object);
  if (object === null) return endOf(unreadable('a watched object without identity'));
  if (event.type === 'put') reflection.store.put(object);
  else reflection.store.remove(object);
  return noteVersion(reflection, object.metadata.resourceVersion);
}

function noteVersion<O extends Stored>(
  { state, store, from }: Reflection<O>,
  version: string,
): null {
  state.version = version;
  state.failures = 0;
  store.received(from.namespace, version);
  return null;
}

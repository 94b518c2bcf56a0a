import { unreachable } from '../api/failures.ts';
import type { Time } from '../time.ts';
import { backoffMs } from './backoff.ts';
import { follow } from './follow.ts';
import { listAll } from './listing.ts';
import type { Stored } from './objects.ts';
import {
  type End,
  endOf,
  type Reflection,
  type ReflectionState,
  type ReflectorOptions,
} from './reflection.ts';
import { SILENT_MS, unlessSilent } from './silence.ts';

/** Keeps a store in sync with a collection: lists, watches, and restarts after every failure. */
export interface Reflector {
  /** Resolves after the first complete listing. */
  readonly synced: Promise<void>;
  /** Returns true while a watch is open: the store is current. */
  isCurrent(): boolean;
  health(): ReflectorHealth;
  /** Resolves when nothing is in flight. */
  stop(): Promise<void>;
}

/** Health of a reflector; ages in milliseconds. */
export interface ReflectorHealth {
  readonly plural: string;
  /** Null: all namespaces. */
  readonly namespace: string | null;
  readonly synced: boolean;
  /** Age of the last data from the API server; null before the first. */
  readonly sinceLastSeenMs: number | null;
  /** Age of the last request or data. Beyond `STUCK_MS` the reflector itself hangs, whatever the
   *  API server does. */
  readonly triedMs: number;
  /** Number of failed listings and failed or aborted watches. */
  readonly restarts: number;
}

export const STUCK_MS = 2 * SILENT_MS;
/** After this many failures in a row the version is doubted too: a new listing follows, as after
 *  silence and after any refusal. */
const DOUBT_AFTER = 8;

export function startReflector<O extends Stored>(options: ReflectorOptions<O>): Reflector {
  const stopped = new AbortController();
  const { promise: synced, resolve: onSynced } = Promise.withResolvers<void>();
  const state = stateAt(options.time.elapsed());
  const done = run({ ...options, state, signal: stopped.signal, onSynced });
  return {
    synced,
    isCurrent: () => state.open,
    health: () => ({
      plural: options.from.resource.plural,
      namespace: options.from.namespace,
      ...figures(state, options.time),
    }),
    stop: async () => {
      stopped.abort();
      await done;
    },
  };
}

const stateAt = (triedAt: number): ReflectionState => ({
  version: null,
  failures: 0,
  restarts: 0,
  open: false,
  synced: false,
  lastSeenAt: null,
  triedAt,
});

const figures = ({ synced, restarts, lastSeenAt, triedAt }: ReflectionState, time: Time) => ({
  synced,
  restarts,
  sinceLastSeenMs: lastSeenAt === null ? null : time.elapsed() - lastSeenAt,
  triedMs: time.elapsed() - Math.max(triedAt, lastSeenAt ?? 0),
});

async function run<O extends Stored>(reflection: Reflection<O>): Promise<void> {
  const { state, time, signal } = reflection;
  while (!signal.aborted) {
    state.triedAt = time.elapsed();
    const end = await turn(reflection);
    if (end !== null && !signal.aborted) await recover(reflection, end);
  }
}

/** Runs one listing (null when it succeeded) or one watch. An exception is a bug; it ends this
 *  round, not the reflector. */
async function turn<O extends Stored>(reflection: Reflection<O>): Promise<End | null> {
  const { version } = reflection.state;
  try {
    return await unlessSilent(reflection, (signal) =>
      version === null ? list(reflection, signal) : follow(reflection, version, signal),
    );
  } catch (error) {
    reflection.observer.listenerFailed(error);
    return endOf(unreachable(error));
  }
}

async function list<O extends Stored>(
  reflection: Reflection<O>,
  signal: AbortSignal,
): Promise<End | null> {
  const { client, from, read, store, state, time, turns, onSynced } = reflection;
  const onPage = (): void => {
    state.lastSeenAt = time.elapsed();
  };
  const listed = await listAll({ client, from, read, signal, onPage });
  if (!listed.ok) return endOf(listed.failure);
  const { objects, resourceVersion } = listed.value;
  await store.replace(from.namespace, objects, resourceVersion, turns);
  state.version = resourceVersion;
  state.synced = true;
  onSynced();
  return null;
}

async function recover<O extends Stored>(
  { from, state, time, observer, signal }: Reflection<O>,
  { why, failure }: End,
): Promise<void> {
  if (failure !== null) {
    state.failures += 1;
    state.restarts += 1;
    if (why === 'silent' || failure.code !== 'Unreachable' || state.failures % DOUBT_AFTER === 0)
      state.version = null;
  }
  observer.watchEnded({
    plural: from.resource.plural,
    namespace: from.namespace,
    why,
    detail: failure?.detail ?? '',
  });
  await time.sleep(backoffMs(state.failures, failure?.retryAfterMs ?? null, time), signal);
}

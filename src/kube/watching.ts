import type { Cluster, KubeObject, ObjectName } from '../engine/ports/cluster.ts';
import type { Turns } from '../engine/ports/turns.ts';
import type { KubeClient } from './api/client.ts';
import { createCluster, type Shelf } from './cluster.ts';
import { readClusterUid, UNKNOWN_CLUSTER } from './cluster-uid.ts';
import { createDefinitions } from './definitions.ts';
import { Events } from './events/events.ts';
import { createHomes, type Homes } from './home-namespaces.ts';
import { createNamespaces } from './namespaces.ts';
import type { KubeObserver } from './observer.ts';
import { createNotes } from './operator-notes.ts';
import { keptObject, readObject } from './reflect/objects.ts';
import {
  type Reflector,
  type ReflectorHealth,
  STUCK_MS,
  startReflector,
} from './reflect/reflector.ts';
import { createStore } from './reflect/store.ts';
import type { Resource } from './resources.ts';
import { Secrets } from './secrets/secrets.ts';
import type { Time } from './time.ts';

/** The watched kinds, and the listeners for their changes. An exception in a listener is reported
 *  and does not affect the watch. */
export interface Watched {
  readonly kinds: readonly Resource[];
  /** Null: all. */
  readonly namespaces: readonly string[] | null;
  /** The operator's own namespace, for state across restarts. */
  readonly ownNamespace: string;
  /** Reporting component of its Events. */
  readonly reporter: string;
  /** `before` undefined: the object appeared; `after` undefined: it was deleted. Called for the
   *  operator's own writes too. */
  readonly onObject: (before: KubeObject | undefined, after: KubeObject | undefined) => void;
  /** Called when another writer changed a Secret that these objects read. */
  readonly onSecret: (readers: readonly ObjectName[]) => void;
}

/** Watched kinds. */
export interface Watching {
  readonly cluster: Cluster;
  /** Resolves after the first listing of every kind in every namespace, once the cluster is
   *  identified. */
  readonly synced: Promise<void>;
  health(): WatchHealth;
  /** Ends the watches and waits briefly for the last events. */
  stop(): Promise<void>;
}

export interface WatchHealth {
  readonly synced: boolean;
  /** False when a reflector hangs by its own fault; an outage of the API server never causes it. */
  readonly alive: boolean;
  readonly reflectors: readonly ReflectorHealth[];
}

interface Means {
  readonly client: KubeClient;
  readonly time: Time;
  readonly observer: KubeObserver;
  /** Yields the event loop while many objects arrive. Absent: never yields. */
  readonly turns?: Turns;
}

const LAST_EVENTS_MS = 2_000;

/** Starts to cache and watch kinds. */
export function startWatching(means: Means, watched: Watched): Watching {
  const { client, time, observer } = means;
  const homes = createHomes(means, watched.namespaces);
  const shelf = createShelf(watched, observer, homes);
  const namespaces = createNamespaces(client, time);
  const definitions = createDefinitions(client, time, watched.kinds);
  const exists = ({ kind, namespace, name }: ObjectName): boolean =>
    shelf.get(kind)?.store.get(namespace, name) !== undefined;
  const identity =
    watched.namespaces === null ? readClusterUid(client, time, observer) : UNKNOWN_CLUSTER;
  const secrets = new Secrets({
    ...means,
    namespaces,
    watched: watched.namespaces,
    exists,
    wake: guarded(watched.onSecret, observer),
  });
  const events = new Events({ ...means, reporter: watched.reporter });
  const reflectors = reflectAll(means, shelf, watched.namespaces);
  return {
    cluster: createCluster({
      client,
      shelf,
      identity,
      homes,
      secrets,
      namespaces,
      definitions,
      notes: createNotes(client, watched.ownNamespace),
      events,
    }),
    synced: Promise.all([
      identity.known,
      homes.known,
      ...reflectors.map(({ synced }) => synced),
    ]).then(() => undefined),
    health: () => healthOf(reflectors.map((reflector) => reflector.health())),
    stop: async () => {
      identity.stop();
      homes.stop();
      await Promise.all([secrets.stop(), ...reflectors.map((reflector) => reflector.stop())]);
      await lastWritten(events, time);
    },
  };
}

/** Waits briefly for the last events to be written. */
async function lastWritten(events: Events, time: Time): Promise<void> {
  const waiting = new AbortController();
  await Promise.race([events.idle(), time.sleep(LAST_EVENTS_MS, waiting.signal)]);
  waiting.abort();
}

function createShelf({ kinds, onObject }: Watched, observer: KubeObserver, homes: Homes): Shelf {
  const changed = guarded((before: KubeObject | undefined, after: KubeObject | undefined) => {
    if (after !== undefined && before?.metadata.uid !== after.metadata.uid)
      homes.look(after.metadata.namespace);
    onObject(before, after);
  }, observer);
  return new Map(
    kinds.map((resource) => [resource.kind, { resource, store: createStore(changed, keptObject) }]),
  );
}

const reflectAll = (
  means: Means,
  shelf: Shelf,
  namespaces: readonly string[] | null,
): readonly Reflector[] =>
  [...shelf.values()].flatMap(({ resource, store }) =>
    (namespaces ?? [null]).map((namespace) =>
      startReflector({
        ...means,
        from: { resource, namespace },
        read: (json) => readObject(resource, json),
        store,
      }),
    ),
  );

const healthOf = (reflectors: readonly ReflectorHealth[]): WatchHealth => ({
  synced: reflectors.every(({ synced }) => synced),
  alive: reflectors.every(({ triedMs }) => triedMs < STUCK_MS),
  reflectors,
});

/** Reports an exception in a listener, which is a bug, and lets the watch continue. */
const guarded =
  <A extends readonly unknown[]>(listener: (...args: A) => void, observer: KubeObserver) =>
  (...args: A): void => {
    try {
      listener(...args);
    } catch (error) {
      observer.listenerFailed(error);
    }
  };

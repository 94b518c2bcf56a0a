import type { Cluster, KubeFailure, KubeObject } from '../../src/engine/ports/cluster.ts';
import { merged } from '../../src/kube/api/merge.ts';
import { createStore, type Store } from '../../src/kube/reflect/store.ts';
import type { Result } from '../../src/model/failure.ts';
import { same } from '../../src/model/fingerprint.ts';
import type { Change, ClusterLog } from './cluster-log.ts';
import type { MemoryCluster } from './memory-cluster.ts';
import { mortal } from './mortal.ts';
import type { VirtualTime } from './virtual-time.ts';
import type { View } from './world-options.ts';

type Listener = Parameters<View['listen']>[0];

/** The lag of a process's store behind the API server. */
export interface Lag {
  /** Age of the initial listing in changes. */
  readonly listing: number;
  /** Number of later changes before the watch reports one. */
  readonly behind: number;
  /** The change, counted from the start of the log, that the watch omits; null: none. */
  readonly without: number | null;
}

/** Maximum lag of a watch (milliseconds). */
export const LAG_MS = 30_000;
/** Interval between full listings (milliseconds). */
export const RELIST_MS = 300_000;

/** Builds a cluster view whose store lags behind the API server: the store of the reflectors, fed
 *  late. Reads that bypass the store, writes and locks are those of the API server. */
export function staleView(log: ClusterLog, time: VirtualTime, lag: Lag): View {
  const listeners = new Set<Listener>();
  const shelf = newShelf((before, after) =>
    listeners.forEach((listener) => listener(before, after)),
  );
  let delivered = Math.max(0, log.changes.length - lag.listing);
  list(shelf, log, delivered);
  const tellUpTo = (end: number): void => {
    for (; delivered < end; delivered++) {
      const change = log.changes[delivered];
      if (change !== undefined && delivered !== lag.without) tell(shelf, change);
    }
  };
  const onChange = (): void => {
    const { length } = log.changes;
    tellUpTo(length - lag.behind);
    time.at(time.now() + LAG_MS, () => listeners.size > 0 && tellUpTo(length));
  };
  const relist = (): void => {
    if (listeners.size === 0) return;
    delivered = log.changes.length;
    list(shelf, log, delivered);
    time.at(time.now() + RELIST_MS, relist);
  };
  return {
    cluster: portOf(log.cluster, shelf),
    listen: (listener) => {
      listeners.add(listener);
      const end = log.cluster.listen(onChange);
      onChange();
      time.at(time.now() + RELIST_MS, relist);
      return () => {
        listeners.delete(listener);
        end();
      };
    },
  };
}

/** The stores of all kinds. */
interface Shelf {
  readonly of: (kind: string) => Store<KubeObject>;
  readonly kinds: () => Iterable<string>;
}

function newShelf(listener: Listener): Shelf {
  const stores = new Map<string, Store<KubeObject>>();
  return {
    kinds: () => stores.keys(),
    of: (kind) => {
      const store = stores.get(kind) ?? createStore<KubeObject>(listener);
      stores.set(kind, store);
      return store;
    },
  };
}

/** Fills the stores with a listing after this many changes. */
function list(shelf: Shelf, log: ClusterLog, after: number): void {
  const { objects, version } = log.listing(after);
  const byKind = Map.groupBy(objects, ({ kind }) => kind);
  for (const kind of new Set([...shelf.kinds(), ...byKind.keys()]))
    void shelf.of(kind).replace(null, byKind.get(kind) ?? [], version);
}

function tell(shelf: Shelf, { before, after, version }: Change): void {
  const object = after ?? before;
  if (object === undefined) return;
  const store = shelf.of(object.kind);
  if (after === undefined)
    store.remove({ ...object, metadata: { ...object.metadata, resourceVersion: version } });
  else store.put(after);
  store.received(null, version);
}

/** Builds the port over the store, as the adapter does: it stores answers, and sends no patch
 *  without a change. */
function portOf(cluster: MemoryCluster, shelf: Shelf): Cluster {
  type Written = Promise<Result<KubeObject, KubeFailure>>;
  const write = async (object: KubeObject, change: object, send: () => Written): Written => {
    if (same(merged(object, change), object)) return { ok: true, value: object };
    const written = await send();
    if (written.ok) shelf.of(object.kind).learn(written.value, 'write');
    return written;
  };
  return {
    ...mortal(cluster, { alive: true, fate: () => 'live' }),
    get: ({ kind, namespace, name }) => shelf.of(kind).get(namespace, name),
    list: (kind, namespace) => shelf.of(kind).list(namespace),
    all: (kind) => shelf.of(kind).all(),
    patch: (object, patch) => write(object, patch, () => cluster.patch(object, patch)),
    patchStatus: (object, status) =>
      write(object, { status }, () => cluster.patchStatus(object, status)),
    refresh: async (name) => {
      const asked = shelf.of(name.kind).get(name.namespace, name.name);
      const there = await cluster.refresh(name);
      if (!there.ok) return there;
      if (there.value === null) shelf.of(name.kind).forget(name.namespace, name.name, asked);
      else shelf.of(name.kind).learn(there.value, 'read');
      return there;
    },
  };
}

import type { Account, Listing } from '../../src/engine/ports/cloud.ts';
import type { Cluster, KubeObject } from '../../src/engine/ports/cluster.ts';
import { FINALIZER } from '../../src/model/group.ts';
import type { Item } from '../../src/model/kind.ts';
import { asRecord } from '../../src/model/parse.ts';
import { conditionsIn } from './damages.ts';
import { bound, cloudWith, type Watch } from './watch.ts';
import type { Ports } from './world-options.ts';

/** A listing that a pass received, and its path. */
interface Seen {
  readonly path: string;
  readonly listing: Listing<Item>;
  /** True after an unrestricted identity was read later than the end of the listing. */
  isVouched: boolean;
}

/** The collection of a created item, and its creation time in milliseconds. */
export interface Birth {
  readonly path: string;
  readonly at: number;
}

/** Number of listings kept: a conclusion follows its proof at once. */
const KEPT = 50;

/** Evidence that passes received about items, in order. */
class Proofs {
  readonly #listings: Seen[] = [];
  readonly #told = new Set<string>();

  /** Wraps an account to record its answers. */
  readonly noting = (account: Account): Account => ({
    ...bound(account),
    identity: async (since) => {
      const caller = await account.identity(since);
      if (caller.ok && !caller.value.restricted)
        for (const seen of this.#listings) seen.isVouched ||= since >= seen.listing.endedAt;
      return caller;
    },
    list: async (read, since, cause) => {
      const listed = await account.list(read, since, cause);
      if (listed.ok)
        this.#listings.push({ path: read.path, listing: listed.value, isVouched: false });
      this.#listings.splice(0, this.#listings.length - KEPT);
      return listed;
    },
    wasDeleted: (action, collection, id) => {
      const was = account.wasDeleted(action, collection, id);
      if (was) this.#told.add(`${collection}/${id}`);
      return was;
    },
    write: async (write, cause, room) => {
      const written = await account.write(write, cause, room);
      if (written.ok && write.method === 'DELETE') this.#told.add(write.path);
      return written;
    },
  });

  /** Reports whether the absence of an item, or of its parent, is proven. */
  areThereFor({ path, at }: Birth, id: number): boolean {
    const lacks = ({ path: listed, listing, isVouched }: Seen): boolean =>
      isVouched &&
      listed === path &&
      listing.trusted &&
      listing.begunElapsed > at &&
      !listing.items.has(id) &&
      !listing.showed(id);
    if (this.#told.has(`${path}/${id}`) || this.#listings.some(lacks)) return true;
    const parent = /^(.*)\/(\d+)\/[^/]+$/.exec(path);
    return parent !== null && this.areThereFor({ path: parent[1] ?? '', at }, Number(parent[2]));
  }
}

/** Checks that absence is concluded only from a listing of the item's collection with a newer
 *  unrestricted identity, from the operator's own DELETE, or from an event about the deletion; a
 *  listing begun before the creation proves nothing. Conclusions are: dropping an id, reporting a
 *  loss, and releasing a deleted object whose item was to be deleted. @param birthOf returns place
 *  and time of an item's creation; undefined where they are unknown */
export function keepProofs(
  birthOf: (kind: string, id: number) => Birth | undefined,
): Required<Watch> {
  const breaches: string[] = [];
  const proofs = new Proofs();
  const stays = new Set<string>();
  const check = (object: KubeObject, what: string): void => {
    const id = Number(asRecord(object.status)['id'] ?? Number.NaN);
    const birth = birthOf(object.kind, id);
    if (birth !== undefined && !proofs.areThereFor(birth, id))
      breaches.push(
        `${object.kind}/${object.metadata.name} ${what}, and nothing proves that ${birth.path}/${id} is gone`,
      );
  };
  const between = ({ cloud, cluster }: Ports): Ports => ({
    cloud: cloudWith(cloud, proofs.noting),
    cluster: concluding(cluster, check, stays),
  });
  return { breaches, between };
}

/** Events about an item that remains when its object is deleted. */
const STAYS: ReadonlySet<string> = new Set(['Retained', 'HandedOver']);

/** Wraps a cluster to check conclusions. @param stays the uids of objects whose items remain */
const concluding = (
  cluster: Cluster,
  check: (object: KubeObject, what: string) => void,
  stays: Set<string>,
): Cluster => ({
  ...cluster,
  emit: (object, event) => {
    if (STAYS.has(event.reason)) stays.add(object.metadata.uid);
    cluster.emit(object, event);
  },
  patchStatus: (object, status) => {
    if (status['id'] === null) check(object, 'forgets its item');
    if (isLost(status) && !isLost(asRecord(object.status)))
      check(object, 'says that its item is lost');
    return cluster.patchStatus(object, status);
  },
  patch: (object, patch) => {
    if (isLetGo(object, patch.metadata) && !stays.has(object.metadata.uid))
      check(object, 'is let go');
    return cluster.patch(object, patch);
  },
});

const isLost = (status: Readonly<Record<string, unknown>>): boolean =>
  conditionsIn(status).some(({ type, reason }) => type === 'Ready' && reason === 'Lost');

/** Reports whether a deleted object that manages its item is released. */
function isLetGo(object: KubeObject, metadata: object): boolean {
  const { finalizers } = metadata as { readonly finalizers?: readonly string[] };
  const mode = asRecord(asRecord(object.spec)['policy'])['mode'] ?? 'Manage';
  return (
    mode === 'Manage' &&
    object.metadata.deletionTimestamp !== undefined &&
    finalizers?.includes(FINALIZER) === false
  );
}

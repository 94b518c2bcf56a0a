import type { Account, Cloud } from '../../src/engine/ports/cloud.ts';
import type { Cluster } from '../../src/engine/ports/cluster.ts';
import { fail } from '../../src/model/failure.ts';
import type { Life } from './mortal.ts';
import type { Ports } from './world-options.ts';

/** An invariant that is checked on every action. */
export interface Watch {
  /** The breaches, as sentences. */
  readonly breaches: readonly string[];
  /** Wraps the ports of an operator. Absent: the invariant only observes the world. */
  readonly between?: (ports: Ports) => Ports;
}

/** Wraps ports with all of these watches. Requests of a process that is dead, or no longer leads,
 *  have no effect and are not checked. */
export function watchedBy(watches: readonly Watch[], ports: Ports, life: Life): Ports {
  const { cloud, cluster } = watches.reduce(
    (inner, { between }) => between?.(inner) ?? inner,
    ports,
  );
  const write = (account: Account): Account['write'] =>
    living(life, async (...request) =>
      life.leads === false
        ? fail({ code: 'Fenced', detail: 'another process leads' })
        : account.write(...request),
    );
  return {
    cloud: cloudWith(cloud, (account) => ({ ...bound(account), write: write(account) })),
    cluster: {
      ...cluster,
      patch: living(life, (...request: Parameters<Cluster['patch']>) => cluster.patch(...request)),
      patchStatus: living(life, (...request: Parameters<Cluster['patchStatus']>) =>
        cluster.patchStatus(...request),
      ),
    },
  };
}

/** Wraps a method so that it never returns to a dead process. */
const living =
  <A extends readonly unknown[], T>(life: Life, method: (...values: A) => Promise<T>) =>
  (...values: A): Promise<T> =>
    life.alive ? method(...values) : new Promise<T>(() => undefined);

/** Wraps the accounts of a cloud. */
export const cloudWith = (cloud: Cloud, watched: (account: Account) => Account): Cloud => ({
  onChange: (listener) => cloud.onChange(listener),
  open: async (credential) => {
    const opened = await cloud.open(credential);
    return opened.ok ? { ...opened, value: watched(opened.value) } : opened;
  },
});

/** Binds the methods of an account, for individual replacement. */
export const bound = (account: Account): Account => ({
  caller: account.caller,
  now: () => account.now(),
  identity: (since) => account.identity(since),
  catalogue: (path, ageMs, cause) => account.catalogue(path, ageMs, cause),
  wasDeleted: (action, collection, id) => account.wasDeleted(action, collection, id),
  list: (read, since, cause) => account.list(read, since, cause),
  item: (read, id, since, cause) => account.item(read, id, since, cause),
  read: (read, cause) => account.read(read, cause),
  room: (write, cause) => account.room(write, cause),
  write: (write, cause, room) => account.write(write, cause, room),
});

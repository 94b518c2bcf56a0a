import type { Account, Cloud } from '../../src/engine/ports/cloud.ts';
import type { Cluster } from '../../src/engine/ports/cluster.ts';
import { fail } from '../../src/model/failure.ts';
import type { Life } from './mortal.ts';
import type { Ports } from './world-options.ts';

/** An invariant that is looked at whenever something happens. */
export interface Watch {
  /** What broke it, a sentence each. */
  readonly breaches: readonly string[];
  /** Stands between an operator and its ports. Absent: it looks at the world alone. */
  readonly between?: (ports: Ports) => Ports;
}

/** Ports between which and an operator all of these stand. What a process asks for that is dead, or
 *  that does not lead any more, is not looked at: it does not happen. */
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

/** A method that never comes back to a process that is dead. */
const living =
  <A extends readonly unknown[], T>(life: Life, method: (...values: A) => Promise<T>) =>
  (...values: A): Promise<T> =>
    life.alive ? method(...values) : new Promise<T>(() => undefined);

/** A cloud whose accounts are others. */
export const cloudWith = (cloud: Cloud, watched: (account: Account) => Account): Cloud => ({
  onChange: (listener) => cloud.onChange(listener),
  open: async (credential) => {
    const opened = await cloud.open(credential);
    return opened.ok ? { ...opened, value: watched(opened.value) } : opened;
  },
});

/** The methods of an account, to be replaced one by one. */
export const bound = (account: Account): Account => ({
  caller: account.caller,
  now: () => account.now(),
  identity: (since) => account.identity(since),
  wasDeleted: (action, collection, id) => account.wasDeleted(action, collection, id),
  list: (read, since, cause) => account.list(read, since, cause),
  item: (read, id, since, cause) => account.item(read, id, since, cause),
  read: (read, cause) => account.read(read, cause),
  room: (write, cause) => account.room(write, cause),
  write: (write, cause, room) => account.write(write, cause, room),
});

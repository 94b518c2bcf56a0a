import type { Account } from '../../../src/engine/ports/cloud.ts';
import type { Cluster, KubeFailure } from '../../../src/engine/ports/cluster.ts';
import { fail, type Result } from '../../../src/model/failure.ts';
import type { Life } from '../../support/mortal.ts';
import type { Ports } from '../../support/world-options.ts';

/** A process under a scheduler: while it is suspended, its awaits do not progress. */
export interface Replica {
  readonly life: Life;
  pause(): void;
  wake(): void;
}

/** Puts a process under a scheduler: its calls and their answers wait while it is suspended. */
export function replicaOf(
  { cloud, cluster }: Ports,
  life: Life,
): { readonly replica: Replica; readonly ports: Ports } {
  let gate = Promise.resolve();
  let open = (): void => undefined;
  const through = async <T>(act: () => Promise<T>): Promise<T> => {
    await gate;
    const answer = await act();
    await gate;
    return answer;
  };
  const replica: Replica = {
    life,
    pause: () => {
      gate = new Promise((resolve) => {
        open = resolve;
      });
    },
    wake: () => open(),
  };
  return {
    replica,
    ports: { cloud: pausable(cloud, through), cluster: pausableCluster(cluster, through, life) },
  };
}

type Through = <T>(act: () => Promise<T>) => Promise<T>;

const pausable = (cloud: Ports['cloud'], through: Through): Ports['cloud'] => ({
  open: async (credential) => {
    const opened = await through(() => cloud.open(credential));
    return opened.ok ? { ...opened, value: pausableAccount(opened.value, through) } : opened;
  },
  onChange: (listener) => cloud.onChange(listener),
});

const pausableAccount = (account: Account, through: Through): Account => ({
  caller: account.caller,
  now: () => account.now(),
  identity: (since) => through(() => account.identity(since)),
  catalogue: (path, ageMs, cause) => through(() => account.catalogue(path, ageMs, cause)),
  wasDeleted: (action, collection, id) => account.wasDeleted(action, collection, id),
  list: (read, since, cause) => through(() => account.list(read, since, cause)),
  item: (read, id, since, cause) => through(() => account.item(read, id, since, cause)),
  read: (read, cause) => through(() => account.read(read, cause)),
  room: (write, cause) => through(() => account.room(write, cause)),
  write: (write, cause, room) => through(() => account.write(write, cause, room)),
});

/** Wraps a cluster: the client checks before every write whether its process leads. */
function pausableCluster(cluster: Cluster, through: Through, life: Life): Cluster {
  const fenced = <T>(act: () => Promise<Result<T, KubeFailure>>): Promise<Result<T, KubeFailure>> =>
    through(async () =>
      life.leads === false ? fail({ code: 'Fenced', detail: 'another process leads' }) : act(),
    );
  return {
    ...cluster,
    refresh: (name) => through(() => cluster.refresh(name)),
    getSecret: (namespace, name, reader) =>
      through(() => cluster.getSecret(namespace, name, reader)),
    patch: (object, patch) => fenced(() => cluster.patch(object, patch)),
    patchStatus: (object, status) => fenced(() => cluster.patchStatus(object, status)),
    putSecret: (draft, previous) => fenced(() => cluster.putSecret(draft, previous)),
    patchSecret: (secret, patch) => fenced(() => cluster.patchSecret(secret, patch)),
  };
}

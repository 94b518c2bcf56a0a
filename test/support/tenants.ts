import type { Account } from '../../src/engine/ports/cloud.ts';
import type { AnyKind } from '../../src/model/kind.ts';
import { asRecord } from '../../src/model/parse.ts';
import type { Write } from '../../src/model/request.ts';
import type { MemoryCluster } from './memory-cluster.ts';
import { bound, cloudWith, type Watch } from './watch.ts';
import type { Ports } from './world-options.ts';

/** Checks that no other namespace's object touches an item, a node of its cluster or a backup of
 *  its instance. Checks every write against the current cluster. A write touches the items on its
 *  path, and those whose ids are in its body. A status that another writer changed does not make
 *  its object a holder. */
export function keepFence(
  kinds: readonly AnyKind[],
  cluster: () => MemoryCluster,
): Required<Watch> {
  const breaches: string[] = [];
  const note = (write: Write, namespace: string, account: string): void => {
    const objects = kinds.flatMap((kind) =>
      cluster()
        .all(kind.kind)
        .map((object) => ({ kind, object })),
    );
    const holders = objects.filter(({ kind, object }) => {
      const { id, account: recorded } = asRecord(object.status);
      if (recorded !== account || cluster().wasSpoilt(object)) return false;
      return touches(write, kind, Number(id)) || touchesPart(write, asRecord(object.status));
    });
    const inside = new Set(holders.map(({ object }) => object.metadata.namespace));
    if (holders.length > 0 && !inside.has(namespace))
      breaches.push(
        `${write.method} ${write.path} for ${namespace}, and the item is held in ${[...inside].join(' and ')}`,
      );
  };
  const watched = (account: Account): Account => ({
    ...bound(account),
    write: (write, cause, room) => {
      note(write, cause.namespace, account.caller.account);
      return account.write(write, cause, room);
    },
  });
  const between = ({ cloud, cluster: there }: Ports): Ports => ({
    cluster: there,
    cloud: cloudWith(cloud, watched),
  });
  return { breaches, between };
}

const templateOf = (kind: AnyKind): string =>
  kind
    .collection({ spec: { domainRef: { id: 0 } }, name: '', mark: null, secrets: {} })
    .replaceAll(/\d+/g, '0');

const rowsIn = (value: unknown): readonly Readonly<Record<string, unknown>>[] =>
  Array.isArray(value) ? value.map(asRecord) : [];

/** Reports whether a write goes to a node of a cluster, or uses a backup of an instance. */
function touchesPart({ path, body }: Write, { pools, storedBackups }: Status): boolean {
  const nodes = rowsIn(pools).flatMap(({ nodes: of }) => rowsIn(of));
  const { backup_id: backup } = asRecord(body);
  return (
    nodes.some(({ instanceId: id }) =>
      new RegExp(`^/compute/instances/${String(id)}(/|$)`).test(path),
    ) ||
    (backup !== undefined && rowsIn(storedBackups).some(({ id }) => id === backup))
  );
}

type Status = Readonly<Record<string, unknown>>;

/** Smallest id searched in bodies: ids of records are small numbers and never in a body. */
const SMALLEST_NAMED = 1_000;

function touches({ path, body }: Write, kind: AnyKind, id: number): boolean {
  const collection = templateOf(kind).replace('0', '\\d+');
  if (new RegExp(`^${collection}/${id}(/|$)`).test(path)) return true;
  return id >= SMALLEST_NAMED && new RegExp(`[:[]${id}[,}\\]]`).test(JSON.stringify(body ?? {}));
}

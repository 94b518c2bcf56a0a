import type { Account } from '../../src/engine/ports/cloud.ts';
import type { AnyKind } from '../../src/model/kind.ts';
import { asRecord } from '../../src/model/parse.ts';
import type { Write } from '../../src/model/request.ts';
import type { MemoryCluster } from './memory-cluster.ts';
import { bound, cloudWith, type Watch } from './watch.ts';
import type { Ports } from './world-options.ts';

/** Checks that an item of an object is never touched for another namespace. Checks every write
 *  against the current cluster. A write touches the items on its path, and those whose ids are in
 *  its body. */
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
      return recorded === account && touches(write, kind, Number(id));
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

/** Smallest id searched in bodies: ids of records are small numbers and never in a body. */
const SMALLEST_NAMED = 1_000;

function touches({ path, body }: Write, kind: AnyKind, id: number): boolean {
  const collection = templateOf(kind).replace('0', '\\d+');
  if (new RegExp(`^${collection}/${id}(/|$)`).test(path)) return true;
  return id >= SMALLEST_NAMED && new RegExp(`[:[]${id}[,}\\]]`).test(JSON.stringify(body ?? {}));
}

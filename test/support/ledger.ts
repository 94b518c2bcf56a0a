import type { KubeObject } from '../../src/engine/ports/cluster.ts';
import type { AnyKind } from '../../src/model/kind.ts';
import { asRecord } from '../../src/model/parse.ts';
import { type Birth, keepProofs } from './absences.ts';
import { isAuthorized } from './authorized.ts';
import { collectionIn } from './collections.ts';
import { keepConsents } from './consents.ts';
import { type Creation, ownerOf } from './creations.ts';
import { keepMachines } from './machines.ts';
import { isDestroying } from './paths.ts';
import { rowsAt } from './rows.ts';
import { keepSecretsApart } from './secrets-apart.ts';
import { keepSmall } from './sizes.ts';
import { keepFence } from './tenants.ts';
import type { Watch } from './watch.ts';
import type { Arrival } from './wire.ts';
import type { World } from './world.ts';

/** The operator's actions in the account, recorded independently of it: creations, unauthorized
 *  deletions, releases. */
export interface Ledger {
  readonly creations: readonly Creation[];
  /** Destructive requests without consent, as sentences. */
  readonly trespasses: readonly string[];
  /** The last state of deleted objects, by uid. */
  readonly gone: ReadonlyMap<string, KubeObject>;
  /** Items unknown to the cluster since it was restored from a copy of etcd, until an object
   *  records them. */
  readonly orphans: Set<Creation>;
  /** Additional watches. */
  readonly watches: readonly Watch[];
}

/** Keeps a ledger of a world from now on, and watches the operators started afterwards. */
export function keepLedger(world: World, kinds: readonly AnyKind[]): Ledger {
  const [creations, trespasses, gone] = [
    [] as Creation[],
    [] as string[],
    new Map<string, KubeObject>(),
  ];
  const orphans = new Set<Creation>();
  world.cluster.listen((before, after) => {
    if (before !== undefined && before.metadata.uid !== after?.metadata.uid)
      gone.set(before.metadata.uid, before);
    for (const one of orphans) if (after !== undefined && records(after, one)) orphans.delete(one);
  });
  world.wire.witnesses.push((arrival) => {
    const { path, body } = arrival;
    if (isDestroying(arrival) && !isAuthorized(world, kinds, creations, arrival))
      trespasses.push(`${arrival.method} ${path}, which nobody consented to`);
    const before = new Set(idsAt(world, arrival));
    return () => {
      for (const id of idsAt(world, arrival))
        if (!before.has(id))
          creations.push({
            path,
            body,
            id,
            at: world.time.now(),
            ...ownerOf(world, kinds, arrival),
          });
    };
  });
  const before = heldAlready(world, kinds);
  const birthOf = (kind: string, id: number): Birth | undefined =>
    [...creations, ...before].find((one) => one.kind?.kind === kind && one.id === id);
  const watches: readonly Watch[] = [
    keepProofs(birthOf),
    keepConsents(world),
    keepFence(kinds, () => world.cluster),
    keepSecretsApart(() => world.cluster),
    keepMachines(world),
    keepSmall(world),
  ];
  world.watches.push(...watches);
  return { creations, trespasses, gone, orphans, watches };
}

/** Reports whether the status of an object records an item, or a part of it, as its own. */
function records({ kind, status }: KubeObject, made: Creation): boolean {
  const { id, pools } = asRecord(status);
  if (made.kind !== null) return made.kind.kind === kind && id === made.id;
  return Array.isArray(pools) && pools.some((pool) => asRecord(pool)['id'] === made.id);
}

/** Returns the items that objects record at the start of a ledger: later listings may show them. */
function heldAlready(
  { cluster, service, time }: World,
  kinds: readonly AnyKind[],
): readonly Pick<Creation, 'path' | 'id' | 'kind' | 'at'>[] {
  const domains = rowsAt(service, '/domains') ?? [];
  return kinds.flatMap((kind) => {
    const paths = [
      ...new Set([0, ...domains.map(({ id }) => id)].map((domain) => collectionIn(kind, domain))),
    ];
    const recorded = new Set(cluster.all(kind.kind).map(({ status }) => asRecord(status)['id']));
    const rows = paths.flatMap((path) =>
      (rowsAt(service, path) ?? []).map(({ id }) => ({ path, id, kind, at: time.now() - 1 })),
    );
    return rows.filter(({ id }) => recorded.has(id));
  });
}

const idsAt = ({ service }: World, { method, path }: Arrival): readonly number[] =>
  method === 'POST' ? (rowsAt(service, path) ?? []).map(({ id }) => id) : [];

import { isFruit, ownIntentOf } from '../../../src/engine/pass/intent.ts';
import type { KubeObject } from '../../../src/engine/ports/cluster.ts';
import { DEFAULT_SETTINGS } from '../../../src/engine/term/environment.ts';
import { KINDS } from '../../../src/kinds/index.ts';
import { asRecord } from '../../../src/model/parse.ts';
import { markOf } from '../../../src/model/tags.ts';
import type { Creation } from '../../support/creations.ts';
import type { Ledger } from '../../support/ledger.ts';
import { MemoryCluster } from '../../support/memory-cluster.ts';
import { ownerCall } from '../../support/outsider.ts';
import { isStanding, rowsAt } from '../../support/rows.ts';
import type { World } from '../../support/world.ts';

/** A copy of etcd, and the records beside the cluster at that time. */
export interface Backup {
  readonly cluster: MemoryCluster;
  readonly names: ReadonlyMap<string, string>;
  readonly orphans: ReadonlySet<Creation>;
  /** Number of items created before it. */
  readonly made: number;
}

/** A cluster with its backups. */
interface Place {
  readonly world: World;
  readonly ledger: Ledger;
  readonly lies: readonly string[];
  readonly names: Map<string, string>;
  /** The kept copy, if there is one. */
  readonly backups: Backup[];
}

/** Copies etcd, and replaces the previous copy. */
export function snapshot({ world, ledger, names, backups }: Place): void {
  const cluster = new MemoryCluster(() => world.time.now(), KINDS, world.cluster);
  backups.splice(0, backups.length, {
    cluster,
    names: new Map(names),
    orphans: new Set(ledger.orphans),
    made: ledger.creations.length,
  });
}

/** Stops the operator, restores the API server from the copy, and starts the operator again: the
 *  account has continued. Does nothing without a copy. */
export async function putBack(
  { world, ledger, lies, names, backups }: Place,
  how: 'killed' | 'stopped',
): Promise<void> {
  const [backup] = backups;
  if (backup === undefined) return;
  if (how === 'stopped') await world.stop();
  world.kill();
  for (const one of forgottenBy(world, ledger, backup)) ledger.orphans.add(one);
  const summaryLine = lies.length;
  world.cluster.putBack(backup.cluster);
  // Earlier conditions of a status do not count as untrue now.
  (lies as string[]).splice(summaryLine);
  names.clear();
  for (const [who, name] of backup.names) names.set(who, name);
  world.start();
}

/** Returns the items that a restored cluster does not know: those created since, unless an object
 *  searches for the result of its create. */
function forgottenBy(
  world: World,
  { creations }: Ledger,
  { cluster, orphans, made }: Backup,
): readonly Creation[] {
  const objects = cluster.everything();
  const isKnown = (one: Creation): boolean =>
    objects.some(
      (object) =>
        object.kind === one.kind?.kind && (idOf(object) === one.id || looksFor(world, object, one)),
    );
  return [...orphans, ...creations.slice(made)].filter((one) => !isKnown(one));
}

const idOf = ({ status }: KubeObject): unknown => asRecord(status)['id'];

/** Reports whether the intent of an object leads to an item in its current state. */
function looksFor(world: World, object: KubeObject, { kind, path, id }: Creation): boolean {
  const intent = ownIntentOf(object);
  if (kind === null || intent === null || intent.path !== path || idOf(object) !== undefined)
    return false;
  const item = kind.item.safeParse(ownerCall(world, 'GET', `${path}/${id}`).body);
  if (!item.success) return false;
  const isOf = isFruit(
    intent,
    item.data,
    markOf(object.metadata.uid),
    DEFAULT_SETTINGS.requestTimeoutMs,
  );
  return isOf && (intent.marked || kind.keyOf(item.data) === intent.key);
}

/** Returns the youngest existing item of an object that its cluster forgot; null where there is
 *  none. */
export const forgottenItemOf = (
  { world, ledger }: Pick<Place, 'world' | 'ledger'>,
  uid: string,
): Creation | null =>
  [...ledger.orphans].findLast(
    (one) =>
      one.uid === uid &&
      (rowsAt(world.service, one.path) ?? []).some((row) => row.id === one.id && isStanding(row)),
  ) ?? null;

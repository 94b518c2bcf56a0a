import type { KubeObject, ObjectName } from '../../../src/engine/ports/cluster.ts';
import { KINDS } from '../../../src/kinds/index.ts';
import { asRecord } from '../../../src/model/parse.ts';
import { safe } from '../../support/invariants.ts';
import { keepLedger } from '../../support/ledger.ts';
import { CREDENTIAL } from '../../support/memory-secrets.ts';
import { ownerCall } from '../../support/outsider.ts';
import { keepApart } from '../../support/rivals.ts';
import { rowsAt } from '../../support/rows.ts';
import { World } from '../../support/world.ts';
import { nameOf, type Stage } from './stage.ts';
import { ACCOUNT_SECRET, SECOND_SECRET } from './universe.ts';

/** Returns the metadata that a backup keeps. */
const backedUp = ({ labels, annotations, finalizers }: KubeObject['metadata']) => ({
  ...(labels === undefined ? {} : { labels }),
  ...(annotations === undefined ? {} : { annotations }),
  ...(finalizers === undefined ? {} : { finalizers }),
});

const nameIn = ({ kind, metadata: { namespace, name } }: KubeObject): ObjectName => ({
  kind,
  namespace,
  name,
});
const isRestorable = ({ status, metadata }: KubeObject): boolean =>
  metadata.deletionTimestamp === undefined && asRecord(status)['id'] !== undefined;

function putBack({ cluster }: World, object: KubeObject, withStatus: boolean): void {
  cluster.apply(nameIn(object), object.spec as object, backedUp(object.metadata));
  if (withStatus) cluster.spoil(nameIn(object), object.status);
}

/** Loses the data of the cluster, and restores an object with an item from a backup, with a new
 *  uid. Restarts the operator. */
export function restore(stage: Stage, who: string, withStatus: boolean): void {
  const { world } = stage;
  const there = world.cluster.get(nameOf(stage, who));
  if (there === undefined || !isRestorable(there)) return;
  world.kill();
  world.cluster.forget(nameOf(stage, who));
  putBack(world, there, withStatus);
  world.start();
}

/** Starts a second cluster with a copy of each object that has an item, at most once. */
export function copyCluster(stage: Stage, withStatus: boolean): void {
  const { world: first, seconds } = stage;
  if (seconds.length > 0) return;
  const world = new World({ kinds: KINDS, token: 'operator', beside: first });
  for (const name of [ACCOUNT_SECRET, SECOND_SECRET]) {
    const contents = first.cluster.secrets.get('default', name)?.contents;
    if (contents !== undefined) world.cluster.secrets.apply('default', name, contents, CREDENTIAL);
  }
  for (const object of first.cluster.everything().filter(isRestorable))
    putBack(world, object, withStatus);
  seconds.push({ world, ledger: keepLedger(world, KINDS), apart: keepApart([first, world]) });
  world.start();
}

/** Deletes the copy of an object in the second cluster. */
export function pruneCopy(stage: Stage, who: string): void {
  for (const { world } of stage.seconds) world.cluster.delete(nameOf(stage, who));
}

/** Returns the breaches of the second cluster, whose own ledger is checked while its operator
 *  runs. */
export const breachesOfSeconds = ({ seconds }: Stage): readonly string[] =>
  seconds.flatMap(({ world, ledger, apart }) =>
    [...apart.breaches, ...(world.alive ? safe(world, ledger, KINDS) : [])].map(
      (breach) => `with a second cluster: ${breach}`,
    ),
  );

/** Ends the second cluster, and deletes the items of its operator. */
export function giveUpSeconds({ seconds, world: first }: Stage): void {
  for (const { world, ledger } of seconds) {
    world.kill();
    for (const { path, id } of ledger.creations)
      if (rowsAt(first.service, path)?.some((row) => row.id === id) === true)
        ownerCall(first, 'DELETE', `${path}/${id}`);
  }
}

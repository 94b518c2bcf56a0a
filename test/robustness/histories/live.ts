import type { KubeObject } from '../../../src/engine/ports/cluster.ts';
import { KINDS } from '../../../src/kinds/index.ts';
import { asRecord } from '../../../src/model/parse.ts';
import { markOf, marksIn } from '../../../src/model/tags.ts';
import { conditionsIn } from '../../support/damages.ts';
import { converged, isReady } from '../../support/invariants.ts';
import { ownerCall } from '../../support/outsider.ts';
import { presentSecrets } from '../../support/present-secrets.ts';
import { rowsAt } from '../../support/rows.ts';
import type { World } from '../../support/world.ts';
import { forgottenItemOf } from './backups.ts';
import { breachesOfSeconds, giveUpSeconds } from './copies.ts';
import type { History } from './deed.ts';
import { noticed, ordinary } from './gluttons.ts';
import { leave } from './neighbours.ts';
import { performedTwice } from './operations.ts';
import { perform, revive } from './perform.ts';
import {
  applyForm,
  applySpec,
  breachesOf,
  collectGarbage,
  collectionOf,
  idOf,
  livingUids,
  nameOf,
  newStage,
  type Stage,
} from './stage.ts';
import { relax } from './strains.ts';
import { isAbroad, makeForeignItems, move, setRights } from './strangers.ts';
import { newToken, rotateTo } from './tokens.ts';
import { UNIVERSE } from './universe.ts';

/** Longer than the slowest operation in flight and the longest interval between reads. */
const PATIENCE_MS = 3 * 60 * 60_000;

/** Time until the grants of the user are read again, and the last rotation has ended. */
const REST_MS = 60 * 60_000;

/** Runs a history and continues until nothing is left to do. @returns the breaches at the first
 *  moment with any; empty: none */
export async function live(history: History): Promise<readonly string[]> {
  const stage = newStage();
  makeForeignItems(stage.world);
  for (const [i, step] of history.entries()) {
    await perform(stage, step);
    const breaches = everyBreach(stage);
    if (breaches.length > 0) return breaches.map((breach) => `after step ${i + 1}: ${breach}`);
  }
  heal(stage);
  await settle(stage);
  const breaches = [
    ...(await noticed(stage)),
    ...(await converged(stage.world, KINDS)),
    ...presentSecrets(stage.world, KINDS),
    ...everyBreach(stage),
  ];
  await stage.world.stop();
  return breaches.map((breach) => `in the end: ${breach}`);
}

const everyBreach = (stage: Stage): readonly string[] => [
  ...performedTwice(stage),
  ...breachesOf(stage),
  ...breachesOfSeconds(stage),
];

/** Ends all faults, applies achievable specs to every object, and removes deliberate leftovers. */
function heal(stage: Stage): void {
  const { world } = stage;
  world.service.clearFaults();
  world.cluster.interfere = () => null;
  world.fate = () => 'live';
  setRights(stage, 0);
  relax(stage);
  world.clock.aheadMs = 0;
  revive(stage);
  rotateTo(stage, newToken(stage));
  for (const who of Object.keys(UNIVERSE)) {
    if (world.cluster.get(nameOf(stage, who)) === undefined) continue;
    if (isAbroad(stage, who)) move(stage);
    else applyForm(stage, who, -1, 0);
  }
  giveUpSeconds(stage);
  leave(stage);
}

/** Makes an object that records an item with the mark of another one replace that mark: its former
 *  self is gone. */
function takeMarks(stage: Stage): void {
  const { world, applied } = stage;
  for (const who of Object.keys(UNIVERSE)) {
    const [object, id] = [world.cluster.get(nameOf(stage, who)), idOf(stage, who)];
    if (object === undefined || id === undefined || object.metadata.deletionTimestamp !== undefined)
      continue;
    const tags = asRecord(
      rowsAt(world.service, collectionOf(stage, who))?.find((row) => row.id === id),
    )['tags'];
    const marks = Array.isArray(tags) ? marksIn(tags as readonly string[]) : [];
    const foreign = marks.find((mark) => mark !== markOf(object.metadata.uid));
    if (foreign === undefined) continue;
    applied.set(who, { ...applied.get(who), import: { by: 'Id', id, replaceMark: foreign } });
    applySpec(stage, who);
  }
}

/** Makes an object from a copy of etcd that is blocked by its later item import that item, as its
 *  status advises. */
function takeBack(stage: Stage): void {
  const { world, applied } = stage;
  for (const who of Object.keys(UNIVERSE)) {
    const object = world.cluster.get(nameOf(stage, who));
    const item = object === undefined ? null : forgottenItemOf(stage, object.metadata.uid);
    if (object === undefined || item === null || !isHeldUp(object)) continue;
    applied.set(who, { ...applied.get(who), import: { by: 'Id', id: item.id } });
    applySpec(stage, who);
  }
}

const isHeldUp = ({ status, metadata }: KubeObject): boolean =>
  metadata.deletionTimestamp === undefined &&
  conditionsIn(asRecord(status)).some(({ reason }) => reason === 'Lost' || reason === 'Conflict');

/** Recreates the missing zone of a record, which would wait for ever. Deletes the record of a zone
 *  that is to be deleted. */
function provide(stage: Stage): void {
  const [record, zone] = ['DnsRecord/www', 'Domain/zone'].map((who) =>
    stage.world.cluster.get(nameOf(stage, who)),
  );
  if (record === undefined) return;
  if (zone === undefined) applyForm(stage, 'Domain/zone', 0, 0);
  if (zone?.metadata.deletionTimestamp !== undefined)
    stage.world.cluster.delete(nameOf(stage, 'DnsRecord/www'));
}

/** Deletes leftovers of deleted objects that would block new objects of their names. */
function clearAway(stage: Stage): void {
  const { world, ledger } = stage;
  const living = livingUids(stage);
  collectGarbage(stage);
  for (const { path, id, kind, uid } of ledger.creations) {
    const isHeld = world.cluster
      .all(kind?.kind ?? '')
      .some(({ status }) => asRecord(status)['id'] === id);
    const stands = rowsAt(world.service, path)?.some((row) => row.id === id) === true;
    if (kind !== null && stands && !isHeld && !living.has(uid ?? '')) clear(world, `${path}/${id}`);
  }
}

/** Detaches a volume before its deletion. */
function clear(world: World, path: string): void {
  if (path.startsWith('/volumes/')) ownerCall(world, 'POST', `${path}/detach`);
  ownerCall(world, 'DELETE', path);
}

/** Advances the clock until every object is ready or gone, or until the limit. */
async function settle(stage: Stage): Promise<void> {
  const { world } = stage;
  const end = world.time.now() + PATIENCE_MS;
  const isOver = (): boolean =>
    ordinary(world).every((one) => one.metadata.deletionTimestamp === undefined && isReady(one));
  while (!isOver() && world.time.now() < end) {
    // Repeated because busy items cannot be deleted, and deleted ones exist for a while.
    clearAway(stage);
    giveUpSeconds(stage);
    takeMarks(stage);
    takeBack(stage);
    provide(stage);
    await world.time.advance(15_000);
  }
  await world.time.advance(REST_MS);
}

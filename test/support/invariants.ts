import { inspect } from 'node:util';
import { policyOf } from '../../src/engine/pass/policy.ts';
import { parseSubject } from '../../src/engine/pass/subject.ts';
import type { KubeObject } from '../../src/engine/ports/cluster.ts';
import type { AnyKind } from '../../src/model/kind.ts';
import { asRecord } from '../../src/model/parse.ts';
import { membersOf } from '../../src/model/status-layout.ts';
import { markOf } from '../../src/model/tags.ts';
import type { Creation } from './creations.ts';
import { conditionsIn } from './damages.ts';
import { matchesAndStays } from './eventually.ts';
import type { Ledger } from './ledger.ts';
import { isStanding, rowsAt } from './rows.ts';
import type { World } from './world.ts';

/** Invariants of every situation. Each returns its breaches as sentences; none: it holds. */

/** No object ever has two items in the account, nor an item the same part twice. An item that a
 *  restored cluster forgot counts while it carries the mark of its object, the only evidence of its
 *  owner. Valid at any moment. */
export function noDuplicate(world: World, { creations, orphans }: Ledger): readonly string[] {
  const standing = creations.filter(
    (one) => stands(world, one) && (!orphans.has(one) || isMarked(world, one)),
  );
  const groups = Map.groupBy(standing, ({ path, uid, kind, body }) =>
    kind === null ? `${path} ${body}` : `${path} for ${uid ?? body}`,
  );
  return [...groups]
    .filter(([, twins]) => twins.length > 1)
    .map(
      ([what, twins]) =>
        `made ${twins.length} times: ${what} (${twins.map(({ id }) => id).join(', ')})`,
    );
}

/** Every created item is recorded by an object, is still searched for by the requesting object, was
 *  retained on purpose, or was created after the copy of etcd that the cluster was restored from:
 *  no intent is lost without a definitive answer, in any account. Valid at any moment. */
export function noLeak(
  world: World,
  { creations, gone, orphans }: Ledger,
  kinds: readonly AnyKind[],
): readonly string[] {
  const objects = kinds.flatMap((kind) => world.cluster.all(kind.kind));
  return creations.flatMap((made) => {
    const { kind, uid, id, path } = made;
    if (
      kind === null ||
      orphans.has(made) ||
      !stands(world, made) ||
      objects.some((one) => one.kind === kind.kind && idOf(one) === id)
    )
      return [];
    const owner = objects.find((one) => one.metadata.uid === uid);
    if (owner !== undefined && world.cluster.isSpoilt(owner)) return [];
    if (owner !== undefined && idOf(owner) === undefined)
      return isLookedFor(made, owner) || world.cluster.wasSpoilt(owner)
        ? []
        : [`${path}/${id} is not looked for: its object has no intent for it`];
    if (owner !== undefined)
      return [`${path}/${id} is not what its object records (${String(idOf(owner))})`];
    const last = gone.get(uid ?? '');
    if (world.cluster.forgotten.has(uid ?? '') || isHandedOver(world, id)) return [];
    return last !== undefined && leaves(kind, last) ? [] : [`${path}/${id} belongs to nobody`];
  });
}

/** Nothing is destroyed without consent. Valid at any moment. */
export const noUnconsentedLoss = ({ trespasses }: Ledger): readonly string[] => trespasses;

/** Everything has converged, and stays so: no object is in progress, the account matches the specs
 *  for an hour without a write, and a restarted process that reads everything writes nothing,
 *  neither to the cluster nor to the service. Takes more than an hour of simulated time and
 *  restarts the operator. */
export async function converged(
  world: World,
  kinds: readonly AnyKind[],
): Promise<readonly string[]> {
  const objects = kinds.flatMap((kind) => world.cluster.all(kind.kind));
  const moving = objects.filter(
    (one) => one.metadata.deletionTimestamp !== undefined || !isReady(one),
  );
  const unlike = await matchesAndStays(world, kinds);
  const written = world.cluster.writes.length;
  const sent = writesOf(world).length;
  await world.stop();
  world.start();
  await world.time.advance(LOOK_MS);
  return [
    ...moving.map(
      (one) =>
        `${one.kind}/${one.metadata.name} is not ready: ${JSON.stringify(asRecord(one.status)['conditions'])}`,
    ),
    ...unlike,
    ...world.cluster.writes.slice(written).map((write) => `at rest there was written ${write}`),
    ...writesOf(world)
      .slice(sent)
      .map((request) => `at rest there was sent ${request}`),
  ];
}

/** All invariants that are valid at any moment. */
export const safe = (
  world: World,
  ledger: Ledger,
  kinds: readonly AnyKind[],
): readonly string[] => [
  ...noDuplicate(world, ledger),
  ...noLeak(world, ledger, kinds),
  ...noUnconsentedLoss(ledger),
  ...world.watches.flatMap(({ breaches }) => breaches),
  ...world.cluster.admission.refusals.map((status) => `the API server refuses a status: ${status}`),
  ...world.bugs.map((bug) => `thrown: ${inspect(bug)}`),
  ...world.passes.flatMap(({ error, kind, name }) =>
    error === undefined ? [] : [`a pass over ${kind}/${name} threw: ${inspect(error)}`],
  ),
];

/** Reports whether the conditions concern the newest spec and report success. */
export function isReady(object: KubeObject): boolean {
  const status = asRecord(object.status);
  const conditions = conditionsIn(status);
  const is = (type: string): boolean =>
    conditions.some((one) => one.type === type && one.status === 'True');
  return status['observedGeneration'] === object.metadata.generation && is('Ready') && is('Synced');
}

/** Longer than a read of everything. */
const LOOK_MS = 2 * 60_000;

const idOf = (object: KubeObject): unknown => asRecord(object.status)['id'];

/** Reports whether an object handed its item over to another one that imports it. */
const isHandedOver = ({ cluster }: World, id: number): boolean =>
  cluster.events.some(
    ({ reason, message }) => reason === 'HandedOver' && message.startsWith(`item ${id} `),
  );

const isLookedFor = ({ path, uid }: Creation, { status }: KubeObject): boolean => {
  const intent = asRecord(membersOf(status)['intent']);
  return intent['uid'] === uid && intent['path'] === path;
};

const stands = ({ service }: World, { path, id }: Creation): boolean =>
  (rowsAt(service, path) ?? []).some((row) => row.id === id && isStanding(row));

/** Reports whether an item carries the mark of the object that it was created for. */
function isMarked({ service }: World, { path, id, uid }: Creation): boolean {
  const tags = asRecord(rowsAt(service, path)?.find((row) => row.id === id))['tags'];
  return Array.isArray(tags) && uid !== null && tags.includes(markOf(uid));
}

/** Reports whether an object retains its item when it is deleted. */
const leaves = (kind: AnyKind, object: KubeObject): boolean => {
  const { deletion, mode } = policyOf(parseSubject(kind, object));
  return deletion === 'Retain' || mode !== 'Manage';
};

const writesOf = (world: World): readonly string[] =>
  world.wire.sent.filter((request) => !request.startsWith('GET '));

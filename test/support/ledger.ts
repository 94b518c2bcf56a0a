import { ownIntentOf } from '../../src/engine/pass/intent.ts';
import { policyOf } from '../../src/engine/pass/policy.ts';
import { parseSubject } from '../../src/engine/pass/subject.ts';
import type { KubeObject } from '../../src/engine/ports/cluster.ts';
import type { AnyKind } from '../../src/model/kind.ts';
import { asRecord } from '../../src/model/parse.ts';
import { type Birth, keepProofs } from './absences.ts';
import { approvalsOn } from './approving.ts';
import { keepConsents } from './consents.ts';
import { keepMachines } from './machines.ts';
import { ITEM, isDestroying, isItem } from './paths.ts';
import { rowsAt } from './rows.ts';
import { keepSmall } from './sizes.ts';
import { keepFence } from './tenants.ts';
import type { Watch } from './watch.ts';
import type { Arrival } from './wire.ts';
import type { World } from './world.ts';

/** A row that a request of the operator brought into being. `uid`: for whom, where the collection
 *  is one of a kind. */
export interface Creation {
  readonly path: string;
  readonly body: string;
  readonly id: number;
  readonly kind: AnyKind | null;
  readonly uid: string | null;
  /** When, in milliseconds. */
  readonly at: number;
}

/** What the operator did in the account, written down past the operator: what it made, what it
 *  destroyed without being allowed to, whom it let go. */
export interface Ledger {
  readonly creations: readonly Creation[];
  /** Destroying requests that nobody had consented to, a sentence each. */
  readonly trespasses: readonly string[];
  /** Objects that are gone, as they were last, by uid. */
  readonly gone: ReadonlyMap<string, KubeObject>;
  /** Items of which the cluster does not know since it began again from a copy of etcd, until an
   *  object records them. */
  readonly orphans: Set<Creation>;
  /** What is looked at beside. */
  readonly watches: readonly Watch[];
}

/** Keeps a ledger of a world from now on, and watches the operators that are started after this. */
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
    if (isDestroying(arrival) && !isAllowed(world, kinds, creations, arrival))
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
    keepMachines(world),
    keepSmall(world),
  ];
  world.watches.push(...watches);
  return { creations, trespasses, gone, orphans, watches };
}

/** Whether the status of an object records an item as its own, or a part of it. */
function records({ kind, status }: KubeObject, made: Creation): boolean {
  const { id, pools } = asRecord(status);
  if (made.kind !== null) return made.kind.kind === kind && id === made.id;
  return Array.isArray(pools) && pools.some((pool) => asRecord(pool)['id'] === made.id);
}

/** The items that objects record when a ledger is begun: a listing that is begun later may show
 *  them. */
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

/** The kind whose items stand in a collection. */
const kindAt = (kinds: readonly AnyKind[], path: string): AnyKind | null =>
  kinds.find((kind) => templateOf(kind) === path.replaceAll(/\d+/g, '0')) ?? null;

const templateOf = (kind: AnyKind): string => collectionIn(kind, 0).replaceAll(/\d+/g, '0');

/** The collection of a kind; of one whose items stand in a domain, that in this domain. */
const collectionIn = (kind: AnyKind, domainId: number): string =>
  kind.collection({ spec: { domainRef: { id: domainId } }, name: '', mark: null, secrets: {} });

/** For whom a create was sent: the mark says it, else the youngest intent for that collection. */
function ownerOf(
  world: World,
  kinds: readonly AnyKind[],
  { path, body }: Arrival,
): Pick<Creation, 'kind' | 'uid'> {
  const kind = kindAt(kinds, path);
  if (kind === null) return { kind, uid: null };
  const marked = /"k8s:([^"]+)"/.exec(body)?.[1];
  const intents = world.cluster.all(kind.kind).flatMap((object) => ownIntentOf(object) ?? []);
  const youngest = intents
    .filter((intent) => intent.path === path)
    .toSorted((a, b) => b.at - a.at)[0];
  return { kind, uid: marked ?? youngest?.uid ?? null };
}

/** A deletion needs an object that is deleted and whose policy is to delete; anything else that
 *  destroys needs a consent. */
function isAllowed(
  world: World,
  kinds: readonly AnyKind[],
  creations: readonly Creation[],
  { path }: Arrival,
): boolean {
  const [, collection = '', id = ''] =
    ITEM.exec(path) ?? ITEM.exec(path.split('/').slice(0, 4).join('/')) ?? [];
  const kind = kindAt(kinds, collection);
  if (kind === null) return false;
  const made = creations.find((one) => one.path === collection && one.id === Number(id));
  const owners = world.cluster
    .all(kind.kind)
    .filter(
      (object) => asRecord(object.status)['id'] === Number(id) || object.metadata.uid === made?.uid,
    );
  return owners.some((owner) =>
    isItem(path)
      ? isDeleted(kind, owner) && !hasHeir(world, owner, Number(id))
      : hasConsent(kind, owner),
  );
}

/** Whether another object of the namespace, which was there when this one was deleted, imports the
 *  item. */
const hasHeir = ({ cluster }: World, { kind, metadata }: KubeObject, id: number): boolean =>
  cluster.list(kind, metadata.namespace).some(({ spec, metadata: other }) => {
    const { import: wish, policy } = asRecord(spec);
    const isThere =
      other.deletionTimestamp === undefined &&
      other.creationTimestamp <= (metadata.deletionTimestamp ?? '');
    return (
      isThere &&
      other.uid !== metadata.uid &&
      asRecord(wish)['id'] === id &&
      asRecord(policy)['mode'] !== 'Observe'
    );
  });

const isDeleted = (kind: AnyKind, object: KubeObject): boolean => {
  const { deletion, mode } = policyOf(parseSubject(kind, object));
  return (
    object.metadata.deletionTimestamp !== undefined && deletion === 'Delete' && mode === 'Manage'
  );
};

const hasConsent = (kind: AnyKind, object: KubeObject): boolean => {
  const subject = parseSubject(kind, object);
  const said = approvalsOn(object).length > 0 || subject.status.consent !== undefined;
  return (
    said || policyOf(subject).consent === 'Auto' || object.metadata.deletionTimestamp !== undefined
  );
};

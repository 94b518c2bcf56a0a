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
import { keepSecretsApart } from './secrets-apart.ts';
import { keepSmall } from './sizes.ts';
import { keepFence } from './tenants.ts';
import type { Watch } from './watch.ts';
import type { Arrival } from './wire.ts';
import type { World } from './world.ts';

/** A row created by a request of the operator. `uid`: of the object, where the collection belongs
 *  to a kind. */
export interface Creation {
  readonly path: string;
  readonly body: string;
  readonly id: number;
  readonly kind: AnyKind | null;
  readonly uid: string | null;
  /** Creation time in milliseconds. */
  readonly at: number;
}

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

/** Returns the kind of a collection's items. */
const kindAt = (kinds: readonly AnyKind[], path: string): AnyKind | null =>
  kinds.find((kind) => templateOf(kind) === path.replaceAll(/\d+/g, '0')) ?? null;

const templateOf = (kind: AnyKind): string => collectionIn(kind, 0).replaceAll(/\d+/g, '0');

/** Returns the collection of a kind; for items of a domain, that of this domain. */
const collectionIn = (kind: AnyKind, domainId: number): string =>
  kind.collection({ spec: { domainRef: { id: domainId } }, name: '', mark: null, secrets: {} });

/** Returns the object of a create: by the mark, else by the youngest intent for that collection. */
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

/** Reports whether a destructive request is authorized: a deletion by a deleted object with the
 *  policy Delete, any other one by a consent. */
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

/** Reports whether another object of the namespace, created before the deletion of this one,
 *  imports the item. */
const hasHeir = ({ cluster }: World, { kind, metadata }: KubeObject, id: number): boolean =>
  cluster.list(kind, metadata.namespace).some(({ spec, metadata: other }) => {
    const { import: importSpec, policy } = asRecord(spec);
    const isThere =
      other.deletionTimestamp === undefined &&
      other.creationTimestamp <= (metadata.deletionTimestamp ?? '');
    return (
      isThere &&
      other.uid !== metadata.uid &&
      asRecord(importSpec)['id'] === id &&
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

import type { Account } from '../../src/engine/ports/cloud.ts';
import type { Cluster, KubeObject } from '../../src/engine/ports/cluster.ts';
import { OPERATION } from '../../src/model/operation.ts';
import { asRecord } from '../../src/model/parse.ts';
import type { Write } from '../../src/model/request.ts';
import { membersOf } from '../../src/model/status-layout.ts';
import { approvalsOn } from './approving.ts';
import { isDestroying, isItem, itemIn } from './paths.ts';
import { rowsAt } from './rows.ts';
import { bound, cloudWith, type Watch } from './watch.ts';
import type { World } from './world.ts';

/** Checks that a consent is used once: when a destroyed item returns, no request destroys it again
 *  under the same approval. A repeated request while reads still show the destroyed item is the
 *  same use: the service has nothing left to destroy. A status that starts to record a consent
 *  counts it in the same write. */
export function keepConsents(world: World): Required<Watch> {
  const breaches: string[] = [];
  const uses = newUses(world.cluster);
  const watched = (account: Account): Account => ({
    ...bound(account),
    write: async (write, cause, room) => {
      const use = useOf(world, write);
      if (use === null) return account.write(write, cause, room);
      if (uses.isUsed(use) && destroysAgain(world, write))
        breaches.push(`${write.method} ${write.path} with a consent that was used before`);
      const written = await account.write(write, cause, room);
      if (written.ok) uses.answered(use);
      return written;
    },
  });
  /** Counted consents, by owner and hash. */
  const counted = new Set<string>();
  const patchStatus =
    (cluster: Cluster): Cluster['patchStatus'] =>
    async (object, status) => {
      const use = uncountedUse(object, status);
      if (use !== null && !counted.has(use))
        breaches.push(
          `${object.kind}/${object.metadata.name} records a consent and does not count it`,
        );
      const written = await cluster.patchStatus(object, status);
      if (written.ok) uses.written(object.metadata.uid, versionOf(written.value));
      const { consent } = membersOf(
        world.cluster.get({ kind: object.kind, ...object.metadata })?.status,
      );
      if (use === null && consent !== undefined) counted.add(nameOf(object, consent));
      return written;
    };
  return {
    breaches,
    between: ({ cloud, cluster }) => {
      uses.begun();
      return {
        cluster: { ...cluster, patchStatus: patchStatus(cluster) },
        cloud: cloudWith(cloud, watched),
      };
    },
  };
}

const versionOf = ({ metadata }: KubeObject): number => Number(metadata.resourceVersion);

/** Tracks the used consents. A process that ends between an answer and its next status write cannot
 *  record the use, and the next process cannot know it. Nor can a copy of etcd that is older than
 *  this write, once it is restored. */
function newUses(cluster: World['cluster']) {
  /** Approvals with a sent request, by owner and request, with the version of the owner's next
   *  status; 0 before that write. */
  const used = new Map<string, Map<string, number>>();
  /** Owners of requests answered since their last status write. */
  const unwritten = new Map<string, string>();
  cluster.listen((_, after) => {
    if (after === undefined) return;
    for (const [key, consents] of used)
      if (key.startsWith(`${after.metadata.uid} `))
        for (const [one, since] of consents) if (since > versionOf(after)) consents.delete(one);
  });
  return {
    isUsed: ({ key, consents }: Use): boolean =>
      consents.every((one) => used.get(key)?.has(one) === true),
    answered: ({ key, consents, owner }: Use): void => {
      used.set(
        key,
        new Map([...consents.map((one) => [one, 0] as const), ...(used.get(key) ?? [])]),
      );
      unwritten.set(key, owner);
    },
    written: (uid: string, version: number): void => {
      for (const [key, owner] of unwritten)
        if (owner === uid) {
          unwritten.delete(key);
          const consents = used.get(key) ?? new Map<string, number>();
          for (const [one, since] of consents) if (since === 0) consents.set(one, version);
        }
    },
    begun: (): void => {
      for (const key of unwritten.keys()) used.delete(key);
      unwritten.clear();
    },
  };
}

/** A consent of a sent request. */
interface Use {
  /** The uid of the object. */
  readonly owner: string;
  /** The owner and the request. */
  readonly key: string;
  /** The approvals that cover it. */
  readonly consents: readonly string[];
}

const nameOf = ({ metadata }: KubeObject, consent: unknown): string =>
  `${metadata.uid} ${String(asRecord(consent)['hash'])}`;

/** Returns the consent that a status write starts to record without counting it; null where there
 *  is none. */
function uncountedUse(
  object: KubeObject,
  status: Readonly<Record<string, unknown>>,
): string | null {
  const before = membersOf(object.status);
  const { consent, consents } = membersOf(status);
  const hash = asRecord(consent)['hash'];
  if (hash === undefined || hash === asRecord(before['consent'])['hash']) return null;
  return Number(consents ?? 0) > Number(before['consents'] ?? 0) ? null : nameOf(object, consent);
}

/** Returns the consent of a request; null where it needs none. */
function useOf({ cluster }: World, { method, path }: Write): Use | null {
  if (isItem(path) || !isDestroying({ method, path, body: '' })) return null;
  const id = Number(itemIn(path)?.split('/').at(-1));
  const owner = cluster
    .everything()
    .find((object) => asRecord(object.status)['id'] === id && asks(object));
  const operations = cluster.all(OPERATION.kind);
  const consents = owner === undefined ? [] : usableOn(owner, operations);
  if (owner === undefined || consents.length === 0) return null;
  return { owner: owner.metadata.uid, key: `${owner.metadata.uid} ${method} ${path}`, consents };
}

/** Returns the approval in use according to the status, where the object has it; else all of
 *  them. */
function usableOn(owner: KubeObject, operations: readonly KubeObject[]): readonly string[] {
  const there = approvalsOn(owner, operations).map(String);
  const { consent } = membersOf(owner.status);
  const inUse = there.filter((hash) => hash === asRecord(consent)['hash']);
  return inUse.length > 0 ? inUse : there;
}

const asks = ({ spec, metadata }: KubeObject): boolean =>
  metadata.deletionTimestamp === undefined &&
  asRecord(asRecord(spec)['policy'])['consent'] !== 'Auto';

/** Reports whether a repeated request can destroy again: backups that are on again, or a pool that
 *  still exists. Any other request destroys each time. */
function destroysAgain({ service }: World, { path }: Write): boolean {
  const [, machine] = /^\/compute\/instances\/(\d+)\/backups\/cancel$/.exec(path) ?? [];
  if (machine !== undefined)
    return (
      asRecord(asRecord(rowOf(service, '/compute/instances', machine))['backups'])['enabled'] ===
      true
    );
  const [, pools, pool] = /^(\/kube\/clusters\/\d+\/pools)\/(\d+)$/.exec(path) ?? [];
  return pools === undefined || pool === undefined || rowOf(service, pools, pool) !== undefined;
}

const rowOf = (service: World['service'], path: string, row: string) =>
  rowsAt(service, path)?.find(({ id }) => id === Number(row));

import type { KubeObject } from '../../src/engine/ports/cluster.ts';
import { asRecord } from '../../src/model/parse.ts';
import { isMark } from '../../src/model/tags.ts';
import { ownerCall } from './outsider.ts';
import type { World } from './world.ts';

type Members = Readonly<Record<string, unknown>>;

/** One row of an object in the account, and access to more. */
export interface Account {
  readonly world: World;
  readonly object: KubeObject;
  readonly row: Members;
  readonly path: string;
}

/** Reports whether the account shows the declared value of a spec member. */
export type Shows = (desired: unknown, account: Account) => boolean;

/** Members with another spelling or place in the service: derived from the service's documents, not
 *  from the kinds. A member in no table is used only once, or refers to another object. */
export const at =
  (member: string): Shows =>
  (desired, { row }) =>
    spelt(row[member]) === spelt(desired);

/** Normalizes names of the service for comparison: lower case, no trailing period, decoded Unicode
 *  escapes; leaves numbers unchanged. Source: clusters#node-pools. */
const spelt = (value: unknown): unknown =>
  typeof value === 'string' ? unescaped(value).toLowerCase().replace(/\.$/, '') : (value ?? '');
const unescaped = (text: string): string =>
  text.replaceAll(/\\u([0-9a-f]{4})/gi, (_, code: string) =>
    String.fromCodePoint(Number.parseInt(code, 16)),
  );

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const sameSet = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.every((one) => b.includes(one)) && b.every((one) => a.includes(one));

export const tags: Shows = (desired, { row }) =>
  sameSet(
    listOf(desired),
    listOf(row['tags']).filter((tag) => !isMark(String(tag))),
  );

/** Returns the id in a reference, or that of the named object in the same namespace. */
export function idBehind({ world, object }: Account, kind: string, desired: unknown): unknown {
  const { id } = asRecord(desired);
  if (id !== undefined) return id;
  const referent = world.cluster.get({
    kind,
    namespace: object.metadata.namespace,
    name: String(asRecord(desired)['name']),
  });
  return asRecord(referent?.status)['id'];
}

const rowsBelow = ({ world, path }: Account, below: string): readonly Members[] =>
  listOf(asRecord(ownerCall(world, 'GET', `${path}${below}?page_size=500`).body)['data']).map(
    asRecord,
  );

export const attached: Shows = (desired, account) => {
  const { mode, instanceRef } = asRecord(desired);
  if (mode === 'Unmanaged') return true;
  const instance = mode === 'Attached' ? idBehind(account, 'Instance', instanceRef) : null;
  return account.row['compute_id'] === instance;
};

export const runs: Shows = (desired, { row }) =>
  desired === true ? row['status'] === 'running' : row['status'] === 'offline';

export const policies: Shows = (desired, { row }) => {
  const [wanted, stored] = [asRecord(desired), asRecord(row['rules'])];
  return (
    [
      ['inboundPolicy', 'inbound_policy'],
      ['outboundPolicy', 'outbound_policy'],
    ] as const
  ).every(([name, member]) => wanted[name] === undefined || wanted[name] === stored[member]);
};

export const ruleCounts: Shows = (desired, { row }) =>
  ['inbound', 'outbound'].every((way) => {
    const wanted = asRecord(desired)[way];
    return !Array.isArray(wanted) || listOf(asRecord(row['rules'])[way]).length === wanted.length;
  });

export const devices =
  (idsOf: (desired: readonly unknown[], account: Account) => readonly unknown[]): Shows =>
  (desired, account) => {
    const there = rowsBelow(account, '/devices').map((device) => asRecord(device['entity'])['id']);
    return idsOf(listOf(desired), account).every((id) => there.includes(id));
  };

const plain = (address: unknown): string => String(address).replace(/\/32$/, '');
export const admits: Shows = (desired, { row }) => {
  const stored = listOf(row['allow_list']).map(plain);
  return listOf(desired).every((one) => stored.includes(plain(one)));
};

export const engine: Shows = (desired, { row }) => {
  const [name, version] = String(desired).split('/');
  return (
    row['engine'] === name ||
    `${String(row['engine'])}/${String(row['version'])}` === `${name}/${version}`
  );
};

/** Reports whether an active autoscaler decides the number of nodes. Source:
 *  clusters#autoscaler. */
const isScaled = (pool: Readonly<Record<string, unknown>>): boolean =>
  asRecord(pool['autoscaler'])['enabled'] === true;

export const pools: Shows = (desired, account) => {
  const there = rowsBelow(account, '/pools');
  return listOf(desired)
    .map(asRecord)
    .every(({ type, count }) =>
      there.some(
        (pool) =>
          pool['type'] === type &&
          (count === undefined || pool['count'] === count || isScaled(pool)),
      ),
    );
};

export const available: Shows = (desired, { row }) => {
  const wanted = asRecord(desired)['highAvailability'];
  return wanted === undefined || asRecord(row['control_plane'])['high_availability'] === wanted;
};

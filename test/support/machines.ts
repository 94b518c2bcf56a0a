import type { KubeObject } from '../../src/engine/ports/cluster.ts';
import { namespacedName } from '../../src/model/object-key.ts';
import { asRecord } from '../../src/model/parse.ts';
import type { Watch } from './watch.ts';
import type { Arrival } from './wire.ts';
import type { World } from './world.ts';

/** Time for which a spec has to stand before a contrary request is a breach: one in flight may
 *  belong to the previous spec. */
const STANDING_MS = 60_000;

/** Checks that a running instance keeps its firewall and its place in an allow list while the
 *  object of either names it: by a reference, whatever happened to the referent, by its id, or by a
 *  selector that matches an existing object. */
export function keepMachines(world: World): Watch {
  const breaches: string[] = [];
  /** Time since which an object names an instance, by the uid of the one and the id of the
   *  other. */
  const since = new Map<string, number>();
  /** The last item of an Instance by name. */
  const lastOf = new Map<string, number>();
  world.cluster.listen((_, after) => {
    if (after?.kind === 'Instance' && idOf(after) !== undefined)
      lastOf.set(namespacedName(after.metadata), Number(idOf(after)));
    const named = NAMING.flatMap((kind) => world.cluster.all(kind)).flatMap((object) =>
      [...namedBy(world, object, lastOf)].map((id) => `${object.metadata.uid} ${id}`),
    );
    for (const key of since.keys()) if (!named.includes(key)) since.delete(key);
    for (const key of named) since.set(key, since.get(key) ?? world.time.now());
  });
  world.wire.witnesses.push((arrival) => {
    for (const { kind, item, machines } of taken(world, arrival)) {
      const holders = world.cluster
        .all(kind)
        .filter(
          (object) => idOf(object) === item && object.metadata.deletionTimestamp === undefined,
        );
      for (const id of machines.filter((one) => runs(world, one))) {
        const isNamed = holders.some(
          ({ metadata }) =>
            world.time.now() - (since.get(`${metadata.uid} ${id}`) ?? Infinity) >= STANDING_MS,
        );
        if (isNamed)
          breaches.push(
            `${arrival.method} ${arrival.path} takes what protects or admits it from machine ${id}, which runs and is named`,
          );
      }
    }
    return () => undefined;
  });
  return { breaches };
}

const NAMING = ['Firewall', 'MySQLDatabase'];

const idOf = (object: KubeObject): unknown => asRecord(object.status)['id'];

const rowsOf = (world: World, table: string): readonly Readonly<Record<string, unknown>>[] =>
  (world.service.world().tables[table] ?? []).map(asRecord);

const machineRow = (world: World, id: number) =>
  rowsOf(world, 'instances').find((row) => row['id'] === id);
const runs = (world: World, id: number): boolean => machineRow(world, id)?.['status'] === 'running';

/** Returns the instances that a request removes from a firewall or an allow list. */
function taken(
  world: World,
  { method, path, body }: Arrival,
): readonly { kind: string; item: number; machines: readonly number[] }[] {
  const [, firewall, device] =
    (method === 'DELETE' ? /^\/networking\/firewalls\/(\d+)\/devices\/(\d+)$/.exec(path) : null) ??
    [];
  if (firewall !== undefined) {
    const row = rowsOf(world, 'firewall devices').find(({ id }) => id === Number(device));
    return row === undefined
      ? []
      : [{ kind: 'Firewall', item: Number(firewall), machines: [Number(row['computeId'])] }];
  }
  const [, database] =
    (method === 'PUT' ? /^\/databases\/mysql\/instances\/(\d+)$/.exec(path) : null) ?? [];
  const wanted = database === undefined ? undefined : asRecord(JSON.parse(body))['allow_list'];
  if (!Array.isArray(wanted)) return [];
  const there = rowsOf(world, 'databases').find(({ id }) => id === Number(database))?.[
    'allow_list'
  ];
  const gone = (Array.isArray(there) ? there : [])
    .map(plain)
    .filter((one) => !wanted.map(plain).includes(one));
  const machines = rowsOf(world, 'instances').filter(({ ipv4 }) =>
    (ipv4 as readonly string[]).some((one) => gone.includes(one)),
  );
  return [
    {
      kind: 'MySQLDatabase',
      item: Number(database),
      machines: machines.map(({ id }) => Number(id)),
    },
  ];
}

/** Removes the prefix length from an address. */
const plain = (address: unknown): string => String(address).replace(/\/32$/, '');

/** Returns the instances in the spec of an object. */
function namedBy(
  world: World,
  { kind, spec, metadata: { namespace } }: KubeObject,
  lastOf: ReadonlyMap<string, number>,
): ReadonlySet<number> {
  const settings = kind === 'Firewall' ? asRecord(spec) : asRecord(asRecord(spec)['allowListFrom']);
  const { instanceRefs = [], instanceSelector } = settings as {
    readonly instanceRefs?: readonly { readonly name?: string; readonly id?: number }[];
    readonly instanceSelector?: { readonly matchLabels?: Readonly<Record<string, string>> };
  };
  const labels = Object.entries(instanceSelector?.matchLabels ?? {});
  const selected = world.cluster
    .list('Instance', namespace)
    .filter(
      ({ metadata }) =>
        labels.length > 0 && labels.every(([label, value]) => metadata.labels?.[label] === value),
    )
    .map(({ metadata }) => metadata.name);
  const names = [...instanceRefs.flatMap(({ name }) => name ?? []), ...selected];
  return new Set([
    ...instanceRefs.flatMap(({ id }) => id ?? []),
    ...names.flatMap((name) => lastOf.get(namespacedName({ namespace, name })) ?? []),
  ]);
}

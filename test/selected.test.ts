import { describe, expect, test } from 'vitest';
import type { ObjectName } from '../src/engine/ports/cluster.ts';
import { KINDS } from '../src/kinds/index.ts';
import { World } from './harness/world.ts';

const MINUTE_MS = 60_000;
const named = (kind: string, name: string): ObjectName => ({ kind, namespace: 'default', name });
const MACHINES = Array.from({ length: 8 }, (_, index) => named('Instance', `web-${index}`));
/** One of them stays. */
const GOING = MACHINES.slice(1);
const GUARD = named('Firewall', 'guard');
const STORE = named('MySQLDatabase', 'store');
const APP = { app: 'web' };
const SELECTOR = { instanceSelector: { matchLabels: APP } };
const NAMES = { instanceRefs: MACHINES.map(({ name }) => ({ name })) };
const RULES = { inboundPolicy: 'DROP', outboundPolicy: 'ACCEPT' };

interface Row {
  readonly id: number;
  readonly ipv4: readonly string[];
  readonly allow_list: readonly string[];
  readonly entity: { readonly id: number };
}
const rows = (world: World, path: string) => world.outsider.rows<Row>(path);
const machines = (world: World) => rows(world, '/compute/instances');
const sorted = <T extends number | string>(values: readonly T[]): readonly T[] => values.toSorted((a, b) => (a < b ? -1 : 1));

/** The instances behind the firewall, and those of the account. */
function protectedAndThere(world: World): readonly [readonly number[], readonly number[]] {
  const [wall] = rows(world, '/networking/firewalls');
  const devices = rows(world, `/networking/firewalls/${wall?.id}/devices`).map(({ entity }) => entity.id);
  return [sorted(devices), sorted(machines(world).map(({ id }) => id))];
}

/** What the database lets in, and the addresses of the account's instances. */
function admittedAndThere(world: World): readonly [readonly string[], readonly string[]] {
  const [store] = rows(world, '/databases/mysql/instances');
  const addresses = machines(world).flatMap(({ ipv4 }) => ipv4.map((address) => `${address}/32`));
  return [sorted(store?.allow_list ?? []), sorted(addresses)];
}

async function withMachines(name: ObjectName, spec: object): Promise<World> {
  const world = new World({ kinds: KINDS, limits: 'off' });
  world.start();
  const machine = { region: 'eu-west', type: 'g6-nanode-1', image: 'compute/debian11', booted: true };
  for (const one of MACHINES) world.cluster.apply(one, machine, { labels: APP });
  world.cluster.apply(name, spec);
  await world.until(() => [name, ...MACHINES].every((one) => world.condition(one, 'Ready')?.status === 'True'), 120 * MINUTE_MS);
  return world;
}

describe.each([
  ['a selector', SELECTOR],
  ['names', NAMES],
])('of instances that are deleted, those that %s leads to', (_, from) => {
  test('keep their firewall for as long as they run', async () => {
    const world = await withMachines(GUARD, { rules: RULES, ...from });
    for (const one of GOING) world.cluster.delete(one);
    for (let minute = 0; minute < 5; minute++) {
      await world.time.advance(MINUTE_MS);
      const [behind, there] = protectedAndThere(world);
      expect([behind, there.length >= 3]).toEqual([there, true]);
    }
    await world.until(() => world.cluster.all('Instance').length === 1);
    await world.until(() => protectedAndThere(world)[0].length === 1);
    expect(world.wire.sent.filter((sent) => sent.startsWith('POST') && sent.endsWith('/devices')).length).toBeLessThan(2 * MACHINES.length);
    expect(world.bugs).toEqual([]);
    await world.stop();
  });

  test('keep their place in an allow list for as long as they run', async () => {
    const world = await withMachines(STORE, {
      region: 'eu-west',
      type: 'g6-standard-1',
      engine: 'mysql/8.0.26',
      allowListFrom: from,
    });
    for (const one of GOING) world.cluster.delete(one);
    for (let minute = 0; minute < 8; minute++) {
      await world.time.advance(MINUTE_MS);
      const [admitted, there] = admittedAndThere(world);
      expect([there.filter((address) => !admitted.includes(address)), there.length >= 3]).toEqual([[], true]);
    }
    expect(world.bugs).toEqual([]);
    await world.stop();
  });
});

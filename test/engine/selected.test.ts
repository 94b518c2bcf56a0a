import { describe, expect, test } from 'vitest';
import type { ObjectName } from '../../src/engine/ports/cluster.ts';
import { KINDS } from '../../src/kinds/index.ts';
import { asRecord } from '../../src/model/parse.ts';
import { approve, type Way } from '../support/approving.ts';
import { World } from '../support/world.ts';

const MINUTE_MS = 60_000;
const named = (kind: string, name: string): ObjectName => ({ kind, namespace: 'default', name });
const MACHINES = Array.from({ length: 8 }, (_, index) => named('Instance', `web-${index}`));
/** One of them stays. */
const GOING = MACHINES.slice(1);
const GUARD = named('Firewall', 'guard');
const STORE = named('MySQLDatabase', 'store');
const MACHINE = { region: 'eu-west', type: 'g6-nanode-1', image: 'compute/debian11', booted: true };
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
const sorted = <T extends number | string>(values: readonly T[]): readonly T[] =>
  values.toSorted((a, b) => (a < b ? -1 : 1));

/** Returns the instances behind the firewall, and those of the account. */
function protectedAndThere(world: World): readonly [readonly number[], readonly number[]] {
  const [wall] = rows(world, '/networking/firewalls');
  const devices = rows(world, `/networking/firewalls/${wall?.id}/devices`).map(
    ({ entity }) => entity.id,
  );
  return [sorted(devices), sorted(machines(world).map(({ id }) => id))];
}

/** Returns the allowed addresses of the database, and the addresses of the account's instances. */
function admittedAndThere(world: World): readonly [readonly string[], readonly string[]] {
  const [store] = rows(world, '/databases/mysql/instances');
  const addresses = machines(world).flatMap(({ ipv4 }) => ipv4.map((address) => `${address}/32`));
  return [sorted(store?.allow_list ?? []), sorted(addresses)];
}

async function withMachines(name: ObjectName, spec: object): Promise<World> {
  const world = new World({ kinds: KINDS, limits: 'off' });
  world.start();
  for (const one of MACHINES) world.cluster.apply(one, MACHINE, { labels: APP });
  world.cluster.apply(name, spec);
  await world.until(
    () => [name, ...MACHINES].every((one) => world.condition(one, 'Ready')?.status === 'True'),
    120 * MINUTE_MS,
  );
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
    expect(
      world.wire.sent.filter((sent) => sent.startsWith('POST') && sent.endsWith('/devices')).length,
    ).toBeLessThan(2 * MACHINES.length);
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
      expect([there.filter((address) => !admitted.includes(address)), there.length >= 3]).toEqual([
        [],
        true,
      ]);
    }
    expect(world.bugs).toEqual([]);
    await world.stop();
  });
});

describe('a firewall whose references lead to less than half of its instances', () => {
  const NOBODY = { instanceSelector: { matchLabels: { app: 'wbe' } } };
  const asks = (world: World) => world.condition(GUARD, 'Synced')?.reason === 'ConsentRequired';
  const planHash = (world: World) =>
    asRecord(asRecord(world.cluster.get(GUARD)?.status)['plan'])['hash'];

  test.each<[string, (world: World) => unknown, Way]>([
    [
      'a selector with a typing error',
      (world: World) => world.cluster.apply(GUARD, { rules: RULES, ...NOBODY }),
      'annotation',
    ],
    [
      'a list of names that became empty',
      (world: World) => world.cluster.apply(GUARD, { rules: RULES, instanceRefs: [] }),
      'spec',
    ],
    [
      'labels that went',
      (world: World) => MACHINES.map((one) => world.cluster.apply(one, MACHINE, { labels: {} })),
      'spec',
    ],
  ])('keeps them until a person consents: %s', async (_, err, way) => {
    const world = await withMachines(GUARD, { rules: RULES, ...SELECTOR });
    err(world);
    await world.until(() => asks(world));
    await world.time.advance(60 * MINUTE_MS);
    expect(protectedAndThere(world)[0].length).toBe(MACHINES.length);
    const plan = asRecord(asRecord(world.cluster.get(GUARD)?.status)['plan']);
    expect(world.condition(GUARD, 'Synced')?.message).toBe(
      `8 times RemoveDevice requires consent (the instance loses the rules of the firewall; spec.instanceRefs and spec.instanceSelector select 0 of the 8 instances of the firewall): set the annotation cloudinfra.dev/consent or spec.policy.approvedPlan to ${String(plan['hash'])}`,
    );
    // An approval of another plan changes neither the plan nor its wait.
    approve(world.cluster, GUARD, 'ab12', 'spec');
    await world.time.advance(60 * MINUTE_MS);
    expect([protectedAndThere(world)[0].length, planHash(world)]).toEqual([8, plan['hash']]);
    approve(world.cluster, GUARD, String(plan['hash']), way);
    await world.until(() => protectedAndThere(world)[0].length === 0);
    await world.stop();
  });

  test('gets those that they lead to meanwhile', async () => {
    const world = await withMachines(GUARD, {
      rules: RULES,
      instanceRefs: NAMES.instanceRefs.slice(0, 3),
    });
    world.cluster.apply(GUARD, {
      rules: { ...RULES, outboundPolicy: 'DROP' },
      instanceRefs: NAMES.instanceRefs.slice(2, 5),
    });
    await world.until(() => asks(world));
    const [wall] = world.outsider.rows<{ readonly rules: object }>('/networking/firewalls');
    expect([protectedAndThere(world)[0].length, wall?.rules]).toMatchObject([
      5,
      { outbound_policy: 'DROP' },
    ]);
    await world.stop();
  });
});

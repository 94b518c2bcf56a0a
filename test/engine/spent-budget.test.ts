import { describe, expect, test } from 'vitest';
import type { ObjectName } from '../../src/engine/ports/cluster.ts';
import { KINDS } from '../../src/kinds/index.ts';
import { asRecord } from '../../src/model/parse.ts';
import { membersOf } from '../../src/model/status-layout.ts';
import { inSoak } from '../support/soak.ts';
import { World } from '../support/world.ts';
import type { WorldOptions } from '../support/world-options.ts';

const HOUR_MS = 3_600_000;
const DISK = { region: 'eu-west', size: 20 };
const DATA: ObjectName = { kind: 'Volume', namespace: 'default', name: 'data' };

const ZONE = 'zone';

/** Many objects of each kind. */
const SPECS: Readonly<Record<string, (n: number) => object>> = {
  Volume: () => DISK,
  Domain: (n) => ({ domain: `n${n}.example`, type: 'master', soaEmail: 'dns@n.example' }),
  Firewall: () => ({
    rules: { inboundPolicy: 'DROP', outboundPolicy: 'ACCEPT', inbound: [], outbound: [] },
  }),
  Instance: () => ({
    region: 'eu-west',
    type: 'g6-nanode-1',
    image: 'compute/debian11',
    booted: true,
  }),
  DnsRecord: (n) => ({
    domainRef: { name: ZONE },
    type: 'A',
    name: `host-${n}`,
    target: '198.51.100.1',
  }),
  MySQLDatabase: () => ({ engine: 'mysql/8.0.26', region: 'eu-west', type: 'g6-standard-1' }),
  KubeCluster: () => ({
    region: 'eu-west',
    k8sVersion: '1.25',
    pools: [{ name: 'web', type: 'g6-standard-1', count: 1 }],
  }),
};

/** Creates a zone for each namespace, without counting its cost. */
async function withZones(world: World, namespaces: ReadonlySet<string>): Promise<void> {
  const zones = [...namespaces].map(
    (namespace): ObjectName => ({ kind: 'Domain', namespace, name: ZONE }),
  );
  for (const [n, zone] of zones.entries()) world.cluster.apply(zone, SPECS['Domain']?.(n) ?? {});
  world.start();
  await world.until(
    () => zones.every((zone) => world.condition(zone, 'Ready')?.status === 'True'),
    2 * HOUR_MS,
  );
  world.cluster.writes.length = 0;
}

/** Creates objects of a kind in ten namespaces, and waits until all of them are Ready. */
async function made(
  kind: string,
  count: number,
  options: Partial<WorldOptions> = {},
): Promise<World> {
  const world = new World({ kinds: KINDS, ...options });
  const names = Array.from(
    { length: count },
    (_, n): ObjectName => ({ kind, namespace: `team-${n % 10}`, name: `one-${n}` }),
  );
  if (kind === 'DnsRecord')
    await withZones(world, new Set(names.map(({ namespace }) => namespace)));
  for (const [n, name] of names.entries()) world.cluster.apply(name, SPECS[kind]?.(n) ?? {});
  if (!world.alive) world.start();
  await world.until(
    () => names.every((name) => world.condition(name, 'Ready')?.status === 'True'),
    2 * HOUR_MS,
  );
  return world;
}

const writesOf = (world: World, kind: string): number =>
  world.cluster.writes.filter((write) => new RegExp(`^patch(Status)? ${kind}/`).test(write)).length;

describe('what an object costs the API server until its item is there', () => {
  const crowd = inSoak(200, 500);

  test(`${crowd} Volumes that wait for 25 creates a minute cost at most 10 writes each, and few passes`, {
    timeout: 120_000,
  }, async () => {
    const world = await made('Volume', crowd);
    expect(world.wire.sent.filter((sent) => sent === 'POST /volumes')).toHaveLength(crowd);
    expect(writesOf(world, 'Volume')).toBeLessThanOrEqual(10 * crowd);
    // Every object checks the budget once a minute, and each new item wakes only its own.
    expect(world.passes.length).toBeLessThanOrEqual(30 * crowd);
  });

  test.each(Object.keys(SPECS))(
    '%s: at most 10 writes with a small budget',
    { timeout: 60_000 },
    async (kind) => {
      const count = inSoak(30, 60);
      const world = await made(kind, count, { tuning: { perMinute: count / 2 }, limits: 'off' });
      expect(writesOf(world, kind) / count).toBeLessThanOrEqual(10);
    },
  );

  // The statuses of slow items change one by one.
  test.each([
    ['Volume', 4],
    ['Domain', 4],
    ['Firewall', 4],
    ['Instance', 7],
    ['DnsRecord', 4],
    ['MySQLDatabase', 6],
    ['KubeCluster', 8],
  ])('%s: at most %d writes where nothing waits', async (kind, most) => {
    const world = await made(kind, 20, { limits: 'off' });
    expect(writesOf(world, kind) / 20).toBeLessThanOrEqual(most);
  });
});

test.each([
  ['is not reported while it is short', 10, {}, 'Waiting'],
  ['is reported where it lasts', 20, {}, 'Throttled'],
  ['is reported for a change without a pass', 10, { label: 'store' }, 'Throttled'],
] as const)(
  'a budget that is spent while an item is waited for %s',
  async (_, minutes, change, reason) => {
    const world = new World({ kinds: KINDS, limits: 'off' });
    const shop: ObjectName = { kind: 'MySQLDatabase', namespace: 'default', name: 'shop' };
    const spec = SPECS[shop.kind]?.(0);
    world.cluster.apply(shop, { ...spec });
    world.start();
    await world.until(() => world.condition(shop, 'Synced')?.reason === 'Waiting');
    world.wire.gate = () => ({ isOver: true, headers: {} });
    if (Object.keys(change).length > 0) world.cluster.apply(shop, { ...spec, ...change });
    await world.time.advance(minutes * 60_000);
    expect(world.condition(shop, 'Synced')?.reason).toBe(reason);
    await world.stop();
  },
);

test('a create that waits for its budget records nothing, and its intent is there before the request', async () => {
  const world = new World({ kinds: KINDS, limits: 'off', tuning: { perMinute: 10 } });
  const intentOf = () => asRecord(membersOf(world.cluster.get(DATA)?.status)['intent'])['path'];
  const seen: unknown[] = [];
  world.wire.witnesses.push(({ method, path }) => {
    if (method === 'POST' && path === '/volumes') seen.push(intentOf());
    return () => undefined;
  });
  for (let n = 0; n < 9; n++) world.cluster.apply({ ...DATA, name: `other-${n}` }, DISK);
  world.start();
  await world.time.advance(20_000);
  world.cluster.apply(DATA, DISK);
  await world.time.advance(5_000);
  expect([world.condition(DATA, 'Synced')?.reason, intentOf()]).toEqual(['Throttled', undefined]);
  await world.until(() => world.condition(DATA, 'Ready')?.status === 'True', HOUR_MS);
  expect(seen.at(-1)).toBe('/volumes');
});

test('room that a failed record did not use is there for others', async () => {
  const world = new World({ kinds: KINDS, limits: 'off', tuning: { concurrency: 4 } });
  world.cluster.interfere = (write) =>
    write === 'patch Volume/default/data'
      ? { failure: { code: 'Unreachable', detail: 'away' }, after: false }
      : null;
  world.cluster.apply(DATA, DISK);
  world.start();
  await world.time.advance(10 * 60_000);
  expect(world.wire.sent).not.toContain('POST /volumes');
  world.cluster.apply({ ...DATA, name: 'logs' }, DISK);
  await world.until(() => world.wire.sent.includes('POST /volumes'), 5_000);
  expect(world.wire.sent).toContain('POST /volumes');
});

test('an object without an item is woken by what concerns it: what ends its conflict, and no item of others', async () => {
  const world = new World({ kinds: KINDS });
  world.outsider.call('POST', '/volumes', { label: 'data', ...DISK });
  world.cluster.apply(DATA, DISK);
  world.start();
  await world.until(() => world.condition(DATA, 'Synced')?.reason === 'Conflict');
  await world.time.advance(120_000);
  const passes = world.passes.length;
  world.outsider.call('POST', '/volumes', { label: 'else', ...DISK });
  await world.time.advance(120_000);
  expect(world.passes.length).toBe(passes);
  const [there] = world.outsider
    .rows<{ readonly id: number; readonly label: string }>('/volumes')
    .filter(({ label }) => label === 'data');
  world.outsider.call('DELETE', `/volumes/${there?.id}`);
  await world.until(() => world.condition(DATA, 'Ready')?.status === 'True', 120_000);
  expect(world.passes.length).toBeGreaterThan(passes);
});

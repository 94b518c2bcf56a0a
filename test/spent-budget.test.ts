import { describe, expect, test } from 'vitest';
import type { ObjectName } from '../src/engine/ports/cluster.ts';
import { KINDS } from '../src/kinds/index.ts';
import { asRecord } from '../src/model/parse.ts';
import { World } from './harness/world.ts';
import type { WorldOptions } from './harness/world-options.ts';

const HOUR_MS = 3_600_000;
const DISK = { region: 'eu-west', size: 20 };
const DATA: ObjectName = { kind: 'Volume', namespace: 'default', name: 'data' };

/** Many objects of each kind that is cheap to make, without references. */
const SPECS: Readonly<Record<string, (n: number) => object>> = {
  Volume: () => DISK,
  Domain: (n) => ({ domain: `n${n}.example`, type: 'master', soaEmail: 'dns@n.example' }),
  Firewall: () => ({ rules: { inboundPolicy: 'DROP', outboundPolicy: 'ACCEPT', inbound: [], outbound: [] } }),
  Instance: () => ({ region: 'eu-west', type: 'g6-nanode-1', image: 'compute/debian11', booted: true }),
};

/** So many objects of a kind in ten namespaces, until all of them are Ready. */
async function made(kind: string, count: number, options: Partial<WorldOptions> = {}): Promise<World> {
  const world = new World({ kinds: KINDS, ...options });
  const names = Array.from({ length: count }, (_, n): ObjectName => ({ kind, namespace: `team-${n % 10}`, name: `one-${n}` }));
  for (const [n, name] of names.entries()) world.cluster.apply(name, SPECS[kind]?.(n) ?? {});
  world.start();
  await world.until(() => names.every((name) => world.condition(name, 'Ready')?.status === 'True'), 2 * HOUR_MS);
  return world;
}

const writesOf = (world: World): number => world.cluster.writes.filter((write) => /^patch(Status)? /.test(write)).length;

describe('what an object costs the API server until its item is there', () => {
  test('500 Volumes that wait for 25 creates a minute cost at most 10 writes each, and few passes', { timeout: 120_000 }, async () => {
    const world = await made('Volume', 500);
    expect(world.wire.sent.filter((sent) => sent === 'POST /volumes')).toHaveLength(500);
    expect(writesOf(world)).toBeLessThanOrEqual(10 * 500);
    // Every object asks once a minute for room, and each new item wakes only its own.
    expect(world.passes.length).toBeLessThanOrEqual(30 * 500);
  });

  test.each(Object.keys(SPECS))('%s: at most 10 writes with a small budget', { timeout: 60_000 }, async (kind) => {
    const world = await made(kind, 60, { tuning: { perMinute: 30 }, limits: 'off' });
    expect(writesOf(world)).toBeLessThanOrEqual(10 * 60);
  });

  // The states of a machine that boots are told one by one.
  test.each([
    ['Volume', 4],
    ['Domain', 4],
    ['Firewall', 4],
    ['Instance', 7],
  ])('%s: at most %d writes where nothing waits', async (kind, most) => {
    const world = await made(kind, 20, { limits: 'off' });
    expect(writesOf(world)).toBeLessThanOrEqual(most * 20);
  });
});

test('a create that waits for its budget records nothing, and its intent is there before the request', async () => {
  const world = new World({ kinds: KINDS, limits: 'off', tuning: { perMinute: 10 } });
  const intentOf = () => asRecord(asRecord(world.cluster.get(DATA)?.status)['intent'])['path'];
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
    write === 'patch Volume/default/data' ? { failure: { code: 'Unreachable', detail: 'away' }, after: false } : null;
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
  const [there] = world.outsider.rows<{ readonly id: number; readonly label: string }>('/volumes').filter(({ label }) => label === 'data');
  world.outsider.call('DELETE', `/volumes/${there?.id}`);
  await world.until(() => world.condition(DATA, 'Ready')?.status === 'True', 120_000);
  expect(world.passes.length).toBeGreaterThan(passes);
});

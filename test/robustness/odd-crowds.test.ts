import { describe, expect, test } from 'vitest';
import type { KubeObject, ObjectName } from '../../src/engine/ports/cluster.ts';
import { KINDS } from '../../src/kinds/index.ts';
import { ANNOTATION, CLASS_LABEL } from '../../src/model/group.ts';
import { OPERATION } from '../../src/model/operation.ts';
import { asRecord } from '../../src/model/parse.ts';
import { Secret } from '../../src/model/secret.ts';
import { isReady } from '../support/invariants.ts';
import { CREDENTIAL } from '../support/memory-secrets.ts';
import { MOST_OF_STATUS } from '../support/sizes.ts';
import { World } from '../support/world.ts';

/** Actions of one user on many objects, beside an object of another namespace. */

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const named = (kind: string, name: string, namespace = 'crowd'): ObjectName => ({
  kind,
  namespace,
  name,
});
const many = <T>(count: number, make: (n: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, n) => make(n));
const ORDINARY = named('Volume', 'ordinary', 'default');
const VOLUME = { region: 'eu-west', size: 20 };
const MACHINE = { region: 'eu-west', type: 'g6-nanode-1' };
const CLOSED = { inboundPolicy: 'DROP', outboundPolicy: 'ACCEPT', inbound: [], outbound: [] };
const FREE = { deletion: 'Delete', drift: 'Correct', loss: 'Hold', consent: 'Auto' };

function newWorld(): World {
  const world = new World({ kinds: KINDS, limits: 'off' });
  world.start();
  return world;
}

const objectOf = (world: World, name: ObjectName): KubeObject => {
  const object = world.cluster.get(name);
  if (object === undefined) throw new Error(`there is no ${name.kind} ${name.name}`);
  return object;
};
const said = (world: World, name: ObjectName): string =>
  world.condition(name, 'Synced')?.message ?? '';

/** Checks that an object of another namespace is created in time, without a bug. */
async function othersAreWell(world: World, withinMs = 30 * SECOND_MS): Promise<void> {
  world.cluster.apply(ORDINARY, VOLUME);
  await world.time.advance(withinMs);
  expect([
    isReady(objectOf(world, ORDINARY)) ? '' : said(world, ORDINARY) + world.lastPasses(),
    world.bugs,
  ]).toEqual(['', []]);
  expect(world.passes.filter(({ error }) => error !== undefined)).toEqual([]);
}

test('a selector that takes hundreds of objects with the longest names leaves a status that can be written', async () => {
  const world = newWorld();
  const wall = named('Firewall', 'wall');
  const names = many(300, (n) => named('Instance', `${n}-`.padEnd(252, 'x').concat('x')));
  for (const [n, name] of names.entries()) {
    world.cluster.apply(
      name,
      { ...MACHINE, policy: { mode: 'Paused' } },
      { labels: { app: 'web' } },
    );
    world.cluster.spoil(name, { id: 900_000 + n });
  }
  const rules = { rules: CLOSED, policy: FREE };
  world.cluster.apply(wall, { ...rules, instanceSelector: { matchLabels: { app: 'web' } } });
  await world.time.advance(10 * MINUTE_MS);
  const { id, internal } = asRecord(objectOf(world, wall).status);
  const { ids } = asRecord(internal);
  expect(id).toBeGreaterThan(0);
  expect(JSON.stringify(objectOf(world, wall).status).length).toBeLessThan(MOST_OF_STATUS);
  expect(JSON.stringify(ids).length).toBeLessThan(70_000);
  expect(world.cluster.admission.refusals).toEqual([]);
  await othersAreWell(world);
  world.cluster.delete(wall);
  await world.until(() => world.cluster.get(wall) === undefined, 60 * MINUTE_MS);
  await world.stop();
});

test('an id is recorded even where the API server refuses the rest of the status', async () => {
  const world = newWorld();
  const data = named('Volume', 'data');
  world.cluster.apply(data, { ...VOLUME, tags: ['large'] });
  const whole = world.cluster.patchStatus.bind(world.cluster);
  Object.assign(world.cluster, {
    patchStatus: async (...[object, status]: Parameters<typeof whole>) =>
      'tags' in status || 'filesystemPath' in status
        ? { ok: false, failure: { code: 'Unwritable', detail: 'request is too large' } }
        : whole(object, status),
  });
  await world.until(() => asRecord(objectOf(world, data).status)['id'] !== undefined);
  world.kill();
  world.start();
  await world.time.advance(30 * MINUTE_MS);
  expect(world.outsider.rows('/volumes').length).toBe(1);
  world.cluster.apply(data, { ...VOLUME, tags: ['large'], policy: FREE });
  world.cluster.delete(data);
  await world.until(() => world.cluster.get(data) === undefined);
  expect(world.outsider.rows('/volumes')).toEqual([]);
  await world.stop();
});

test('a Secret that changes each second costs each of its readers a pass a minute, and no other object anything', async () => {
  const world = newWorld();
  const token = new Secret(world.service.tokens.admin);
  const put = (second: number): void =>
    void world.cluster.secrets.apply(
      'crowd',
      'cloudinfra-credentials',
      { token, second: new Secret('x'.repeat(1_000) + String(second)) },
      CREDENTIAL,
    );
  put(0);
  const readers = many(50, (n) => named('Volume', `reader-${n}`));
  for (const name of readers) world.cluster.apply(name, VOLUME);
  await world.until(() => readers.every((name) => isReady(objectOf(world, name))));
  await world.time.advance(15 * MINUTE_MS);
  const [from, sent] = [world.passes.length, world.wire.sent.length];
  for (let second = 1; second <= 600; second++) {
    put(second);
    await world.time.advance(SECOND_MS);
  }
  expect((world.passes.length - from) / readers.length).toBeLessThan(10 + 10 + 2);
  expect(world.wire.sent.length - sent).toBeLessThan(200);
  await othersAreWell(world);
  const writes = world.cluster.writes.length;
  put(0);
  world.cluster.secrets.apply('crowd', 'cloudinfra-credentials', {}, CREDENTIAL);
  await world.time.advance(MINUTE_MS + SECOND_MS);
  expect(readers.map((name) => world.condition(name, 'Synced')?.reason)).toEqual(
    readers.map(() => 'WaitingForCredential'),
  );
  expect(world.cluster.writes.length - writes).toBeLessThanOrEqual(2 * readers.length);
  await world.stop();
});

/** Changes of an object that the operator answers at once. */
const PROMPT_EDITS = 20;

/** Constant changes of an object. */
const EDITS: readonly (readonly [string, (world: World, name: ObjectName, n: number) => void])[] = [
  ['spec', (world, name, n) => void world.cluster.apply(name, { ...VOLUME, tags: [`edit-${n}`] })],
  [
    'request for a sync',
    (world, name, n) =>
      void world.cluster.apply(name, VOLUME, { annotations: { [ANNOTATION.sync]: String(n) } }),
  ],
  [
    'class',
    (world, name, n) =>
      void world.cluster.apply(name, VOLUME, {
        labels: { [CLASS_LABEL]: n % 2 === 0 ? 'other' : '' },
      }),
  ],
];

test.each(EDITS)(
  'an object whose %s changes without end costs a bounded number of requests, reaches its last state soon, and is deleted at once',
  async (_, edit) => {
    const world = newWorld();
    const name = named('Volume', 'restless');
    world.cluster.apply(name, VOLUME);
    await world.until(() => isReady(objectOf(world, name)));
    await world.time.advance(15 * MINUTE_MS);
    const sentIn = async (act: (n: number) => void): Promise<number> => {
      const from = world.wire.sent.length;
      for (let n = 0; n < 10 * 60 * 5; n++) {
        act(n);
        await world.time.advance(SECOND_MS / 5);
      }
      return world.wire.sent.length - from;
    };
    const atRest = await sentIn(() => undefined);
    expect((await sentIn((n) => edit(world, name, n))) - atRest).toBeLessThan(
      2 * (PROMPT_EDITS + 10 * 6),
    );
    await othersAreWell(world);
    world.cluster.apply(name, { ...VOLUME, tags: ['last'] });
    await world.time.advance(15 * SECOND_MS);
    const [row] = world.outsider.rows('/volumes');
    expect(row).toMatchObject({ tags: expect.arrayContaining(['last']) });
    world.cluster.delete(name);
    await world.time.advance(5 * SECOND_MS);
    expect(world.cluster.get(name)).toBeUndefined();
    await world.stop();
  },
);

test('an object whose labels change without end costs its dependents a bounded number of passes', async () => {
  const world = newWorld();
  const zone = named('Domain', 'zone');
  const spec = { domain: 'crowd.example', type: 'master', soaEmail: 'dns@example.org' };
  world.cluster.apply(zone, spec);
  const records = many(50, (n) => named('DnsRecord', `record-${n}`));
  for (const [n, name] of records.entries())
    world.cluster.apply(name, {
      domainRef: { name: 'zone' },
      type: 'TXT',
      name: `r${n}`,
      target: 'x',
    });
  await world.until(() => records.every((name) => isReady(objectOf(world, name))));
  await world.time.advance(15 * MINUTE_MS);
  const from = world.passes.length;
  for (let n = 0; n < 10 * 60 * 5; n++) {
    world.cluster.apply(zone, spec, { labels: { turn: String(n) } });
    await world.time.advance(SECOND_MS / 5);
  }
  expect((world.passes.length - from) / records.length).toBeLessThan(PROMPT_EDITS + 10 * 6 + 10);
  await othersAreWell(world);
  await world.stop();
});

test('a thousand Operations on one object cost a write each, are performed one by one, and disturb no other object', async () => {
  const world = newWorld();
  const machine = named('Instance', 'busy');
  world.cluster.apply(machine, { ...MACHINE, image: 'compute/debian11' });
  await world.until(() => isReady(objectOf(world, machine)));
  const operations = many(1_000, (n) => named('Operation', `reboot-${n}`));
  const target = { kind: 'Instance', name: 'busy' };
  const from = world.cluster.writes.length;
  for (const name of operations) world.cluster.apply(name, { target, verb: 'Reboot' });
  await othersAreWell(world);
  const phases = (): readonly unknown[] =>
    operations.map((name) => asRecord(world.cluster.get(name)?.status)['phase'] ?? '');
  const count = (phase: string): number => phases().filter((one) => one === phase).length;
  expect(count('Pending') + count('Running') + count('Succeeded')).toBe(1_000);
  await world.until(() => count('Succeeded') > 3);
  expect([count('Failed'), count('Unknown')]).toEqual([0, 0]);
  expect(world.cluster.writes.length - from).toBeLessThan(1_000 + 20 * count('Succeeded') + 50);
  for (const name of operations) world.cluster.delete(name);
  await world.time.advance(MINUTE_MS);
  expect(operations.filter((name) => world.cluster.get(name) !== undefined)).toEqual([]);
  await world.stop();
});

test('a storm of objects that are created and deleted at once leaves nothing behind', async () => {
  const world = newWorld();
  await world.time.advance(MINUTE_MS);
  const { length: sent } = world.wire.sent;
  for (let n = 0; n < 60; n++) {
    const name = named(['Volume', 'Firewall', 'Domain'][n % 3] ?? '', `storm-${n}`);
    const spec =
      [
        VOLUME,
        { rules: CLOSED },
        { domain: `s${n}.example`, type: 'master', soaEmail: 'a@b.example' },
      ][n % 3] ?? {};
    world.cluster.apply(name, { ...spec, policy: FREE });
    await world.time.advance(n % 4 === 3 ? 300 : 20);
    world.cluster.delete(name);
  }
  // The token's budget is spent, and recovers.
  await othersAreWell(world, 3 * MINUTE_MS);
  world.cluster.delete(ORDINARY);
  await world.until(
    () => KINDS.every(({ kind }) => world.cluster.list(kind, 'crowd').length === 0),
    24 * 60 * MINUTE_MS,
  );
  expect(
    ['/volumes', '/networking/firewalls', '/domains'].flatMap((path) => world.outsider.rows(path))
      .length,
  ).toBeLessThanOrEqual(1);
  expect((world.wire.sent.length - sent) / 60).toBeLessThan(20);
  const [passes, { gauges }] = [world.passes.length, world];
  await world.time.advance(60 * MINUTE_MS);
  expect(world.passes.length - passes).toBeLessThan(10);
  expect([...(gauges?.activity.values() ?? [])].map(({ due, active }) => due + active)).toEqual(
    [...KINDS, OPERATION].map(() => 0),
  );
  await world.stop();
});

/** Objects that wait for each other, and the message of one of them. */
const CYCLES: readonly (readonly [
  what: string,
  objects: readonly (readonly [ObjectName, object])[],
  message: RegExp,
])[] = [
  [
    'two volumes that are each cloned from the other',
    [
      [named('Volume', 'a'), { cloneFrom: { volumeRef: { name: 'b' } } }],
      [named('Volume', 'b'), { cloneFrom: { volumeRef: { name: 'a' } } }],
    ],
    /^waiting for Volume\/b, which is not created yet$/,
  ],
  [
    'a volume that is cloned from itself',
    [[named('Volume', 'a'), { cloneFrom: { volumeRef: { name: 'a' } } }]],
    /^waiting for Volume\/a, which is not created yet$/,
  ],
  [
    'a record that names a record of its name as its zone',
    [
      [
        named('DnsRecord', 'a'),
        { domainRef: { name: 'a' }, type: 'A', name: 'www', target: '198.51.100.1' },
      ],
      [named('Domain', 'b'), { domain: 'b.example', type: 'master', soaEmail: 'a@b.example' }],
    ],
    /^waiting for Domain\/a, which does not exist$/,
  ],
];

describe('references that lead round in a circle', () => {
  test.each(CYCLES)('%s', async (_, objects, message) => {
    const world = newWorld();
    for (const [name, spec] of objects) world.cluster.apply(name, spec);
    await world.time.advance(30 * MINUTE_MS);
    const [[first] = [ORDINARY]] = objects;
    expect(said(world, first)).toMatch(message);
    const [passes, writes] = [world.passes.length, world.cluster.writes.length];
    await world.time.advance(60 * MINUTE_MS);
    expect((world.passes.length - passes) / objects.length).toBeLessThan(90);
    expect(world.cluster.writes.length - writes).toBe(0);
    await othersAreWell(world);
    for (const [name] of objects) world.cluster.delete(name);
    await world.until(() => objects.every(([name]) => world.cluster.get(name) === undefined));
    await world.stop();
  });

  test('two instances that each request the volume of the other report it, and rest', async () => {
    const world = newWorld();
    const machine = (volume: string): object => ({
      ...MACHINE,
      booted: true,
      image: 'compute/debian11',
      configs: [
        { label: 'main', devices: { sdc: { kind: 'Volume', volumeRef: { name: volume } } } },
      ],
    });
    const machines = ['a', 'b'].map((name) => named('Instance', name));
    for (const one of ['a', 'b']) {
      world.cluster.apply(named('Volume', one), {
        ...VOLUME,
        attachment: { mode: 'Attached', instanceRef: { name: one } },
      });
      world.cluster.apply(named('Instance', one), machine(one === 'a' ? 'b' : 'a'));
    }
    await world.time.advance(60 * MINUTE_MS);
    for (const name of machines)
      expect(['Refused', 'Rejected', 'Waiting', 'WaitingForReference']).toContain(
        world.condition(name, 'Synced')?.reason,
      );
    const [writes, sent] = [world.cluster.writes.length, world.wire.sent.length];
    await world.time.advance(60 * MINUTE_MS);
    expect(world.cluster.writes.length - writes).toBe(0);
    expect(
      world.wire.sent.slice(sent).filter((line) => !line.startsWith('GET ')).length,
    ).toBeLessThanOrEqual(8);
    await othersAreWell(world);
    await world.stop();
  });
});

test('an object that was deleted before it was seen, and that another finalizer holds, is never touched', async () => {
  const world = newWorld();
  const name = named('Volume', 'held');
  world.cluster.apply(name, VOLUME, {
    finalizers: ['example.org/other'],
    deletionTimestamp: '2026-01-01T00:00:00Z',
  });
  await world.time.advance(60 * MINUTE_MS);
  expect([
    world.cluster.writes,
    world.wire.sent.filter((line) => !line.startsWith('GET ')),
    objectOf(world, name).metadata.finalizers,
    world.passes.filter((pass) => pass.name === 'held').length < 20,
  ]).toEqual([[], [], ['example.org/other'], true]);
  await othersAreWell(world);
  await world.stop();
});

test('an item whose spec only an older definition admits is refused in words, and deleted once its spec is repaired', async () => {
  const world = newWorld();
  const name = named('Volume', 'old');
  world.cluster.apply(name, { ...VOLUME, policy: FREE });
  await world.until(() => isReady(objectOf(world, name)));
  world.cluster.store(name, { ...VOLUME, size: 1, label: 'x'.repeat(300), policy: FREE });
  await world.time.advance(10 * MINUTE_MS);
  expect(world.condition(name, 'Synced')?.reason).toBe('Refused');
  const writes = world.cluster.writes.length;
  await world.time.advance(60 * MINUTE_MS);
  expect(world.cluster.writes.length).toBe(writes);
  world.cluster.delete(name);
  await world.time.advance(10 * MINUTE_MS);
  expect(said(world, name)).toMatch(/^spec\.(size|label): /);
  expect(world.outsider.rows('/volumes').length).toBe(1);
  world.cluster.store(name, { ...VOLUME, policy: FREE });
  await world.until(() => world.cluster.get(name) === undefined);
  expect(world.outsider.rows('/volumes')).toEqual([]);
  await othersAreWell(world);
  await world.stop();
});

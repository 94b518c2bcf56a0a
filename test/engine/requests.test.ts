import { expect, test } from 'vitest';
import type { ObjectName } from '../../src/engine/ports/cluster.ts';
import { KINDS } from '../../src/kinds/index.ts';
import { instance } from '../../src/kinds/instance/index.ts';
import { volume } from '../../src/kinds/volume/index.ts';
import { asRecord } from '../../src/model/parse.ts';
import { World } from '../support/world.ts';

const DATA: ObjectName = { kind: 'Volume', namespace: 'default', name: 'data' };
const WEB: ObjectName = { kind: 'Instance', namespace: 'default', name: 'web' };
const MINUTE_MS = 60_000;

interface Answer {
  readonly token: string;
  readonly state: string;
  readonly message?: string;
}
const requests = (world: World, name: ObjectName) =>
  (asRecord(world.cluster.get(name)?.status)['requests'] ?? {}) as Readonly<Record<string, Answer>>;
const ask = (tokens: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(tokens).map(([verb, token]) => [`cloudinfra.dev/request-${verb}`, token]),
  );

async function ready(name: ObjectName, spec: object): Promise<World> {
  const world = new World({ kinds: [volume, instance], limits: 'off' });
  world.start();
  world.cluster.apply(name, spec);
  await world.until(() => world.condition(name, 'Ready')?.status === 'True');
  return world;
}
const withVolume = () => ready(DATA, { region: 'eu-west', size: 20 });

test('requests that a kind does not know fill no status, whatever they are called and however long they are', async () => {
  const world = await withVolume();
  const sizes: number[] = [];
  for (let round = 0; round < 5; round++) {
    const object = world.cluster.get(DATA);
    if (object === undefined) throw new Error('there is no volume');
    const before = Object.fromEntries(
      Object.keys(object.metadata.annotations ?? {})
        .filter((key) => key.includes('/request-'))
        .map((key) => [key, null]),
    );
    const many = Object.fromEntries(
      Array.from({ length: 40 }, (_, n) => [`n${round}-${n}`, 'x'.repeat(6_000)]),
    );
    await world.cluster.patch(object, {
      metadata: { annotations: { ...before, ...ask(many) } as Record<string, string> },
    });
    await world.time.advance(MINUTE_MS);
    sizes.push(JSON.stringify(world.cluster.get(DATA)?.status).length);
  }
  expect(Math.max(...sizes)).toBeLessThan(8_192);
  expect(Object.keys(requests(world, DATA)).length).toBe(11);
  expect(requests(world, DATA)['*']?.message).toBe(
    'Volume knows none of 30 more requests; remove their annotations',
  );
  expect(requests(world, DATA)['n4-0']?.message).toBe('Volume knows no request n4-0');
  const writes = world.cluster.writes.length;
  await world.time.advance(60 * MINUTE_MS);
  expect(world.cluster.writes.length).toBe(writes);
  await world.stop();
});

test('what every object inherits is no request', async () => {
  const world = await withVolume();
  world.cluster.annotate(DATA, ask({ constructor: 'now' }));
  await world.until(() => Object.hasOwn(requests(world, DATA), 'constructor'));
  expect([
    Object.entries(requests(world, DATA)).map(([, { message }]) => message),
    world.bugs,
  ]).toEqual([['Volume knows no request constructor'], []]);
  await world.stop();
});

test('a token that is too long is refused and not acted upon, and the next one is', async () => {
  const world = await ready(WEB, {
    region: 'eu-west',
    type: 'g6-nanode-1',
    image: 'compute/debian11',
  });
  const reboots = () => world.wire.sent.filter((sent) => sent.endsWith('/reboot')).length;
  world.cluster.annotate(WEB, ask({ reboot: 'x'.repeat(60_000), sync: 'y'.repeat(60_000) }));
  await world.until(() => requests(world, WEB)['reboot'] !== undefined);
  await world.time.advance(30 * MINUTE_MS);
  expect(requests(world, WEB)['reboot']?.message).toBe(
    'the token has 60000 characters, at most 128 are allowed',
  );
  expect([reboots(), JSON.stringify(requests(world, WEB)).length < 1_000]).toEqual([0, true]);
  world.cluster.annotate(WEB, ask({ reboot: 'x'.repeat(128) }));
  await world.until(() => requests(world, WEB)['reboot']?.state === 'Done');
  expect(reboots()).toBe(1);
  await world.stop();
});

test('a snapshot of a database at rest waits while the service keeps as many as it can', async () => {
  const SHOP: ObjectName = { kind: 'MySQLDatabase', namespace: 'default', name: 'shop' };
  const world = new World({ kinds: KINDS, limits: 'off' });
  world.start();
  world.cluster.apply(SHOP, { engine: 'mysql/8.0.26', region: 'eu-west', type: 'g6-standard-1' });
  await world.until(() => world.condition(SHOP, 'Synced')?.reason === 'InSync', 3 * 60 * MINUTE_MS);
  await world.time.advance(30 * MINUTE_MS);
  const path = `/databases/mysql/instances/${String(asRecord(world.cluster.get(SHOP)?.status)['id'])}/backups`;
  for (const label of ['one', 'two', 'three']) {
    const body = { label, target: 'primary' };
    expect(world.outsider.call('POST', path, body).status).toBe(200);
    await world.time.advance(15 * MINUTE_MS);
  }
  await world.stop();
  world.start();
  await world.time.advance(5 * MINUTE_MS);
  const sent = world.wire.sent.length;
  world.cluster.annotate(SHOP, ask({ snapshot: 'four' }));
  await world.time.advance(MINUTE_MS);
  expect(world.wire.sent.slice(sent).filter((line) => line.startsWith('POST '))).toEqual([]);
  expect(world.condition(SHOP, 'Synced')?.message).toBe(
    'waiting for one of the 3 snapshots to be deleted: the service keeps no more',
  );
  const [first] = world.outsider
    .rows<{ readonly id: number; readonly type: string }>(path)
    .filter(({ type }) => type === 'snapshot');
  world.outsider.call('DELETE', `${path}/${String(first?.id)}`);
  await world.until(() => requests(world, SHOP)['snapshot']?.state === 'Done', 10 * MINUTE_MS);
  expect(world.outsider.rows(path).length).toBeGreaterThanOrEqual(2);
  await world.stop();
});

import { describe, expect, test } from 'vitest';
import type { ObjectName } from '../../src/engine/ports/cluster.ts';
import { KINDS } from '../../src/kinds/index.ts';
import { asRecord } from '../../src/model/parse.ts';
import { Secret } from '../../src/model/secret.ts';
import { operate } from '../support/operations.ts';
import { World } from '../support/world.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const named = (kind: string, name: string): ObjectName => ({ kind, namespace: 'default', name });
const CLUSTER = named('KubeCluster', 'prod');

/** Limit in half an hour: five per ten minutes at once, and one every two minutes beyond that. */
const MOST_PUTS = 3 * (5 + 5) + 5;

const ROWS = [
  {
    name: CLUSTER,
    secret: 'prod-kubeconfig',
    spec: {
      region: 'us-east',
      k8sVersion: '1.23',
      pools: [{ name: 'web', type: 'g6-standard-1', count: 1 }],
    },
  },
  {
    name: named('MySQLDatabase', 'shop'),
    secret: 'shop-connection',
    spec: { engine: 'mysql/8.0.26', region: 'us-east', type: 'g6-standard-1' },
  },
] as const;

const contentsOf = (world: World, secret: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(world.cluster.secrets.get('default', secret)?.contents ?? {}).map(
      ([key, value]) => [key, value.reveal()],
    ),
  );
const putsOf = (world: World, secret: string): number =>
  world.cluster.writes.filter((write) => write === `putSecret default/${secret}`).length;

/** Counts the reads of a Secret's contents in the service since then. */
const looksAt = (world: World, since: number): number =>
  world.wire.sent.slice(since).filter((one) => /(kubeconfig|credentials)$/.test(one)).length;

/** Builds an installation with an idle object and its Secret. */
async function atRest({ name, spec }: (typeof ROWS)[number]): Promise<World> {
  const world = new World({ kinds: KINDS, limits: 'off' });
  world.start();
  world.cluster.apply(name, spec);
  await world.until(
    () => ['Ready', 'Synced'].every((type) => world.condition(name, type)?.status === 'True'),
    3 * HOUR_MS,
  );
  await world.time.advance(MINUTE_MS);
  return world;
}

const TOUCHES: Readonly<Record<string, (world: World, secret: string) => void>> = {
  deletes: (world, secret) => world.cluster.secrets.delete('default', secret),
  edits: (world, secret) =>
    world.cluster.secrets.apply('default', secret, { mine: new Secret('now') }),
  empties: (world, secret) => world.cluster.secrets.apply('default', secret, {}),
  relabels: (world, secret) =>
    world.cluster.secrets.label('default', secret, { 'cloudinfra.dev/id': '1' }),
};

describe.each(ROWS)('the Secret $secret', (row) => {
  test.each(Object.entries(TOUCHES))(
    'is as it was at once when a person %s it',
    async (_how, touch) => {
      const world = await atRest(row);
      const [before, labels] = [
        contentsOf(world, row.secret),
        world.cluster.secrets.get('default', row.secret)?.labels,
      ];
      const writes = world.cluster.writes.length;
      for (let time = 1; time <= 3; time++) {
        touch(world, row.secret);
        await world.time.advance(2 * SECOND_MS);
        expect([
          contentsOf(world, row.secret),
          world.cluster.secrets.get('default', row.secret)?.labels,
        ]).toEqual([before, labels]);
        expect(world.cluster.writes.slice(writes)).toEqual(
          Array(time).fill(`putSecret default/${row.secret}`),
        );
      }
      await world.stop();
    },
  );

  test('is back at once where it was deleted while no operator ran', async () => {
    const world = await atRest(row);
    const before = contentsOf(world, row.secret);
    await world.stop();
    world.cluster.secrets.delete('default', row.secret);
    world.start();
    await world.time.advance(5 * SECOND_MS);
    expect(contentsOf(world, row.secret)).toEqual(before);
    await world.stop();
  });

  test('costs nothing at rest, and no look at the service', async () => {
    const world = await atRest(row);
    const [writes, sent] = [world.cluster.writes.length, world.wire.sent.length];
    await world.time.advance(4 * MINUTE_MS);
    expect(world.cluster.writes.length).toBe(writes);
    expect(looksAt(world, sent)).toBe(0);
    await world.stop();
  });

  test('is not fought about without end', async () => {
    const world = await atRest(row);
    const before = contentsOf(world, row.secret);
    const [puts, sent] = [putsOf(world, row.secret), world.wire.sent.length];
    for (let second = 0; second < 1_800; second++) {
      world.cluster.secrets.apply('default', row.secret, { theirs: new Secret(String(second)) });
      await world.time.advance(SECOND_MS);
    }
    expect(putsOf(world, row.secret) - puts).toBeLessThanOrEqual(MOST_PUTS);
    expect(looksAt(world, sent)).toBeLessThanOrEqual(MOST_PUTS);
    await world.time.advance(2 * MINUTE_MS);
    expect(contentsOf(world, row.secret)).toEqual(before);
    await world.stop();
  });

  test('is left alone by an object that only observes', async () => {
    const world = await atRest(row);
    const { id } = asRecord(world.cluster.get(row.name)?.status);
    world.cluster.apply(row.name, {
      ...row.spec,
      import: { by: 'Id', id },
      policy: { mode: 'Observe' },
    });
    await world.time.advance(MINUTE_MS);
    world.cluster.secrets.delete('default', row.secret);
    await world.time.advance(30 * MINUTE_MS);
    expect(world.cluster.secrets.get('default', row.secret)).toBeUndefined();
    await world.stop();
  });
});

describe('a kubeconfig that is regenerated', () => {
  /** Renews the kubeconfig while the service returns the previous one for a while. */
  async function regenerated(
    staleMs: number,
  ): Promise<{ readonly world: World; readonly before: string | undefined }> {
    const world = await atRest(ROWS[0]);
    const before = contentsOf(world, 'prod-kubeconfig')['kubeconfig'];
    const text = JSON.stringify({ kubeconfig: Buffer.from(before ?? '').toString('base64') });
    const until = world.time.now() + staleMs;
    world.wire.garble = (answer, { method, url }) =>
      method === 'GET' && url.pathname.endsWith('/kubeconfig') && world.time.now() < until
        ? { ...answer, status: 200, text }
        : answer;
    operate(world.cluster, CLUSTER, 'RegenerateKubeconfig', 'one');
    return { world, before };
  }
  const message = (world: World): string | undefined => world.condition(CLUSTER, 'Synced')?.message;

  test('replaces the dead one soon after the service gives it', async () => {
    const { world, before } = await regenerated(3 * MINUTE_MS);
    await world.time.advance(MINUTE_MS);
    expect(message(world)).toMatch(/^waiting for .*prod-kubeconfig/);
    expect(world.condition(CLUSTER, 'Ready')?.reason).toBe('Updating');
    await world.time.advance(2 * MINUTE_MS + 35 * SECOND_MS);
    expect(contentsOf(world, 'prod-kubeconfig')['kubeconfig']).not.toBe(before);
    await world.time.advance(MINUTE_MS);
    expect(message(world)).toBe('up to date');
    await world.stop();
  });

  test('replaces it so in the next process too', async () => {
    const { world, before } = await regenerated(3 * MINUTE_MS);
    await world.time.advance(MINUTE_MS);
    await world.stop();
    world.start();
    await world.time.advance(2 * MINUTE_MS + 35 * SECOND_MS);
    expect(contentsOf(world, 'prod-kubeconfig')['kubeconfig']).not.toBe(before);
    await world.stop();
  });

  test('is waited for a quarter of an hour at most, and then no more', async () => {
    const { world, before } = await regenerated(HOUR_MS);
    await world.time.advance(14 * MINUTE_MS);
    expect(world.condition(CLUSTER, 'Synced')?.status).toBe('False');
    await world.time.advance(2 * MINUTE_MS);
    expect(world.condition(CLUSTER, 'Synced')?.status).toBe('True');
    const writes = world.cluster.writes.length;
    await world.time.advance(30 * MINUTE_MS);
    expect([
      world.cluster.writes.length,
      contentsOf(world, 'prod-kubeconfig')['kubeconfig'],
    ]).toEqual([writes, before]);
    await world.stop();
  });
});

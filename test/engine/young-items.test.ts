import { describe, expect, test } from 'vitest';
import type { ObjectName } from '../../src/engine/ports/cluster.ts';
import { KINDS } from '../../src/kinds/index.ts';
import { asRecord } from '../../src/model/parse.ts';
import { World } from '../support/world.ts';

const MINUTE_MS = 60_000;
const POLICY = { deletion: 'Delete', loss: 'Recreate' };
const named = (kind: string, name: string): ObjectName => ({ kind, namespace: 'default', name });
const [ZONE, WWW, SHOP, WORK] = [
  named('Domain', 'zone'),
  named('DnsRecord', 'www'),
  named('MySQLDatabase', 'shop'),
  named('KubeCluster', 'work'),
];
const A_ZONE = {
  domain: 'example.org',
  type: 'master',
  soaEmail: 'dns@example.org',
  policy: POLICY,
};
const A_RECORD = {
  domainRef: { name: 'zone' },
  type: 'A',
  name: 'www',
  target: '198.51.100.1',
  policy: POLICY,
};
const A_DATABASE = {
  engine: 'mysql/8.0.26',
  region: 'eu-west',
  type: 'g6-standard-1',
  clusterSize: 1,
  policy: POLICY,
};
const POOL = { name: 'web', type: 'g6-standard-2', count: 1 };
const cluster = (...pools: readonly object[]) => ({
  region: 'eu-west',
  k8sVersion: '1.25',
  pools,
  policy: POLICY,
});

const statusOf = (world: World, name: ObjectName) => asRecord(world.cluster.get(name)?.status);
const isReady = (world: World, name: ObjectName): boolean =>
  world.condition(name, 'Ready')?.status === 'True';
const recordsAt = (world: World): string =>
  `/domains/${String(statusOf(world, ZONE)['id'])}/records`;
const creates = (world: World, path: string): number =>
  world.wire.sent.filter((words) => words === `POST ${path}`).length;

/** Builds a world with old objects. */
async function withObjects(objects: readonly (readonly [ObjectName, object])[]): Promise<World> {
  const world = new World({ kinds: KINDS, limits: 'off' });
  world.start();
  for (const [name, spec] of objects) world.cluster.apply(name, spec);
  await world.until(() => objects.every(([name]) => isReady(world, name)), 60 * MINUTE_MS);
  await world.time.advance(20 * MINUTE_MS);
  return world;
}

const stale = (world: World, ...routes: readonly string[]): void => {
  for (const route of routes)
    world.service.addFault({ kind: 'staleListing', method: 'GET', route });
};
const RECORDS = '/domains/{domainId}/records';
const BY_ID = '/domains/{domainId}/records/{recordId}';

/** Records all reasons of an object. */
function reasonsOf(world: World, name: ObjectName): Set<string> {
  const reasons = new Set<string>();
  world.cluster.listen((_, after) => {
    if (after?.kind !== name.kind || after.metadata.name !== name.name) return;
    for (const type of ['Ready', 'Synced', 'Stalled'])
      reasons.add(world.condition(name, type)?.reason ?? '');
  });
  return reasons;
}

describe('an item that was made a short while ago is neither gone nor made again', () => {
  test.each<readonly [string, readonly string[]]>([
    ['listings do not show it', [RECORDS]],
    ['reads by its id do not find it', [BY_ID]],
    ['neither of them knows it', [`${RECORDS}*`]],
  ])('while %s for ten minutes', async (_, routes) => {
    const world = await withObjects([[ZONE, A_ZONE]]);
    const reasons = reasonsOf(world, WWW);
    stale(world, ...routes);
    world.cluster.apply(WWW, A_RECORD);
    await world.until(() => statusOf(world, WWW)['id'] !== undefined);
    const { id } = statusOf(world, WWW);
    for (let minute = 0; minute < 10; minute++) {
      world.cluster.apply(WWW, { ...A_RECORD, ttlSec: 300 + minute });
      await world.time.advance(MINUTE_MS);
    }
    world.service.clearFaults();
    await world.until(() => isReady(world, WWW));
    expect([creates(world, recordsAt(world)), statusOf(world, WWW)['id']]).toEqual([1, id]);
    expect([...reasons]).not.toContain('Lost');
    expect([...reasons]).not.toContain('Conflict');
    await world.stop();
  });

  test('by a process that starts while neither of them knows it', async () => {
    const world = await withObjects([[ZONE, A_ZONE]]);
    stale(world, '/databases/mysql/instances*');
    world.cluster.apply(SHOP, A_DATABASE);
    await world.until(() => statusOf(world, SHOP)['id'] !== undefined);
    world.kill();
    world.start();
    await world.time.advance(10 * MINUTE_MS);
    world.service.clearFaults();
    await world.until(() => isReady(world, SHOP), 60 * MINUTE_MS);
    expect(creates(world, '/databases/mysql/instances')).toBe(1);
    await world.stop();
  });

  test('while the zone that it is in is not shown either', async () => {
    const world = await withObjects([]);
    stale(world, '/domains*');
    world.cluster.apply(ZONE, A_ZONE);
    await world.until(() => statusOf(world, ZONE)['id'] !== undefined);
    const { id } = statusOf(world, ZONE);
    world.service.clearFaults();
    stale(world, RECORDS, BY_ID);
    world.cluster.apply(WWW, A_RECORD);
    await world.until(() => statusOf(world, WWW)['id'] !== undefined);
    world.service.clearFaults();
    const before = structuredClone(world.outsider.rows('/domains'));
    world.wire.garble = (answer, { method, url }) => {
      if (method !== 'GET' || !url.pathname.startsWith('/v4/domains')) return answer;
      const empty = {
        ...answer,
        text: JSON.stringify({ data: [], page: 1, pages: 1, results: 0 }),
      };
      return url.pathname === '/v4/domains'
        ? empty
        : { ...answer, status: 404, text: JSON.stringify({ errors: [{ reason: 'Not found' }] }) };
    };
    world.cluster.apply(WWW, { ...A_RECORD, ttlSec: 300 });
    await world.time.advance(10 * MINUTE_MS);
    world.wire.garble = (answer) => answer;
    await world.until(() => isReady(world, WWW) && isReady(world, ZONE));
    expect([
      creates(world, '/domains'),
      creates(world, `/domains/${String(id)}/records`),
      before.length,
    ]).toEqual([1, 1, 1]);
    await world.stop();
  });

  test('while its object is deleted: the object goes when the item does', async () => {
    const world = await withObjects([[ZONE, A_ZONE]]);
    stale(world, `${RECORDS}*`);
    world.cluster.apply(WWW, A_RECORD);
    await world.until(() => statusOf(world, WWW)['id'] !== undefined);
    const path = recordsAt(world);
    world.cluster.delete(WWW);
    await world.time.advance(10 * MINUTE_MS);
    expect(world.cluster.get(WWW)).toBeDefined();
    world.service.clearFaults();
    await world.until(() => world.cluster.get(WWW) === undefined);
    expect(world.outsider.rows(path)).toEqual([]);
    await world.stop();
  });
});

describe('an item that was made a short while ago and is gone', () => {
  test('is created again at once where an event reports it', async () => {
    const world = await withObjects([]);
    world.cluster.apply(ZONE, A_ZONE);
    await world.until(() => isReady(world, ZONE));
    world.outsider.call('DELETE', `/domains/${String(statusOf(world, ZONE)['id'])}`);
    await world.until(() => creates(world, '/domains') === 2, 3 * MINUTE_MS);
    expect(world.outsider.rows('/domains')).toHaveLength(1);
    await world.stop();
  });

  test('is made again once a newer row proves it', async () => {
    const world = await withObjects([[ZONE, A_ZONE]]);
    world.cluster.apply(WWW, A_RECORD);
    await world.until(() => isReady(world, WWW));
    world.outsider.call('DELETE', `${recordsAt(world)}/${String(statusOf(world, WWW)['id'])}`);
    await world.time.advance(70_000);
    expect(creates(world, recordsAt(world))).toBe(1);
    world.outsider.call('POST', recordsAt(world), {
      type: 'A',
      name: 'foreign',
      target: '198.51.100.9',
    });
    await world.until(() => creates(world, recordsAt(world)) === 2, 3 * MINUTE_MS);
    expect(world.outsider.rows(recordsAt(world))).toHaveLength(2);
    await world.stop();
  });

  test.each(['the same process', 'another process'])(
    'by our own DELETE lets its object go at once, by %s',
    async (which) => {
      const world = await withObjects([[ZONE, A_ZONE]]);
      world.cluster.apply(WWW, A_RECORD);
      await world.until(() => isReady(world, WWW));
      const path = recordsAt(world);
      world.cluster.delete(WWW);
      await world.until(() => world.wire.sent.some((words) => words.startsWith('DELETE')));
      if (which === 'another process') {
        await world.stop();
        world.start();
      }
      await world.until(() => world.cluster.get(WWW) === undefined, MINUTE_MS);
      expect(world.outsider.rows(path)).toEqual([]);
      await world.stop();
    },
  );
});

describe('an item that another client created a short while ago', () => {
  test('stays taken over while reads do not show it', async () => {
    const world = await withObjects([[ZONE, A_ZONE]]);
    const path = recordsAt(world);
    stale(world, `${RECORDS}*`);
    world.service.clearFaults();
    const before = JSON.stringify({
      data: world.outsider.rows(path),
      page: 1,
      pages: 1,
      results: world.outsider.rows(path).length,
    });
    world.outsider.call('POST', path, { type: 'A', name: 'www', target: '198.51.100.1' });
    world.cluster.apply(WWW, { ...A_RECORD, import: { by: 'Name', orCreate: true } });
    await world.until(() => isReady(world, WWW));
    world.wire.garble = (answer, { method, url }) => {
      if (method !== 'GET' || !url.pathname.includes('/records')) return answer;
      return url.pathname.endsWith('/records')
        ? { ...answer, text: before }
        : { ...answer, status: 404, text: JSON.stringify({ errors: [{ reason: 'Not found' }] }) };
    };
    world.cluster.apply(WWW, {
      ...A_RECORD,
      import: { by: 'Name', orCreate: true },
      ttlSec: 300,
    });
    await world.time.advance(10 * MINUTE_MS);
    world.wire.garble = (answer) => answer;
    await world.until(() => isReady(world, WWW));
    expect([creates(world, path), world.outsider.rows(path).length]).toEqual([0, 1]);
    await world.stop();
  });
});

describe('a pool that was added a short while ago', () => {
  const POOLS = '/kube/clusters/{clusterId}/pools';
  const withTwo = cluster(POOL, { ...POOL, name: 'jobs' });

  test('is not added again while the pools are shown as they were, for ten minutes', async () => {
    const world = await withObjects([[WORK, cluster(POOL)]]);
    const path = `/kube/clusters/${String(statusOf(world, WORK)['id'])}/pools`;
    stale(world, POOLS);
    world.cluster.apply(WORK, withTwo);
    await world.time.advance(10 * MINUTE_MS);
    world.service.clearFaults();
    await world.until(() => isReady(world, WORK), 60 * MINUTE_MS);
    expect(world.outsider.rows(path)).toHaveLength(2);
    await world.stop();
  });

  test('is not added again while replicas take turns, of which one does not show it', async () => {
    const world = await withObjects([[WORK, cluster(POOL)]]);
    const path = `/kube/clusters/${String(statusOf(world, WORK)['id'])}/pools`;
    const before = JSON.stringify({
      data: world.outsider.rows(path),
      page: 1,
      pages: 1,
      results: 1,
    });
    let reads = 0;
    world.wire.garble = (answer, { method, url }) =>
      method === 'GET' && url.pathname === `/v4${path}` && reads++ % 3 !== 0
        ? { ...answer, text: before }
        : answer;
    world.cluster.apply(WORK, withTwo);
    for (let i = 0; i < 20; i++) {
      world.cluster.annotate(WORK, { 'cloudinfra.dev/sync-requested-at': String(i) });
      await world.time.advance(30_000);
    }
    world.wire.garble = (answer) => answer;
    await world.until(() => isReady(world, WORK), 60 * MINUTE_MS);
    expect(world.outsider.rows(path)).toHaveLength(2);
    await world.stop();
  });
});

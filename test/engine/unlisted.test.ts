import { expect, test } from 'vitest';
import type { ObjectName } from '../../src/engine/ports/cluster.ts';
import { KINDS } from '../../src/kinds/index.ts';
import { World } from '../support/world.ts';

const named = (kind: string, name: string): ObjectName => ({ kind, namespace: 'default', name });
const WEB = named('Instance', 'web');
const MACHINE = { region: 'eu-west', type: 'g6-nanode-1', booted: false };
const DATABASE = { region: 'eu-west', type: 'g6-standard-1', engine: 'mysql/8.0.26' };
const CLUSTER = {
  region: 'eu-west',
  k8sVersion: '1.25',
  pools: [{ name: 'web', type: 'g6-standard-2', count: 1 }],
};

const begun = (): World => {
  const world = new World({ kinds: KINDS, limits: 'off' });
  world.start();
  return world;
};
const synced = (world: World, name: ObjectName) => {
  const { reason, message } = world.condition(name, 'Synced') ?? {};
  return { reason, message };
};
const posts = (world: World) => world.wire.sent.filter((request) => request.startsWith('POST '));

test.each<readonly [string, ObjectName, object, RegExp]>([
  [
    'the region of an instance',
    WEB,
    { ...MACHINE, region: 'eu-wset' },
    /^spec\.region: the region eu-wset does not exist; did you mean eu-west\? regions: ap-northeast, /,
  ],
  [
    'the plan of an instance',
    WEB,
    { ...MACHINE, type: 'g6-nanode-l' },
    /^spec\.type: the plan g6-nanode-l does not exist; did you mean g6-nanode-1\b/,
  ],
  [
    'the image of an instance',
    WEB,
    { ...MACHINE, image: 'compute/debian111' },
    /^spec\.image: the image compute\/debian111 does not exist; did you mean compute\/debian11\b/,
  ],
  [
    'the region of a volume',
    named('Volume', 'data'),
    { region: 'mars', size: 20 },
    /^spec\.region: the region mars does not exist; regions with Block Storage: ap-northeast, /,
  ],
  [
    'the region of a database',
    named('MySQLDatabase', 'store'),
    { ...DATABASE, region: 'eu-vest' },
    /^spec\.region: the region eu-vest does not exist; did you mean eu-west\b/,
  ],
  [
    'the engine of a database',
    named('MySQLDatabase', 'store'),
    { ...DATABASE, engine: 'mysql/4.0' },
    /^spec\.engine: the engine mysql\/4\.0 does not exist/,
  ],
  [
    'a region without the capability',
    named('KubeCluster', 'work'),
    { ...CLUSTER, region: 'se-sto' },
    /^spec\.region: the region se-sto has no Kubernetes; regions with Kubernetes: ap-northeast, /,
  ],
  [
    'the plan of a pool',
    named('KubeCluster', 'work'),
    { ...CLUSTER, pools: [{ name: 'web', type: 'g6-standart-2', count: 1 }] },
    /^spec\.pools\[0\]\.type: the plan g6-standart-2 does not exist; did you mean g6-standard-2\b/,
  ],
])('%s that the service does not list is refused before a request', async (_, name, spec, says) => {
  const world = begun();
  world.cluster.apply(name, spec);
  await world.until(() => synced(world, name).reason === 'Refused');
  expect(synced(world, name).message).toMatch(says);
  expect(posts(world)).toEqual([]);
});

test('a change to a value that the service does not list holds only its own step', async () => {
  const world = begun();
  world.cluster.apply(WEB, MACHINE);
  await world.until(() => synced(world, WEB).reason === 'InSync');
  const before = posts(world).length;
  world.cluster.apply(WEB, { ...MACHINE, type: 'g6-standard-0', label: 'front' });
  await world.until(() => synced(world, WEB).reason === 'Refused');
  expect(synced(world, WEB).message).toMatch(/^spec\.type: the plan g6-standard-0 does not exist/);
  expect(posts(world)).toHaveLength(before);
  expect(world.outsider.rows('/compute/instances')).toMatchObject([{ label: 'front' }]);
});

test('all objects share one list, which is read once a day', async () => {
  const world = begun();
  const names = ['a', 'b', 'c'].map((name) => named('Volume', name));
  for (const name of names) world.cluster.apply(name, { region: 'eu-west', size: 20 });
  await world.until(() => names.every((name) => synced(world, name).reason === 'InSync'));
  const reads = () => world.wire.sent.filter((request) => request.startsWith('GET /regions'));
  expect(reads()).toHaveLength(1);
  await world.time.advance(25 * 60 * 60_000);
  expect(reads()).toHaveLength(1);
  world.cluster.apply(named('Volume', 'd'), { region: 'eu-west', size: 20 });
  await world.until(() => synced(world, named('Volume', 'd')).reason === 'InSync');
  expect(reads()).toHaveLength(2);
});

test('the service judges the value where its list cannot be read', async () => {
  const world = begun();
  world.service.addFault({ kind: 'refuse', status: 500, method: 'GET', route: '/regions' });
  world.cluster.apply(named('Volume', 'data'), { region: 'mars', size: 20 });
  await world.until(() => posts(world).length > 0, 30 * 60_000);
  await world.until(() => synced(world, named('Volume', 'data')).reason !== 'InSync');
  expect(posts(world)).toContain('POST /volumes');
  expect(synced(world, named('Volume', 'data')).message).toMatch(/region/);
});

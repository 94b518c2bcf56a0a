import { describe, expect, test } from 'vitest';
import type { ObjectName } from '../../src/engine/ports/cluster.ts';
import { KINDS } from '../../src/kinds/index.ts';
import { operate, phaseOf } from '../support/operations.ts';
import { World } from '../support/world.ts';

const WEB: ObjectName = { kind: 'Instance', namespace: 'default', name: 'web' };
const DATABASE: ObjectName = { kind: 'MySQLDatabase', namespace: 'default', name: 'shop' };
const CLUSTER: ObjectName = { kind: 'KubeCluster', namespace: 'default', name: 'kube' };

const HOURS_MS = 3_600_000;
const instance = { region: 'us-east', type: 'g6-nanode-1' };
const database = {
  engine: 'mysql/8.0.26',
  region: 'us-east',
  type: 'g6-standard-1',
  policy: { deletion: 'Delete' },
};
const POOL = { name: 'web', type: 'g6-standard-1', count: 2 };
const cluster = {
  region: 'us-east',
  k8sVersion: '1.23',
  pools: [POOL],
  policy: { deletion: 'Delete' },
};

interface Row {
  readonly [field: string]: unknown;
}

const statusOf = (world: World, name: ObjectName) => world.cluster.get(name)?.status as Row;
const isReady = (world: World, name: ObjectName): boolean =>
  world.condition(name, 'Ready')?.status === 'True' &&
  statusOf(world, name)['observedGeneration'] === world.cluster.get(name)?.metadata.generation;
const secretOf = (world: World, name: string): Row =>
  Object.fromEntries(
    Object.entries(world.cluster.secrets.get('default', name)?.contents ?? {}).map(
      ([key, value]) => [key, value.reveal()],
    ),
  );

/** Applies a spec and waits for it; gives the required consents. */
async function reach(world: World, name: ObjectName, spec: object): Promise<void> {
  world.cluster.apply(name, spec);
  await world
    .until(() => isReady(world, name) || consented(world, name), 3 * HOURS_MS)
    .catch((error: unknown) => {
      throw new Error(
        `${JSON.stringify(spec)}: ${String(error)}\n${JSON.stringify(statusOf(world, name)).slice(0, 2_000)}`,
      );
    });
}

/** Gives the required consent; always returns false. */
function consented(world: World, name: ObjectName): false {
  const { plan } = statusOf(world, name) as { readonly plan?: { readonly hash: string } };
  const given = world.cluster.get(name)?.metadata.annotations?.['cloudinfra.dev/consent'];
  if (plan !== undefined && given !== plan.hash)
    world.cluster.annotate(name, { 'cloudinfra.dev/consent': plan.hash });
  return false;
}

const database1 = (world: World): Row =>
  world.outsider.rows<Row>('/databases/mysql/instances')[0] ?? {};
const cluster1 = (world: World): Row => world.outsider.rows<Row>('/kube/clusters')[0] ?? {};
const poolsOf = (world: World): readonly Row[] =>
  world.outsider.rows<Row>(`/kube/clusters/${String(cluster1(world)['id'])}/pools`);

const requested = async (
  world: World,
  name: ObjectName,
  verb: string,
  parameters?: object,
): Promise<void> => {
  const operation = operate(world.cluster, name, verb, verb.toLowerCase(), parameters);
  await world.until(
    () => consented(world, name) || phaseOf(world.cluster, operation) === 'Succeeded',
  );
};

describe.each(['recorded', 'documents'] as const)('in the dialect %s', (dialect) => {
  test('a database admits an instance, is changed, backed up and deleted', async () => {
    const world = new World({ kinds: KINDS, dialect, pollMs: 120_000 });
    world.start();
    world.cluster.apply(WEB, instance, { labels: { app: 'web' } });
    const from = { allowListFrom: { instanceSelector: { matchLabels: { app: 'web' } } } };
    await reach(world, DATABASE, { ...database, ...from });
    const [address] = statusOf(world, WEB)['ipv4'] as readonly string[];
    expect(statusOf(world, DATABASE)['allowList']).toEqual([
      expect.stringContaining(address ?? ''),
    ]);
    expect(secretOf(world, 'shop-connection')).toMatchObject({
      host: (database1(world)['hosts'] as Row)['primary'],
      port: '3306',
      'ca.crt': expect.stringContaining('BEGIN CERTIFICATE') as string,
      uri: expect.stringMatching(/^mysql:\/\/.+:.+@.+:3306$/) as string,
    });
    await reach(world, DATABASE, {
      ...database,
      label: 'store',
      allowList: ['203.0.113.0/24'],
      allowListFrom: { instanceRefs: [{ name: 'web' }] },
      updates: { frequency: 'monthly', weekOfMonth: 2, dayOfWeek: 7 },
    });
    expect(database1(world)).toMatchObject({
      label: 'store',
      allow_list: [expect.stringContaining(address ?? '') as string, '203.0.113.0/24'],
      updates: { frequency: 'monthly', week_of_month: 2, day_of_week: 7 },
    });
    await requested(world, DATABASE, 'Snapshot', { label: 'now1' });
    const backups = (): readonly Row[] =>
      (statusOf(world, DATABASE)['backups'] ?? []) as readonly Row[];
    await world.until(() => backups().some((one) => one['label'] === 'now1'));
    world.cluster.delete(DATABASE);
    await world.until(() => world.cluster.get(DATABASE) === undefined);
    expect(world.bugs).toEqual([]);
    expect(world.service.calls().unknownFields).toBe(0);
    await world.stop();
  });

  test('an allow list is not emptied because a selector takes no object any more, without consent', async () => {
    const world = new World({ kinds: KINDS, dialect, pollMs: 120_000 });
    world.start();
    world.cluster.apply(WEB, instance, { labels: { app: 'web' } });
    await reach(world, DATABASE, {
      ...database,
      allowListFrom: { instanceSelector: { matchLabels: { app: 'web' } } },
    });
    world.cluster.apply(WEB, instance, { labels: { app: 'other' } });
    await world.until(() => world.condition(DATABASE, 'Synced')?.reason === 'ConsentRequired');
    expect(database1(world)['allow_list']).toHaveLength(1);
    consented(world, DATABASE);
    await world.until(() => (database1(world)['allow_list'] as readonly string[]).length === 0);
    await world.stop();
  });

  test('a database admits the nodes of a cluster', async () => {
    const world = new World({ kinds: KINDS, dialect, pollMs: 120_000 });
    world.start();
    world.cluster.apply(CLUSTER, cluster);
    await reach(world, DATABASE, {
      ...database,
      allowListFrom: { kubeClusterRefs: [{ name: 'kube' }] },
    });
    const nodes = (): readonly string[] =>
      statusOf(world, CLUSTER)['nodeAddresses'] as readonly string[];
    const admitted = (): readonly string[] =>
      statusOf(world, DATABASE)['allowList'] as readonly string[];
    expect(admitted()).toEqual(
      nodes().map((address) => expect.stringContaining(address) as string),
    );
    world.cluster.apply(CLUSTER, { ...cluster, pools: [{ ...POOL, count: 3 }] });
    await world.until(() => nodes().length === 6 && admitted().length === 6);
    await world.stop();
  });

  test('what was made although its answer was lost is found again: a database by its label, a pool by its name', async () => {
    const world = new World({ kinds: KINDS, dialect, pollMs: 120_000 });
    const lost = new Set<string>();
    world.wire.mishap = (request) => {
      const isLost = /^POST .*(mysql.instances|pools)$/.test(request) && !lost.has(request);
      if (isLost) lost.add(request);
      return isLost ? 'unanswered' : 'none';
    };
    world.start();
    world.cluster.apply(DATABASE, database);
    await reach(world, CLUSTER, cluster);
    await reach(world, CLUSTER, { ...cluster, pools: [POOL, { ...POOL, name: 'jobs' }] });
    await world.until(() => isReady(world, DATABASE), HOURS_MS);
    expect(lost.size).toBe(2);
    expect(world.outsider.rows('/databases/mysql/instances')).toHaveLength(1);
    expect(poolsOf(world)).toHaveLength(2);
    expect(statusOf(world, CLUSTER)).toMatchObject({ pools: [{ name: 'web' }, { name: 'jobs' }] });
    await world.stop();
  });

  test('a user who can never delete a database gets a report before its creation', async () => {
    const world = new World({ kinds: KINDS, dialect, token: 'restricted' });
    world.outsider.call('PUT', '/account/users/restricted/grants', {
      global: { add_databases: true },
    });
    const told: boolean[] = [];
    world.wire.witnesses.push(({ method }) => () => {
      if (method === 'POST')
        told.push(world.cluster.events.some(({ reason }) => reason === 'NeverDeleted'));
    });
    world.start();
    world.cluster.apply(DATABASE, database);
    await world.until(() => told.length > 0);
    expect(told).toEqual([true]);
    await world.stop();
  });

  test('a database that is provisioned costs a listing a minute at most', async () => {
    const world = new World({ kinds: KINDS, dialect, pollMs: 120_000 });
    world.start();
    world.cluster.apply(DATABASE, database);
    await world.until(() => statusOf(world, DATABASE)['id'] !== undefined);
    const reads = (): number => world.passes.filter(({ kind }) => kind === 'MySQLDatabase').length;
    const before = reads();
    await world.time.advance(10 * 60_000);
    expect(reads() - before).toBeLessThanOrEqual(20);
    await world.stop();
  });

  test('a cluster gets its pools, versions and kubeconfigs, and goes', async () => {
    const world = new World({ kinds: KINDS, dialect, pollMs: 120_000 });
    world.start();
    await reach(world, CLUSTER, cluster);
    expect(statusOf(world, CLUSTER)).toMatchObject({
      k8sVersion: '1.23',
      endpoints: expect.arrayContaining([expect.stringMatching(/^https:/)]) as unknown,
      dashboard: expect.stringMatching(/^https:/) as string,
      pools: [{ name: 'web', count: 2, readyNodes: 2 }],
      nodeAddresses: Array.from({ length: 4 }, () => expect.any(String) as string),
    });
    const first = secretOf(world, 'kube-kubeconfig')['kubeconfig'];
    expect(first).toContain('apiVersion: v1');
    const scaled = {
      name: 'jobs',
      type: 'g6-standard-2',
      autoscaler: { enabled: true, min: 1, max: 3 },
    };
    await reach(world, CLUSTER, { ...cluster, pools: [{ ...POOL, count: 3 }, scaled] });
    expect(poolsOf(world)).toMatchObject([
      { count: 3 },
      { count: 1, autoscaler: { enabled: true, min: 1, max: 3 } },
    ]);
    await reach(world, CLUSTER, {
      ...cluster,
      k8sVersion: '1.25',
      label: 'plant',
      controlPlane: { highAvailability: true },
      pools: [scaled],
    });
    expect(cluster1(world)).toMatchObject({
      k8s_version: '1.25',
      label: 'plant',
      control_plane: { high_availability: true },
    });
    expect(poolsOf(world)).toMatchObject([{ type: 'g6-standard-2' }]);
    await requested(world, CLUSTER, 'RegenerateKubeconfig');
    await world.until(() => secretOf(world, 'kube-kubeconfig')['kubeconfig'] !== first);
    const nodes = JSON.stringify(poolsOf(world)[0]?.['nodes']);
    await requested(world, CLUSTER, 'Recycle');
    await requested(world, CLUSTER, 'RegenerateServiceToken');
    await world.until(
      () => JSON.stringify(poolsOf(world)[0]?.['nodes']) !== nodes && isReady(world, CLUSTER),
    );
    world.cluster.delete(CLUSTER);
    await world.until(() => world.cluster.get(CLUSTER) === undefined);
    expect(world.outsider.rows('/compute/instances')).toEqual([]);
    expect(world.bugs).toEqual([]);
    expect(world.service.calls().unknownFields).toBe(0);
    await world.stop();
  });
});

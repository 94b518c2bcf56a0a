import { expect, test } from 'vitest';
import { KINDS } from '../../src/kinds/index.ts';
import { asRecord } from '../../src/model/parse.ts';
import { operate, phaseOf } from '../support/operations.ts';
import { World } from '../support/world.ts';

const MINUTE_MS = 60_000;
const PROD = { kind: 'KubeCluster', namespace: 'default', name: 'prod' };
const SPEC = {
  region: 'eu-west',
  k8sVersion: '1.25',
  pools: [{ name: 'web', type: 'g6-standard-1', count: 2 }],
  policy: { deletion: 'Delete' },
};

type Node = { readonly instance_id: number | null; readonly status: string };

/** An empty answer. */
const HIDDEN = (): object => ({});

/** Changes the answers to reads of a cluster or of its pools. */
function says(world: World, path: RegExp, change: (row: Record<string, unknown>) => object): void {
  world.wire.garble = (answer, { method, url }) => {
    if (method !== 'GET' || !path.test(url.pathname) || answer.status !== 200) return answer;
    if (change === HIDDEN)
      return {
        ...answer,
        status: 404,
        text: JSON.stringify({ errors: [{ reason: 'Not found' }] }),
      };
    const body = asRecord(JSON.parse(answer.text));
    const rows = body['data'] as readonly Record<string, unknown>[] | undefined;
    return {
      ...answer,
      text: JSON.stringify(rows === undefined ? change(body) : { ...body, data: rows.map(change) }),
    };
  };
}

const POOLS = /\/pools$/;
const CLUSTERS = /\/kube\/clusters(\/\d+)?$/;
const nodesAs =
  (instance: (id: number | null) => number | null) => (pool: Record<string, unknown>) => ({
    ...pool,
    nodes: (pool['nodes'] as readonly Node[]).map((node) => ({
      ...node,
      status: 'not_ready',
      instance_id: instance(node.instance_id),
    })),
  });

const CASES = [
  ['no node is an instance', POOLS, nodesAs(() => null), 15],
  ['every node is an instance, and none is ready', POOLS, nodesAs((id) => id), 0],
  [
    'the service reports not_ready for a cluster that was not deleted',
    CLUSTERS,
    (row: Record<string, unknown>) => ({ ...row, status: 'not_ready' }),
    0,
  ],
  ['the nodes are never shown', POOLS, HIDDEN, 15],
] as const;

test.each(CASES)(
  'a cluster is deleted once, and goes, where %s',
  async (_name, path, change, minutes) => {
    const world = new World({ kinds: KINDS, limits: 'off', pollMs: 120_000 });
    const deletions = (): number =>
      world.wire.sent.filter((sent) => sent.startsWith('DELETE /kube/clusters/')).length;
    world.start();
    says(world, path, change);
    world.cluster.apply(PROD, SPEC);
    await world.time.advance(40 * MINUTE_MS);
    world.cluster.delete(PROD);
    await world.time.advance(Math.max(0, minutes - 1) * MINUTE_MS);
    const early = deletions();
    await world.time.advance(3 * MINUTE_MS);
    const inTime = deletions();
    await world.time.advance(30 * MINUTE_MS);
    expect([early, inTime, deletions(), world.cluster.get(PROD)]).toEqual([0, 1, 1, undefined]);
    const told = world.cluster.events.filter(({ reason }) => reason === 'WaitEnded').length;
    expect(told).toBe(minutes === 0 ? 0 : 1);
    await world.stop();
  },
);

test('all nodes are recycled by request while a node that is not ready is waited for', async () => {
  const world = new World({ kinds: KINDS, limits: 'off', pollMs: 120_000 });
  world.start();
  world.cluster.apply(PROD, { ...SPEC, policy: { consent: 'Auto' } });
  await world.time.advance(40 * MINUTE_MS);
  says(
    world,
    POOLS,
    nodesAs((id) => id),
  );
  await world.time.advance(15 * MINUTE_MS);
  const before = world.condition(PROD, 'Synced')?.reason;
  const recycle = operate(world.cluster, PROD, 'Recycle', 'now1');
  await world.time.advance(5 * MINUTE_MS);
  expect([before, world.wire.sent.filter((sent) => /^POST .*recycle$/.test(sent)).length]).toEqual([
    'Waiting',
    1,
  ]);
  expect(phaseOf(world.cluster, recycle)).toBe('Succeeded');
  await world.stop();
});

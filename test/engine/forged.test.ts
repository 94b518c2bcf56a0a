import { describe, expect, test } from 'vitest';
import type { ObjectName } from '../../src/engine/ports/cluster.ts';
import { KINDS } from '../../src/kinds/index.ts';
import { CLASS_LABEL } from '../../src/model/group.ts';
import { asRecord } from '../../src/model/parse.ts';
import { markOf } from '../../src/model/tags.ts';
import { World } from '../support/world.ts';

/** Users who may write the status of their objects forge ids of items in another namespace with the
 *  same token. */

const MINUTE_MS = 60_000;
const FREE = { deletion: 'Delete', drift: 'Correct', consent: 'Auto', loss: 'Hold' };
const SPECS: Readonly<Record<string, object>> = {
  Volume: { region: 'eu-west', size: 20 },
  MySQLDatabase: {
    engine: 'mysql/8.0.26',
    region: 'us-east',
    type: 'g6-standard-1',
    label: 'shop',
  },
};
const THEIRS = { namespace: 'team-a', name: 'theirs' };
const FORGED = { namespace: 'team-b', name: 'forged' };
const SERVED_BY_NOBODY = { labels: { [CLASS_LABEL]: 'x' } };

const statusOf = (world: World, name: ObjectName) => asRecord(world.cluster.get(name)?.status);
const isReady = (world: World, name: ObjectName): boolean =>
  world.condition(name, 'Ready')?.status === 'True';
const written = (world: World) => world.wire.sent.filter((line) => /^(PUT|DELETE) /.test(line));

async function learned(kind: string) {
  const world = new World({ kinds: KINDS, limits: 'off' });
  world.start();
  world.cluster.apply(
    { kind, ...FORGED },
    { ...SPECS[kind], label: 'mine', policy: { mode: 'Paused' } },
  );
  world.cluster.apply({ kind, ...THEIRS }, SPECS[kind] ?? {});
  await world.until(() => isReady(world, { kind, ...THEIRS }), 90 * MINUTE_MS);
  const { id, account } = statusOf(world, { kind, ...THEIRS });
  const mark = markOf(world.cluster.get({ kind, ...THEIRS })?.metadata.uid ?? '');
  await world.stop();
  return { id, account, mark };
}

const MOMENTS = ['before the item is made', 'while no operator runs'] as const;
const rows = Object.keys(SPECS).flatMap((kind) =>
  MOMENTS.flatMap((moment) => ['', ' and its mark'].map((more) => [kind, moment, more] as const)),
);

describe('a forged status', () => {
  test.each(rows)(
    'of a %s, written %s, leads nowhere with its id%s',
    async (kind, moment, more) => {
      const { id, account, mark } = await learned(kind);
      const [theirs, forged] = [
        { kind, ...THEIRS },
        { kind, ...FORGED },
      ];
      const world = new World({ kinds: KINDS, limits: 'off' });
      world.start();
      const imports = more === '' ? {} : { import: { by: 'Id', id, replaceMark: mark } };
      const spec = { ...SPECS[kind], label: 'mine', ...imports, policy: FREE };
      world.cluster.apply(forged, spec, SERVED_BY_NOBODY);
      const forge = (): void =>
        world.cluster.spoil(forged, { id, account, operator: { cluster: world.cluster.uid() } });
      if (moment === MOMENTS[0]) forge();
      world.cluster.apply(theirs, SPECS[kind] ?? {});
      await world.until(() => isReady(world, theirs), 90 * MINUTE_MS);
      if (moment === MOMENTS[1]) {
        world.kill();
        forge();
        world.cluster.apply(forged, spec, { labels: {} });
        world.start();
      }
      world.cluster.apply(forged, spec, { labels: {} });
      await world.time.advance(30 * MINUTE_MS);
      world.cluster.delete(forged);
      await world.until(() => world.cluster.get(forged) === undefined, 60 * MINUTE_MS);
      await world.time.advance(30 * MINUTE_MS);
      expect([
        written(world),
        isReady(world, theirs),
        world.condition(theirs, 'Synced')?.reason,
      ]).toEqual([[], true, 'InSync']);
      await world.stop();
    },
  );

  test('of a KubeCluster leads to no node, and of an Instance neither', async () => {
    const world = new World({ kinds: KINDS, limits: 'off' });
    world.start();
    const work = { kind: 'KubeCluster', ...THEIRS };
    const forged = { kind: 'Instance', ...FORGED };
    world.cluster.apply(work, {
      region: 'eu-west',
      k8sVersion: '1.26',
      pools: [{ name: 'web', type: 'g6-standard-1', count: 1 }],
    });
    await world.until(() => isReady(world, work));
    await world.time.advance(5 * MINUTE_MS);
    const [node] = world.outsider.rows<{ readonly id: number }>('/compute/instances');
    const spec = { region: 'eu-west', type: 'g6-nanode-1', policy: FREE };
    world.cluster.apply(forged, spec, SERVED_BY_NOBODY);
    world.cluster.spoil(forged, {
      id: node?.id,
      account: statusOf(world, work)['account'],
      operator: { cluster: world.cluster.uid() },
    });
    world.cluster.apply(forged, spec, { labels: {} });
    await world.time.advance(10 * MINUTE_MS);
    world.cluster.delete(forged);
    await world.until(() => world.cluster.get(forged) === undefined);
    expect([written(world), isReady(world, work)]).toEqual([[], true]);
    await world.stop();
  });
});

test('the mark of an object of another namespace is not replaced while the object is in Preview', async () => {
  const world = new World({ kinds: KINDS, limits: 'off' });
  world.start();
  const [theirs, ours] = [
    { kind: 'Volume', ...THEIRS },
    { kind: 'Volume', ...FORGED },
  ];
  world.cluster.apply(theirs, SPECS['Volume'] ?? {});
  await world.until(() => isReady(world, theirs));
  world.cluster.apply(theirs, { ...SPECS['Volume'], policy: { mode: 'Preview' } });
  await world.time.advance(MINUTE_MS);
  const replaceMark = markOf(world.cluster.get(theirs)?.metadata.uid ?? '');
  world.cluster.apply(ours, {
    import: { by: 'Id', id: statusOf(world, theirs)['id'], replaceMark },
    policy: FREE,
  });
  await world.time.advance(10 * MINUTE_MS);
  expect([written(world), world.condition(ours, 'Synced')?.reason]).toEqual([[], 'Refused']);
  await world.stop();
});

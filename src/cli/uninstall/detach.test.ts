import { expect, test } from 'vitest';
import { World } from '../../../test/support/world.ts';
import type { ObjectName } from '../../engine/ports/cluster.ts';
import { instance } from '../../kinds/instance/index.ts';
import { volume } from '../../kinds/volume/index.ts';
import { CLASS_LABEL, FINALIZER } from '../../model/group.ts';
import { asRecord } from '../../model/parse.ts';
import { Secret } from '../../model/secret.ts';
import { detachAll } from './detach.ts';

const KINDS = [volume, instance];
const DATA: ObjectName = { kind: 'Volume', namespace: 'default', name: 'data' };
const WEB: ObjectName = { kind: 'Instance', namespace: 'default', name: 'web' };

/** Builds the world after an operator was stopped: a volume and an instance, with the credential of
 *  a Secret. */
async function left(): Promise<World> {
  const world = new World({ kinds: KINDS });
  world.cluster.secrets.apply('default', 'cloudinfra-credentials', {
    token: new Secret(world.service.tokens.admin),
  });
  world.cluster.apply(DATA, { region: 'eu-west', size: 20, policy: { deletion: 'Delete' } });
  world.cluster.apply(WEB, { region: 'eu-west', type: 'g6-nanode-1', image: 'compute/debian11' });
  world.start();
  await world.until(() =>
    [DATA, WEB].every((name) => world.condition(name, 'Ready')?.status === 'True'),
  );
  await world.stop();
  return world;
}

const finalizers = (world: World, name: ObjectName) => world.cluster.get(name)?.metadata.finalizers;
const items = (world: World) =>
  ['/volumes', '/compute/instances'].map((path) =>
    world.outsider.rows<{ readonly tags: readonly string[] }>(path),
  );

test('every object and every Secret is let go, and the account is as it was', async () => {
  const world = await left();
  const before = items(world);
  const rows = await detachAll(world.cluster, KINDS);
  const account = expect.stringMatching(/^[0-9A-F-]+$/);
  expect(rows).toEqual([
    {
      title: 'Volume default/data',
      item: { id: expect.any(Number), account },
      deleting: false,
      problem: null,
    },
    {
      title: 'Instance default/web',
      item: { id: expect.any(Number), account },
      deleting: false,
      problem: null,
    },
    { title: 'Secret default/cloudinfra-credentials', item: null, deleting: false, problem: null },
  ]);
  expect([finalizers(world, DATA), finalizers(world, WEB)]).toEqual([[], []]);
  expect(world.cluster.secrets.get('default', 'cloudinfra-credentials')?.finalizers).toEqual([]);
  expect(world.cluster.secrets.get('default', 'web-root')).toBeDefined();
  expect(items(world)).toEqual(before);
  expect((await detachAll(world.cluster, KINDS)).map(({ problem }) => problem)).toEqual([
    null,
    null,
  ]);
});

test('objects and Secrets of another class stay held, and an operator of another name takes over what was let go', async () => {
  const world = await left();
  world.cluster.apply(WEB, world.cluster.get(WEB)?.spec as object, {
    labels: { [CLASS_LABEL]: 'gold' },
  });
  const none = await detachAll(world.cluster, KINDS, { name: '', class: 'silver' });
  expect(none).toEqual([]);
  const rows = await detachAll(world.cluster, KINDS, { name: '', class: 'gold' });
  expect(rows.map(({ title }) => title)).toEqual(['Instance default/web']);
  const operatorOf = (name: ObjectName) =>
    asRecord(asRecord(world.cluster.get(name)?.status)['operator'])['name'];
  expect([finalizers(world, DATA), finalizers(world, WEB)]).toEqual([[FINALIZER], []]);
  expect([operatorOf(DATA), operatorOf(WEB)]).toEqual(['system/cloudinfra-operator', undefined]);
  expect(world.cluster.secrets.get('default', 'cloudinfra-credentials')?.finalizers).toEqual([
    FINALIZER,
  ]);
});

test('an object that was being deleted goes without its item', async () => {
  const world = await left();
  world.cluster.delete(DATA);
  const [row] = await detachAll(world.cluster, [volume]);
  expect(row).toMatchObject({ title: 'Volume default/data', deleting: true, problem: null });
  expect(world.cluster.get(DATA)).toBeUndefined();
  expect(world.outsider.rows('/volumes')).toHaveLength(1);
});

test.each([
  ['a Secret made for it', 'patchSecret default/web-root', 'Instance default/web'],
  ['the object', 'patch Instance/default/web', 'Instance default/web'],
  [
    'a credential',
    'patchSecret default/cloudinfra-credentials',
    'Secret default/cloudinfra-credentials',
  ],
])('where %s may not be written, it stays held and is reported', async (_, write, title) => {
  const world = await left();
  const root = world.cluster.secrets.get('default', 'web-root');
  const uid = world.cluster.get(WEB)?.metadata.uid;
  // Earlier versions made the object its owner.
  if (root !== undefined)
    world.cluster.secrets.patch(root, {
      ownerReferences: [{ apiVersion: 'v1', kind: 'Instance', name: 'web', uid }],
    });
  world.cluster.interfere = (what) =>
    what === write
      ? { failure: { code: 'Denied', detail: 'it is forbidden' }, after: false }
      : null;
  const rows = await detachAll(world.cluster, KINDS);
  expect(rows.filter(({ problem }) => problem !== null)).toMatchObject([
    { title, problem: 'it is forbidden' },
  ]);
  const isHeld = title.startsWith('Secret')
    ? world.cluster.secrets.get('default', 'cloudinfra-credentials')?.finalizers.includes(FINALIZER)
    : finalizers(world, WEB)?.includes(FINALIZER);
  expect(isHeld).toBe(true);
});

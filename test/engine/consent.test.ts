import { describe, expect, test } from 'vitest';
import { printOfAsked } from '../../src/engine/pass/approval.ts';
import type { ObjectName } from '../../src/engine/ports/cluster.ts';
import { instance } from '../../src/kinds/instance/index.ts';
import { kubeCluster } from '../../src/kinds/kube-cluster/index.ts';
import { volume } from '../../src/kinds/volume/index.ts';
import type { AnyKind } from '../../src/model/kind.ts';
import { asRecord } from '../../src/model/parse.ts';
import { planOf } from '../../src/model/plan.ts';
import { put } from '../../src/model/request.ts';
import { membersOf, storedForm } from '../../src/model/status-layout.ts';
import { call } from '../../src/model/step.ts';
import { approve, WAYS } from '../support/approving.ts';
import { World } from '../support/world.ts';

const WORK: ObjectName = { kind: 'KubeCluster', namespace: 'default', name: 'work' };
const MACHINE: ObjectName = { kind: 'Instance', namespace: 'default', name: 'web' };
const DATA: ObjectName = { kind: 'Volume', namespace: 'default', name: 'data' };
const SPEC = {
  region: 'eu-west',
  k8sVersion: '1.25',
  pools: [{ name: 'web', type: 'g6-standard-2', count: 2 }],
};
/** Two steps that require consent, a request each: nodes are removed, and a version is
 *  irreversible. */
const NEWER = {
  ...SPEC,
  k8sVersion: '1.26',
  pools: [{ name: 'web', type: 'g6-standard-2', count: 1 }],
};

const statusOf = (world: World, name: ObjectName) => membersOf(world.cluster.get(name)?.status);
const hashOf = (world: World, name: ObjectName): string =>
  String(asRecord(statusOf(world, name)['plan'])['hash']);
const isHeld = (world: World, name: ObjectName): boolean =>
  world.condition(name, 'Synced')?.reason === 'ConsentRequired';
const writes = (world: World): readonly string[] =>
  world.wire.sent.filter((sent) => !sent.startsWith('GET '));

/** Builds a cluster whose change waits for consent. */
async function asking(): Promise<World> {
  const world = new World({ kinds: [kubeCluster] });
  world.start();
  world.cluster.apply(WORK, SPEC);
  await world.until(() => world.condition(WORK, 'Ready')?.status === 'True');
  world.cluster.apply(WORK, NEWER);
  await world.until(() => isHeld(world, WORK));
  return world;
}

const TINY = { region: 'eu-west', type: 'g6-nanode-1', image: 'compute/debian11' };

/** Builds an instance whose backups are to be cancelled, which waits for consent. */
async function askingToCancel(): Promise<World> {
  const world = new World({ kinds: [instance] });
  world.start();
  world.cluster.apply(MACHINE, { ...TINY, backupsEnabled: true });
  await world.until(() => world.condition(MACHINE, 'Ready')?.status === 'True');
  world.cluster.apply(MACHINE, { ...TINY, backupsEnabled: false });
  await world.until(() => isHeld(world, MACHINE));
  return world;
}

const cancellations = (world: World): number =>
  writes(world).filter((sent) => sent.endsWith('/backups/cancel')).length;

describe.each(WAYS)('consent by %s', (way) => {
  test('is recorded before the first step that it is for is sent', async () => {
    const world = await asking();
    const hash = hashOf(world, WORK);
    const recorded: unknown[] = [];
    world.wire.witnesses.push(({ method }) => {
      if (method !== 'GET') recorded.push(asRecord(statusOf(world, WORK)['consent'])['hash']);
      return () => undefined;
    });
    approve(world.cluster, WORK, hash, way);
    await world.until(() => world.condition(WORK, 'Synced')?.status === 'True');
    expect([recorded.length > 0, new Set(recorded)]).toEqual([true, new Set([hash])]);
    await world.stop();
  });

  test.each(['before', 'after'] as const)(
    'holds for the process after one that died %s it was recorded',
    async (side) => {
      const world = await asking();
      const sent = writes(world).length;
      world.fate = (what) => (what.startsWith('patchStatus') ? side : 'live');
      approve(world.cluster, WORK, hashOf(world, WORK), way);
      await world.until(() => !world.alive);
      expect(writes(world).length).toBe(sent);
      world.fate = () => 'live';
      world.kill();
      world.start();
      await world.until(
        () =>
          statusOf(world, WORK)['k8sVersion'] === '1.26' &&
          world.condition(WORK, 'Synced')?.status === 'True',
      );
      const pools = world.outsider.rows<{ readonly count: number }>(
        `/kube/clusters/${String(statusOf(world, WORK)['id'])}/pools`,
      );
      expect(pools.map(({ count }) => count)).toEqual([1]);
      await world.stop();
    },
  );

  test('is over with the plan that it was for: the next such step asks again', async () => {
    const world = await asking();
    approve(world.cluster, WORK, hashOf(world, WORK), way);
    await world.until(() => world.condition(WORK, 'Synced')?.status === 'True');
    world.cluster.apply(WORK, SPEC);
    await world.until(() => world.condition(WORK, 'Synced')?.reason === 'Refused');
    world.cluster.apply(WORK, {
      ...NEWER,
      pools: [{ name: 'other', type: 'g6-standard-2', count: 1 }],
    });
    await world.until(() => isHeld(world, WORK));
    expect(statusOf(world, WORK)['consent']).toBeUndefined();
    await world.stop();
  });

  test('is used once: what is changed outside, back to what it was for, asks again', async () => {
    const world = await askingToCancel();
    approve(world.cluster, MACHINE, hashOf(world, MACHINE), way);
    await world.until(() => world.condition(MACHINE, 'Ready')?.status === 'True');
    await world.time.advance(60_000);
    for (let time = 1; time <= 2; time++) {
      expect([cancellations(world), statusOf(world, MACHINE)['consents']]).toEqual([time, time]);
      const enabled = world.outsider.call(
        'POST',
        `/compute/instances/${String(statusOf(world, MACHINE)['id'])}/backups/enable`,
        {},
      );
      expect(enabled).toMatchObject({ status: 200 });
      await world.until(() => isHeld(world, MACHINE));
      await world.time.advance(60 * 60_000);
      expect(cancellations(world)).toBe(time);
      approve(world.cluster, MACHINE, hashOf(world, MACHINE), way);
      await world.until(() => world.condition(MACHINE, 'Synced')?.status === 'True');
      await world.time.advance(60_000);
    }
    await world.stop();
  });

  test('is used once, also where its use cannot be written: what an outsider undoes meanwhile asks again', async () => {
    const world = await askingToCancel();
    const path = `/compute/instances/${String(statusOf(world, MACHINE)['id'])}/backups`;
    world.wire.witnesses.push(({ path: sent }) => () => {
      if (sent !== `${path}/cancel`) return;
      world.outsider.call('POST', `${path}/enable`, {});
      const until = world.time.now() + 60_000;
      world.cluster.interfere = (write) =>
        write.startsWith('patchStatus') && world.time.now() < until
          ? { failure: { code: 'Unreachable', detail: 'no answer' }, after: false }
          : null;
    });
    approve(world.cluster, MACHINE, hashOf(world, MACHINE), way);
    await world.time.advance(15 * 60_000);
    expect([cancellations(world), isHeld(world, MACHINE)]).toEqual([1, true]);
    await world.stop();
  });

  test.each([
    ['is undone at once by an outsider', 'asks again', true],
    ['shows late', 'does not ask again', false],
  ])('is used once: what %s %s', async (_how, _then, undone) => {
    const world = await askingToCancel();
    const path = `/compute/instances/${String(statusOf(world, MACHINE)['id'])}/backups`;
    world.wire.witnesses.push(({ method, path: sent }) => () => {
      if (method !== 'POST' || sent !== `${path}/cancel`) return;
      if (undone) world.outsider.call('POST', `${path}/enable`, {});
    });
    if (!undone)
      for (const route of ['/compute/instances', '/compute/instances/*'])
        world.service.addFault({ kind: 'staleListing', method: 'GET', route });
    approve(world.cluster, MACHINE, hashOf(world, MACHINE), way);
    await world.time.advance(60_000);
    expect(world.condition(MACHINE, 'Synced')).toMatchObject({
      reason: 'Waiting',
      message: expect.stringContaining('CancelBackups to show'),
    });
    world.service.clearFaults();
    await world.time.advance(10 * 60_000);
    expect([cancellations(world), isHeld(world, MACHINE)]).toEqual([1, undone]);
    await world.stop();
  });

  test.each<[string, (status: Readonly<Record<string, unknown>>) => object]>([
    [
      'all of it',
      (status) => Object.fromEntries(Object.keys(status).map((member) => [member, null])),
    ],
    ['the count of consents', () => ({ consents: null })],
  ])('is used once, also where the status lost %s while no operator ran', async (_, lost) => {
    const world = await askingToCancel();
    approve(world.cluster, MACHINE, hashOf(world, MACHINE), way);
    await world.until(
      () =>
        world.condition(MACHINE, 'Ready')?.status === 'True' &&
        statusOf(world, MACHINE)['consents'] === 1,
    );
    await world.time.advance(60_000);
    const { id } = statusOf(world, MACHINE);
    await world.stop();
    const object = world.cluster.get(MACHINE);
    if (object === undefined) throw new Error('the object is gone');
    await world.cluster.patchStatus(object, storedForm({ ...lost(statusOf(world, MACHINE)) }));
    expect(
      world.outsider.call('POST', `/compute/instances/${String(id)}/backups/enable`, {}),
    ).toMatchObject({ status: 200 });
    world.start();
    await world.until(() => isHeld(world, MACHINE));
    await world.time.advance(60 * 60_000);
    expect(writes(world).filter((sent) => sent.endsWith('/backups/cancel'))).toHaveLength(1);
    approve(world.cluster, MACHINE, hashOf(world, MACHINE), way);
    await world.until(() => world.condition(MACHINE, 'Synced')?.status === 'True');
    expect(writes(world).filter((sent) => sent.endsWith('/backups/cancel'))).toHaveLength(2);
    await world.stop();
  });

  test('to a plan in which no step asks is not recorded', async () => {
    const world = new World({ kinds: [instance] });
    world.start();
    const spec = {
      region: 'eu-west',
      type: 'g6-nanode-1',
      image: 'compute/debian11',
      label: 'web',
    };
    world.cluster.apply(MACHINE, spec);
    await world.until(() => world.condition(MACHINE, 'Ready')?.status === 'True');
    world.service.addFault({
      kind: 'refuse',
      method: 'PUT',
      status: 400,
      reason: 'Something is in the way',
    });
    world.cluster.apply(MACHINE, { ...spec, label: 'web-2' });
    await world.until(() => world.condition(MACHINE, 'Synced')?.status === 'False');
    const object = world.cluster.get(MACHINE);
    if (object === undefined) throw new Error('the object is gone');
    const { uid } = object.metadata;
    const plan = planOf(
      { uid, asked: printOfAsked(object), id: Number(statusOf(world, MACHINE)['id']), consents: 0 },
      [call('Relabel', put('/any', {}), [{ field: 'label', from: 'web', to: 'web-2' }])],
    );
    approve(world.cluster, MACHINE, plan.hash, way);
    await world.time.advance(30 * 60_000);
    world.service.clearFaults();
    await world.until(() => world.condition(MACHINE, 'Synced')?.status === 'True');
    expect(statusOf(world, MACHINE)['consents']).toBeUndefined();
    await world.stop();
  });

  test.each([
    ['before', false],
    ['after', true],
  ])('is used once, also where the API server failed %s it recorded it', async (_, after) => {
    const world = await askingToCancel();
    let records = 0;
    world.cluster.interfere = (write) =>
      write.startsWith('patchStatus') && ++records === 1
        ? { failure: { code: 'Unreachable', detail: 'no answer' }, after }
        : null;
    approve(world.cluster, MACHINE, hashOf(world, MACHINE), way);
    await world.until(() => cancellations(world) === 1);
    await world.until(() => world.condition(MACHINE, 'Synced')?.status === 'True');
    const { id, consents } = statusOf(world, MACHINE);
    expect([records > 1, consents]).toEqual([true, 1]);
    expect(
      world.outsider.call('POST', `/compute/instances/${String(id)}/backups/enable`, {}),
    ).toMatchObject({ status: 200 });
    await world.until(() => isHeld(world, MACHINE));
    await world.time.advance(60 * 60_000);
    expect(cancellations(world)).toBe(1);
    await world.stop();
  });

  test('is used once for each of its steps, also while another step of the plan is refused', async () => {
    const world = new World({ kinds: [instance] });
    world.start();
    world.cluster.apply(MACHINE, { ...TINY, backupsEnabled: true });
    await world.until(() => world.condition(MACHINE, 'Ready')?.status === 'True');
    world.service.addFault({
      kind: 'refuse',
      method: 'PUT',
      status: 400,
      reason: 'Something is in the way',
    });
    world.cluster.apply(MACHINE, { ...TINY, backupsEnabled: false, label: 'another-label' });
    await world.until(() => isHeld(world, MACHINE));
    approve(world.cluster, MACHINE, hashOf(world, MACHINE), way);
    await world.until(() => cancellations(world) === 1);
    await world.time.advance(60 * 60_000);
    const { id, consent } = statusOf(world, MACHINE);
    expect([world.condition(MACHINE, 'Synced')?.status, consent]).toEqual(['False', undefined]);
    expect(
      world.outsider.call('POST', `/compute/instances/${String(id)}/backups/enable`, {}),
    ).toMatchObject({ status: 200 });
    await world.until(() => isHeld(world, MACHINE));
    await world.time.advance(60 * 60_000);
    expect(cancellations(world)).toBe(1);
    await world.stop();
  });

  test('to what brings an item into being is recorded too', async () => {
    const sound: AnyKind = volume;
    const final: AnyKind = {
      ...sound,
      create: (...args: Parameters<typeof volume.create>) =>
        volume
          .create(...args)
          .map((step) =>
            step.type === 'call'
              ? { ...step, effect: 'irreversible', loses: 'the option of a downgrade' }
              : step,
          ),
    };
    const world = new World({ kinds: [final] });
    world.start();
    world.cluster.apply(DATA, { region: 'eu-west', size: 20 });
    await world.until(() => isHeld(world, DATA));
    await world.time.advance(30 * 60_000);
    expect(writes(world)).toEqual([]);
    const hash = hashOf(world, DATA);
    const recorded: unknown[] = [];
    world.wire.witnesses.push(({ method }) => {
      if (method === 'POST') recorded.push(statusOf(world, DATA)['consent']);
      return () => undefined;
    });
    approve(world.cluster, DATA, hash, way);
    await world.until(() => world.condition(DATA, 'Ready')?.status === 'True');
    expect(recorded).toMatchObject([{ hash, steps: [expect.any(String)] }]);
    await world.stop();
  });
});

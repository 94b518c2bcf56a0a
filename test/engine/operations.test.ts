import { describe, expect, test } from 'vitest';
import type { ObjectName } from '../../src/engine/ports/cluster.ts';
import { KINDS } from '../../src/kinds/index.ts';
import { instance } from '../../src/kinds/instance/index.ts';
import { kubeCluster } from '../../src/kinds/kube-cluster/index.ts';
import { ANNOTATION } from '../../src/model/group.ts';
import { asRecord } from '../../src/model/parse.ts';
import { operate, operationNamed, operationStatusOf, phaseOf } from '../support/operations.ts';
import { World } from '../support/world.ts';

const WEB: ObjectName = { kind: 'Instance', namespace: 'default', name: 'web' };
const SPEC = { region: 'eu-west', type: 'g6-nanode-1', image: 'compute/debian11' };
const MINUTE_MS = 60_000;

const newWorld = () => new World({ kinds: [instance], limits: 'off' });
const status = (world: World, name: string) =>
  operationStatusOf(world.cluster, operationNamed(WEB, name));
const phase = (world: World, name: string): string =>
  phaseOf(world.cluster, operationNamed(WEB, name));
/** Counts the reboots that the service performed; refusals of a busy instance do not count. */
const reboots = (world: World): number =>
  world.outsider
    .rows<{ readonly action: string }>('/account/events')
    .filter(({ action }) => action === 'compute_reboot').length;
const complete = (world: World, name: string) =>
  world.condition(operationNamed(WEB, name), 'Complete');
const ready = (world: World, name = WEB): boolean =>
  world.condition(name, 'Ready')?.status === 'True';

async function withInstance(): Promise<World> {
  const world = newWorld();
  world.start();
  world.cluster.apply(WEB, SPEC);
  await world.until(() => ready(world));
  return world;
}

describe('an Operation', () => {
  test('is executed once, has its times and an event, and stays', async () => {
    const world = await withInstance();
    operate(world.cluster, WEB, 'Reboot', 'one');
    await world.until(() => phase(world, 'one') === 'Succeeded');
    const at = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;
    expect(status(world, 'one')).toMatchObject({
      observedGeneration: 1,
      message: 'done',
      startedAt: expect.stringMatching(at),
      finishedAt: expect.stringMatching(at),
      targetUid: world.cluster.get(WEB)?.metadata.uid,
      conditions: [{ type: 'Complete', status: 'True', reason: 'Succeeded' }],
    });
    expect(world.cluster.events.filter(({ object }) => object === 'Operation/one')).toEqual([
      { object: 'Operation/one', type: 'Normal', reason: 'Succeeded', message: 'done' },
    ]);
    await world.until(() => ready(world));
    await world.time.advance(5 * MINUTE_MS);
    const writes = world.cluster.writes.length;
    await world.time.advance(60 * MINUTE_MS);
    expect([reboots(world), world.cluster.writes.length - writes]).toEqual([1, 0]);
    await world.stop();
    world.start();
    await world.time.advance(30 * MINUTE_MS);
    expect([reboots(world), phase(world, 'one'), world.bugs]).toEqual([1, 'Succeeded', []]);
    await world.stop();
  });

  test('waits for the one before it on the same object', async () => {
    const world = await withInstance();
    const names = ['a', 'b', 'c'];
    for (const name of names) operate(world.cluster, WEB, 'Reboot', name);
    const running: number[] = [];
    world.cluster.listen(() => {
      running.push(names.filter((name) => phase(world, name) === 'Running').length);
    });
    await world.until(() => complete(world, 'c') !== undefined);
    expect(complete(world, 'c')?.message).toMatch(/^waiting for the older Operations on \w+\/\w+$/);
    await world.until(() => names.every((name) => phase(world, name) === 'Succeeded'));
    const ends = names.map((name) => String(status(world, name)['finishedAt']));
    expect([reboots(world), Math.max(...running), ends]).toEqual([3, 1, ends.toSorted()]);
    await world.stop();
  });

  test('waits for an object that is not there, and is carried out on it', async () => {
    const world = newWorld();
    world.start();
    operate(world.cluster, WEB, 'Reboot', 'early');
    await world.until(() => phase(world, 'early') === 'Pending');
    expect(complete(world, 'early')).toMatchObject({
      reason: 'WaitingForTarget',
      message: 'waiting for Instance/web, which does not exist',
    });
    world.cluster.apply(WEB, SPEC);
    await world.until(() => phase(world, 'early') === 'Succeeded');
    expect(reboots(world)).toBe(1);
    await world.stop();
  });

  test('reports why its object waits', async () => {
    const world = await withInstance();
    world.cluster.apply(WEB, { ...SPEC, policy: { mode: 'Paused' } });
    await world.until(() => world.condition(WEB, 'Synced')?.reason === 'Paused');
    operate(world.cluster, WEB, 'Reboot', 'paused');
    await world.until(() => phase(world, 'paused') === 'Pending');
    expect(complete(world, 'paused')?.message).toMatch(/^Instance\/web: .*Paused/);
    await world.time.advance(10 * MINUTE_MS);
    expect(reboots(world)).toBe(0);
    world.cluster.apply(WEB, SPEC);
    await world.until(() => phase(world, 'paused') === 'Succeeded');
    await world.stop();
  });

  test('that is Pending is withdrawn when it is deleted', async () => {
    const world = await withInstance();
    world.cluster.apply(WEB, { ...SPEC, policy: { mode: 'Paused' } });
    const name = operate(world.cluster, WEB, 'Reboot', 'regretted');
    await world.until(() => phase(world, 'regretted') === 'Pending');
    world.cluster.delete(name);
    world.cluster.apply(WEB, SPEC);
    await world.time.advance(10 * MINUTE_MS);
    expect(reboots(world)).toBe(0);
    await world.stop();
  });

  test.each([
    [
      'a verb that the kind does not have',
      'Dance',
      {},
      'UnknownVerb',
      'Instance has no verb Dance: it has Reboot, Rescue',
    ],
    [
      'what every object inherits',
      'constructor',
      {},
      'UnknownVerb',
      'Instance has no verb constructor: it has Reboot, Rescue',
    ],
    [
      'a parameter that the verb does not have',
      'Reboot',
      { how: 'fast' },
      'InvalidParameters',
      'spec.parameters: Unrecognized key: "how"',
    ],
  ])(
    'with %s fails at once, also while others wait',
    async (_, verb, parameters, reason, message) => {
      const world = newWorld();
      world.start();
      operate(world.cluster, WEB, 'Reboot', 'a-first');
      operate(world.cluster, WEB, verb, 'wrong', parameters);
      await world.time.advance(1_000);
      expect(status(world, 'wrong')).toMatchObject({
        phase: 'Failed',
        conditions: [
          { type: 'Complete', status: 'False', reason, message },
          { type: 'Stalled', status: 'True', reason },
        ],
      });
      await world.stop();
    },
  );

  test('that the kind refuses fails with the reason', async () => {
    const world = await withInstance();
    world.cluster.apply(WEB, { ...SPEC, booted: false });
    operate(world.cluster, WEB, 'Reboot', 'off');
    await world.until(() => phase(world, 'off') === 'Failed');
    expect(complete(world, 'off')).toMatchObject({
      reason: 'Refused',
      message: 'spec.booted: an instance that is to be off is not rebooted',
    });
    await world.stop();
  });

  test('is deleted when its time after the end is over, and no sooner', async () => {
    const world = await withInstance();
    const ttl = { ttlSecondsAfterFinished: 600 };
    const name = operate(world.cluster, WEB, 'Reboot', 'short', undefined, ttl);
    await world.until(() => phase(world, 'short') === 'Succeeded');
    await world.time.advance(595_000);
    expect(world.cluster.get(name)).toBeDefined();
    await world.time.advance(10_000);
    expect([world.cluster.get(name), reboots(world)]).toEqual([undefined, 1]);
    await world.stop();
  });

  test('without an answer is not sent again, and its outcome is not known', async () => {
    const world = await withInstance();
    operate(world.cluster, WEB, 'Reboot', 'late');
    world.service.addFault({ kind: 'dropAfter', route: '/compute/instances/{computeId}/reboot' });
    await world.until(() => phase(world, 'late') === 'Unknown');
    expect(complete(world, 'late')).toMatchObject({ status: 'Unknown', reason: 'OutcomeUnknown' });
    await world.time.advance(30 * MINUTE_MS);
    expect(reboots(world)).toBe(1);
    await world.stop();
  });

  test('whose status another writer empties restores its end', async () => {
    const world = await withInstance();
    const name = operate(world.cluster, WEB, 'Reboot', 'spoilt');
    await world.until(() => phase(world, 'spoilt') === 'Succeeded');
    world.cluster.spoil(name, {});
    await world.until(() => phase(world, 'spoilt') === 'Succeeded');
    await world.time.advance(30 * MINUTE_MS);
    expect(reboots(world)).toBe(1);
    await world.stop();
  });

  test('without end costs no status without end', async () => {
    const world = await withInstance();
    for (let n = 0; n < 8; n++) operate(world.cluster, WEB, 'Reboot', `n${n}`);
    await world.until(() => phase(world, 'n7') === 'Succeeded', 3 * 60 * MINUTE_MS);
    await world.time.advance(10 * MINUTE_MS);
    const internal = asRecord(asRecord(world.cluster.get(WEB)?.status)['internal']);
    expect([reboots(world), Object.keys(asRecord(internal['operations'])).length]).toEqual([8, 5]);
    await world.stop();
  });
});

test('an annotation asks for a look, and the status names the last one that was handled', async () => {
  const world = await withInstance();
  await world.time.advance(5 * MINUTE_MS);
  const looks = world.wire.sent.length;
  world.cluster.annotate(WEB, { [ANNOTATION.sync]: 'now' });
  await world.until(() => asRecord(world.cluster.get(WEB)?.status)['lastHandledSync'] === 'now');
  expect(world.wire.sent.length).toBeGreaterThan(looks);
  await world.stop();
});

test('a verb that destroys waits, shows its plan, and runs by an Operation that approves exactly it', async () => {
  const SHOP: ObjectName = { kind: 'KubeCluster', namespace: 'default', name: 'shop' };
  const world = new World({ kinds: [kubeCluster], limits: 'off' });
  world.start();
  world.cluster.apply(SHOP, {
    region: 'eu-west',
    k8sVersion: '1.26',
    pools: [{ name: 'main', type: 'g6-standard-1', count: 1 }],
  });
  await world.until(() => ready(world, SHOP), 3 * 60 * MINUTE_MS);
  const recycles = () => world.wire.sent.filter((sent) => sent.endsWith('/recycle')).length;
  const first = operate(world.cluster, SHOP, 'Recycle', 'first');
  await world.until(() => operationStatusOf(world.cluster, first)['plan'] !== undefined);
  const plan = asRecord(operationStatusOf(world.cluster, first)['plan']);
  expect(plan['steps']).toMatchObject([{ verb: 'Recycle', effect: 'destroys' }]);
  expect([phaseOf(world.cluster, first), recycles()]).toEqual(['Pending', 0]);
  world.cluster.delete(first);
  const wrong = operate(world.cluster, SHOP, 'Recycle', 'wrong', undefined, {
    approvedPlan: 'abc',
  });
  await world.time.advance(10 * MINUTE_MS);
  expect([phaseOf(world.cluster, wrong), recycles()]).toEqual(['Pending', 0]);
  world.cluster.delete(wrong);
  const approved = { approvedPlan: String(plan['hash']) };
  const second = operate(world.cluster, SHOP, 'Recycle', 'second', undefined, approved);
  await world.until(() => phaseOf(world.cluster, second) === 'Succeeded');
  await world.until(() => ready(world, SHOP), 3 * 60 * MINUTE_MS);
  const third = operate(world.cluster, SHOP, 'Recycle', 'third', undefined, approved);
  await world.time.advance(30 * MINUTE_MS);
  expect([phaseOf(world.cluster, third), recycles()]).toEqual(['Pending', 1]);
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
  const four = operate(world.cluster, SHOP, 'Snapshot', 'four', { label: 'four' });
  await world.time.advance(MINUTE_MS);
  expect(world.wire.sent.slice(sent).filter((line) => line.startsWith('POST '))).toEqual([]);
  expect(operationStatusOf(world.cluster, four)).toMatchObject({
    phase: 'Pending',
    message:
      'MySQLDatabase/shop: waiting for one of the 3 snapshots to be deleted: the service keeps no more',
  });
  const [first] = world.outsider
    .rows<{ readonly id: number; readonly type: string }>(path)
    .filter(({ type }) => type === 'snapshot');
  world.outsider.call('DELETE', `${path}/${String(first?.id)}`);
  await world.until(() => phaseOf(world.cluster, four) === 'Succeeded', 10 * MINUTE_MS);
  await world.time.advance(15 * MINUTE_MS);
  const labels = world.outsider.rows<{ readonly label: string }>(path).map(({ label }) => label);
  expect(labels).toContain('four');
  await world.stop();
});

test('an Operation that waits for consent leaves its target as ready as its item, and no trace when it is deleted', async () => {
  const SHOP: ObjectName = { kind: 'KubeCluster', namespace: 'default', name: 'shop' };
  const world = new World({ kinds: [kubeCluster], limits: 'off' });
  world.start();
  world.cluster.apply(SHOP, {
    region: 'eu-west',
    k8sVersion: '1.26',
    pools: [{ name: 'main', type: 'g6-standard-1', count: 1 }],
  });
  await world.until(() => ready(world, SHOP), 3 * 60 * MINUTE_MS);
  const operation = operate(world.cluster, SHOP, 'Recycle', 'first');
  await world.until(() => world.condition(operation, 'Stalled') !== undefined);
  expect(world.condition(operation, 'Stalled')?.reason).toBe('ConsentRequired');
  expect(world.condition(operation, 'Reconciling')).toBeUndefined();
  expect([ready(world, SHOP), world.condition(SHOP, 'Stalled')]).toEqual([true, undefined]);
  expect(world.condition(SHOP, 'Synced')).toMatchObject({
    status: 'False',
    reason: 'ConsentRequired',
    message: expect.stringMatching(/^Operation\/first waits: Recycle requires consent \(/),
  });
  world.cluster.delete(operation);
  await world.until(() => world.condition(SHOP, 'Synced')?.reason === 'InSync', MINUTE_MS);
  expect(asRecord(world.cluster.get(SHOP)?.status)['plan']).toBeUndefined();
  await world.stop();
});

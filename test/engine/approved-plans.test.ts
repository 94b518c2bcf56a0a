import { describe, expect, test } from 'vitest';
import type { ObjectName } from '../../src/engine/ports/cluster.ts';
import { instance } from '../../src/kinds/instance/index.ts';
import { asRecord } from '../../src/model/parse.ts';
import { membersOf } from '../../src/model/status-layout.ts';
import { World } from '../support/world.ts';

const WEB: ObjectName = { kind: 'Instance', namespace: 'default', name: 'web' };
const OTHER: ObjectName = { ...WEB, name: 'other' };
const WITH = {
  region: 'eu-west',
  type: 'g6-nanode-1',
  image: 'compute/debian11',
  backupsEnabled: true,
};
/** Loses backups permanently, which requires approval. */
const WITHOUT = { ...WITH, backupsEnabled: false };
const approving = (spec: object, approvedPlan: string) => ({ ...spec, policy: { approvedPlan } });
const NO_PLAN = 'ab12';

const statusOf = (world: World, name = WEB) => membersOf(world.cluster.get(name)?.status);
const hashOf = (world: World, name = WEB): string =>
  String(asRecord(statusOf(world, name)['plan'])['hash']);
const synced = (world: World, name = WEB) => world.condition(name, 'Synced');
const isHeld = (world: World, name = WEB): boolean =>
  synced(world, name)?.reason === 'ConsentRequired';
const isReady = (world: World, name = WEB): boolean =>
  world.condition(name, 'Ready')?.status === 'True' && synced(world, name)?.status === 'True';
const cancellations = (world: World): number =>
  world.wire.sent.filter((sent) => sent.endsWith('/backups/cancel')).length;

async function machines(...names: readonly ObjectName[]): Promise<World> {
  const world = new World({ kinds: [instance] });
  world.start();
  for (const name of names) world.cluster.apply(name, { ...WITH, label: name.name });
  await world.until(() => names.every((name) => isReady(world, name)));
  return world;
}

/** Builds an instance, and the hash of the plan that cancels its backups, which has not started. */
async function planned(): Promise<{ readonly world: World; readonly hash: string }> {
  const world = await machines(WEB);
  world.cluster.apply(WEB, WITHOUT);
  await world.until(() => isHeld(world));
  return { world, hash: hashOf(world) };
}

describe('spec.policy.approvedPlan', () => {
  test('lets a plan run that is applied together with its hash', async () => {
    const { world, hash } = await planned();
    world.cluster.apply(WEB, WITH);
    await world.until(() => isReady(world));
    const held: boolean[] = [];
    world.cluster.listen(() => held.push(isHeld(world)));
    world.cluster.apply(WEB, approving(WITHOUT, hash));
    await world.until(() => cancellations(world) === 1 && isReady(world));
    expect([held.length > 0, held.includes(true)]).toEqual([true, false]);
    await world.stop();
  });

  test('changes nothing of the plan that it names, and no other hash does', async () => {
    const { world, hash } = await planned();
    for (const approved of [NO_PLAN, 'cd34']) {
      world.cluster.apply(WEB, approving(WITHOUT, approved));
      await world.time.advance(60_000);
      expect([hashOf(world), isHeld(world)]).toEqual([hash, true]);
    }
    await world.stop();
  });

  test('that matches no plan does nothing, is reported, and is not reported repeatedly', async () => {
    const { world, hash } = await planned();
    world.cluster.apply(WEB, approving(WITHOUT, NO_PLAN));
    await world.time.advance(60_000);
    expect([cancellations(world), synced(world)]).toMatchObject([
      0,
      {
        reason: 'ConsentRequired',
        message: expect.stringMatching(
          `to ${hash}; spec.policy.approvedPlan has no effect: it names no plan that waits$`,
        ),
      },
    ]);
    const written = world.cluster.writes.length;
    await world.time.advance(60 * 60_000);
    expect([cancellations(world), world.cluster.writes.length]).toEqual([0, written]);
    world.cluster.apply(WEB, approving(WITH, NO_PLAN));
    await world.until(() => isReady(world));
    await world.time.advance(60_000);
    expect(synced(world)?.message).toBe(
      'up to date; spec.policy.approvedPlan has no effect: it names no plan that waits',
    );
    const rested = world.cluster.writes.length;
    await world.time.advance(60 * 60_000);
    expect(world.cluster.writes.length).toBe(rested);
    await world.stop();
  });

  test('that was used stays in the spec without a word, and says so where a later plan asks', async () => {
    const { world, hash } = await planned();
    world.cluster.apply(WEB, approving(WITHOUT, hash));
    await world.until(() => cancellations(world) === 1 && isReady(world));
    await world.time.advance(60 * 60_000);
    expect(synced(world)?.message).toBe('up to date');
    world.outsider.call(
      'POST',
      `/compute/instances/${String(statusOf(world)['id'])}/backups/enable`,
      {},
    );
    await world.until(() => isHeld(world));
    await world.time.advance(2 * 60 * 60_000);
    expect([cancellations(world), synced(world)?.message]).toEqual([
      1,
      expect.stringMatching(/; spec\.policy\.approvedPlan has no effect: it was used$/),
    ]);
    await world.stop();
  });

  test('that is used in part goes on after it was taken out of the spec', async () => {
    const { world, hash } = await planned();
    world.service.addFault({ kind: 'refuse', status: 503, method: 'POST', count: 3 });
    world.cluster.apply(WEB, approving(WITHOUT, hash));
    await world.until(() => statusOf(world)['consent'] !== undefined);
    world.cluster.apply(WEB, WITHOUT);
    await world.until(() => isReady(world));
    const [machine] = world.outsider.rows<{ readonly backups: object }>('/compute/instances');
    expect([machine?.backups, statusOf(world)['consents']]).toMatchObject([{ enabled: false }, 1]);
    await world.stop();
  });

  test('of one object lets nothing run for another one', async () => {
    const world = await machines(WEB, OTHER);
    for (const name of [WEB, OTHER]) world.cluster.apply(name, { ...WITHOUT, label: name.name });
    await world.until(() => isHeld(world, WEB) && isHeld(world, OTHER));
    world.cluster.apply(OTHER, approving({ ...WITHOUT, label: 'other' }, hashOf(world, WEB)));
    await world.time.advance(60 * 60_000);
    expect([cancellations(world), isHeld(world, OTHER)]).toEqual([0, true]);
    await world.stop();
  });

  test('does not hold for another spec that leads to the same steps', async () => {
    const { world, hash } = await planned();
    world.cluster.apply(WEB, {
      ...WITHOUT,
      policy: { approvedPlan: hash, drift: 'Correct' },
    });
    await world.time.advance(60 * 60_000);
    expect([cancellations(world), isHeld(world), hashOf(world) === hash]).toEqual([0, true, false]);
    await world.stop();
  });
});

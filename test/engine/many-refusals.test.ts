import { expect, test } from 'vitest';
import type { ObjectName } from '../../src/engine/ports/cluster.ts';
import { KINDS } from '../../src/kinds/index.ts';
import { asRecord } from '../../src/model/parse.ts';
import { World } from '../support/world.ts';

const MINUTE_MS = 60_000;
const WEB: ObjectName = { kind: 'Instance', namespace: 'default', name: 'web' };
const WALL: ObjectName = { kind: 'Firewall', namespace: 'default', name: 'wall' };
const CLOSED = { inboundPolicy: 'DROP', outboundPolicy: 'ACCEPT', inbound: [], outbound: [] };

/** Builds a firewall with missing instances, and an existing one named last. */
async function walled(nowhere: number) {
  const world = new World({ kinds: KINDS, pollMs: 2 * MINUTE_MS });
  world.start();
  world.cluster.apply(WEB, { region: 'eu-west', type: 'g6-nanode-1', image: 'compute/debian11' });
  await world.until(() => world.condition(WEB, 'Ready')?.status === 'True');
  const web = Number(asRecord(world.cluster.get(WEB)?.status)['id']);
  const ids = [...Array.from({ length: nowhere }, (_, n) => 900_000 + n), web];
  world.cluster.apply(WALL, { rules: CLOSED, instanceRefs: ids.map((id) => ({ id })) });
  const posts = () =>
    world.wire.sent.filter((sent) => sent.startsWith('POST ') && sent.endsWith('/devices')).length;
  const devices = () =>
    world.outsider.rows(
      `/networking/firewalls/${String(asRecord(world.cluster.get(WALL)?.status)['id'])}/devices`,
    ).length;
  return { world, web, ids, posts, devices };
}

test('a step that the service refuses is not sent in each pass while many others of its object are refused', async () => {
  const { world, ids, posts, devices } = await walled(100);
  await world.until(() => world.condition(WALL, 'Synced')?.status === 'False' && devices() === 1);
  await world.time.advance(9 * MINUTE_MS);
  expect(posts()).toBeLessThanOrEqual(ids.length + 10);
  await world.time.advance(11 * MINUTE_MS);
  expect(posts()).toBeLessThanOrEqual(3 * ids.length);
  expect(posts()).toBeGreaterThan(ids.length + 10);
  await world.stop();
});

test('a spec that is changed is tried at once, whatever was refused before', async () => {
  const { world, web, posts, devices } = await walled(30);
  await world.until(() => world.condition(WALL, 'Synced')?.status === 'False' && devices() === 1);
  const before = posts();
  world.cluster.apply(WALL, {
    rules: CLOSED,
    instanceRefs: [...Array.from({ length: 20 }, (_, n) => 900_000 + n), web].map((id) => ({ id })),
  });
  await world.until(() => posts() >= before + 20, MINUTE_MS);
  world.cluster.apply(WALL, { rules: CLOSED, instanceRefs: [{ id: web }] });
  await world.until(() => world.condition(WALL, 'Ready')?.status === 'True');
  expect(devices()).toBe(1);
  await world.stop();
});

test.each([1, 10])(
  'steps that the service refuses without end are sent less and less: %i of them',
  async (count) => {
    const { world, posts } = await walled(count);
    await world.time.advance(60 * MINUTE_MS);
    const before = posts();
    await world.time.advance(4 * 60 * MINUTE_MS);
    expect(posts() - before).toBeLessThanOrEqual(9 * count);
    expect(posts() - before).toBeGreaterThanOrEqual(7 * count);
    await world.stop();
  },
);

test('a resize that the service refuses without end is sent less and less, and soon after an event', async () => {
  const world = new World({ kinds: KINDS });
  world.start();
  const spec = { region: 'eu-west', type: 'g6-nanode-1', image: 'compute/debian11' };
  world.cluster.apply(WEB, spec);
  await world.until(() => world.condition(WEB, 'Ready')?.status === 'True');
  world.service.addFault({
    kind: 'refuse',
    status: 400,
    method: 'POST',
    route: '/compute/instances/*',
  });
  world.cluster.apply(WEB, { ...spec, type: 'g6-standard-1', policy: { consent: 'Auto' } });
  const resizes = () => world.wire.sent.filter((sent) => sent.endsWith('/resize')).length;
  await world.time.advance(60 * MINUTE_MS);
  const [before, passes] = [resizes(), world.passes.length];
  await world.time.advance(4 * 60 * MINUTE_MS);
  expect(resizes() - before).toBeGreaterThanOrEqual(7);
  expect(resizes() - before).toBeLessThanOrEqual(9);
  expect(world.passes.length - passes).toBeLessThan(60);
  const resized = resizes();
  world.service.clearFaults();
  world.outsider.call(
    'POST',
    `/compute/instances/${String(asRecord(world.cluster.get(WEB)?.status)['id'])}/reboot`,
    {},
  );
  await world.until(() => resizes() > resized, 2 * MINUTE_MS);
  await world.until(() => world.condition(WEB, 'Ready')?.status === 'True');
  expect(world.condition(WEB, 'Synced')?.reason).toBe('InSync');
  await world.stop();
});

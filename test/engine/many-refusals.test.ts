import { expect, test } from 'vitest';
import type { ObjectName } from '../../src/engine/ports/cluster.ts';
import { KINDS } from '../../src/kinds/index.ts';
import { asRecord } from '../../src/model/parse.ts';
import { World } from '../support/world.ts';

const MINUTE_MS = 60_000;
const WEB: ObjectName = { kind: 'Instance', namespace: 'default', name: 'web' };
const WALL: ObjectName = { kind: 'Firewall', namespace: 'default', name: 'wall' };
const CLOSED = { inboundPolicy: 'DROP', outboundPolicy: 'ACCEPT', inbound: [], outbound: [] };

/** A firewall before so many instances that are not there, and one that is, named last. */
async function walled(nowhere: number) {
  const world = new World({ kinds: KINDS });
  world.start();
  world.cluster.apply(WEB, { region: 'eu-west', type: 'g6-nanode-1', image: 'compute/debian11' });
  await world.until(() => world.condition(WEB, 'Ready')?.status === 'True');
  const web = Number(asRecord(world.cluster.get(WEB)?.status)['id']);
  const ids = [...Array.from({ length: nowhere }, (_, n) => 900_000 + n), web];
  world.cluster.apply(WALL, { rules: CLOSED, instanceIds: ids });
  const posts = () =>
    world.wire.sent.filter((sent) => sent.startsWith('POST ') && sent.endsWith('/devices')).length;
  const devices = () =>
    world.outsider.rows(
      `/networking/firewalls/${String(asRecord(world.cluster.get(WALL)?.status)['id'])}/devices`,
    ).length;
  return { world, web, ids, posts, devices };
}

test('a step that the service refuses is not sent in each pass while many others of its object are refused', async () => {
  const { world, ids, posts, devices } = await walled(300);
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
    instanceIds: [...Array.from({ length: 20 }, (_, n) => 900_000 + n), web],
  });
  await world.until(() => posts() >= before + 20, MINUTE_MS);
  world.cluster.apply(WALL, { rules: CLOSED, instanceIds: [web] });
  await world.until(() => world.condition(WALL, 'Ready')?.status === 'True');
  expect(devices()).toBe(1);
  await world.stop();
});

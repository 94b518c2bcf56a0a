import { expect, test } from 'vitest';
import type { ObjectName } from '../../src/engine/ports/cluster.ts';
import { firewall } from '../../src/kinds/firewall/index.ts';
import { instance } from '../../src/kinds/instance/index.ts';
import { World } from '../support/world.ts';
import type { WorldOptions } from '../support/world-options.ts';

const MINUTE_MS = 60_000;
const DATA: ObjectName = { kind: 'Volume', namespace: 'default', name: 'data' };
const WEB: ObjectName = { kind: 'Instance', namespace: 'default', name: 'web' };
const WALL: ObjectName = { kind: 'Firewall', namespace: 'default', name: 'wall' };
const WEB_SPEC = { region: 'eu-west', type: 'g6-nanode-1', image: 'compute/debian11' };

const isReady = (world: World, name: ObjectName) =>
  world.condition(name, 'Ready')?.status === 'True';
const idOf = (world: World, name: ObjectName) =>
  (world.cluster.get(name)?.status as { readonly id?: number } | undefined)?.id;

function started(kinds: WorldOptions['kinds']): World {
  const world = new World({ kinds });
  world.start();
  return world;
}

test('what a change of a referent asks for is compared with the details at once', async () => {
  const world = started([firewall, instance]);
  world.cluster.apply(WEB, WEB_SPEC);
  world.cluster.apply(WALL, {
    rules: { inbound: [], inboundPolicy: 'DROP', outbound: [], outboundPolicy: 'ACCEPT' },
    instanceSelector: { matchLabels: { role: 'web' } },
  });
  await world.until(() => isReady(world, WEB) && isReady(world, WALL));
  await world.time.advance(2 * MINUTE_MS);
  world.cluster.apply(WEB, WEB_SPEC, { labels: { role: 'web' } });
  await world.time.advance(5_000);
  const devices = world.outsider.rows<{ readonly entity: { readonly id: number } }>(
    `/networking/firewalls/${idOf(world, WALL)}/devices`,
  );
  expect(devices.map((device) => device.entity.id)).toEqual([idOf(world, WEB)]);
});

test('what a change of a referent asks for is compared with details that no status shows', async () => {
  const world = started([instance]);
  const made = ['one', 'two'].map((label) => {
    const { body } = world.outsider.call('POST', '/volumes', {
      label,
      region: 'eu-west',
      size: 20,
    });
    return (body as { readonly id: number }).id;
  });
  const leadsTo = async (id: number | undefined) =>
    world.cluster.patchStatus(world.cluster.get(DATA) ?? world.cluster.apply(DATA, {}), { id });
  await leadsTo(made[0]);
  world.cluster.apply(WEB, {
    ...WEB_SPEC,
    configs: [
      { label: 'spare', devices: { sdb: { kind: 'Volume', volumeRef: { name: 'data' } } } },
    ],
  });
  await world.until(() => isReady(world, WEB));
  await world.time.advance(2 * MINUTE_MS);
  await leadsTo(made[1]);
  await world.time.advance(5_000);
  const profiles = world.outsider.rows<{ readonly label: string; readonly devices: object }>(
    `/compute/instances/${idOf(world, WEB)}/configs`,
  );
  expect(profiles.find(({ label }) => label === 'spare')?.devices).toMatchObject({
    sdb: { volume_id: made[1] },
  });
});

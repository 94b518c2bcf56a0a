import { expect, test } from 'vitest';
import { KINDS } from '../../src/kinds/index.ts';
import { World } from '../support/world.ts';

const MINUTE_MS = 60_000;
const named = (kind: string, name: string) => ({ kind, namespace: 'default', name });
const DATA = named('Volume', 'data');
const WEB = named('Instance', 'web-1');
const BARE = { region: 'eu-west', type: 'g6-nanode-1' };
const PROFILES = {
  configs: [{ label: 'main', kernel: 'compute/grub2' }],
  bootConfig: 'main',
  booted: false,
};
const volume = {
  region: 'eu-west',
  size: 20,
  attachment: { mode: 'Attached', instanceRef: { name: 'web-1' } },
};

function begun() {
  const world = new World({ kinds: KINDS, limits: 'off' });
  world.start();
  const seen = new Set<string>();
  const pass = async (minutes: number): Promise<void> => {
    for (let spent = 0; spent < minutes * MINUTE_MS; spent += 5_000) {
      await world.time.advance(5_000);
      for (const name of [DATA, WEB])
        if (world.condition(name, 'Stalled'))
          seen.add(`${name.kind} ${world.condition(name, 'Stalled')?.reason}`);
    }
  };
  return { world, seen, pass, reason: () => world.condition(DATA, 'Synced')?.reason };
}

const ORDERS = [
  [
    'the volume first',
    [
      [DATA, volume],
      [WEB, { ...BARE, ...PROFILES }],
    ],
  ],
  [
    'the instance first',
    [
      [WEB, { ...BARE, ...PROFILES }],
      [DATA, volume],
    ],
  ],
  [
    'a volume without a region',
    [
      [DATA, { size: 20, attachment: { mode: 'Attached', instanceRef: { name: 'web-1' } } }],
      [WEB, { ...BARE, ...PROFILES }],
    ],
  ],
] as const;

test.each(ORDERS)(
  'a volume and an instance with profiles that come together are never Stalled: %s',
  async (_name, objects) => {
    const { world, seen, pass } = begun();
    for (const [name, spec] of objects) world.cluster.apply(name, spec);
    await pass(20);
    expect([
      [...seen],
      world.condition(DATA, 'Ready')?.status,
      world.condition(WEB, 'Ready')?.status,
    ]).toEqual([[], 'True', 'True']);
    await world.stop();
  },
);

test('a refusal that lasts is Stalled a quarter of an hour after it came, also past a restart, and ends when the other item changes', async () => {
  const { world, seen, pass, reason } = begun();
  world.cluster.apply(WEB, BARE);
  world.cluster.apply(DATA, volume);
  await pass(12);
  expect([[...seen], reason()]).toEqual([[], 'Waiting']);
  expect(world.condition(DATA, 'Synced')?.message).toMatch(
    /config_id.*depends on the instance and its profiles.*15 minutes/,
  );
  await pass(8);
  expect([[...seen], reason()]).toEqual([['Volume Rejected'], 'Rejected']);
  await world.stop();
  world.start();
  const changes = world.cluster.writes.length;
  await pass(12);
  expect([reason(), world.cluster.writes.length]).toEqual(['Rejected', changes]);
  world.cluster.apply(WEB, { ...BARE, ...PROFILES });
  await pass(15);
  expect(reason()).toBe('InSync');
  await world.stop();
});

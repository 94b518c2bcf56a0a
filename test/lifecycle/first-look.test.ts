import { expect, test } from 'vitest';
import type { ObjectName } from '../../src/engine/ports/cluster.ts';
import { volume } from '../../src/kinds/volume/index.ts';
import { World } from '../support/world.ts';

const SPEC = { region: 'eu-west', size: 20 };
const named = (name: string): ObjectName => ({ kind: 'Volume', namespace: 'default', name });

/** Builds an operator that has polled the account for a while. */
async function inPractice(): Promise<World> {
  const world = new World({ kinds: [volume], limits: 'off' });
  world.start();
  world.cluster.apply(named('first'), SPEC);
  await world.until(() => world.condition(named('first'), 'Ready')?.status === 'True');
  await world.time.advance(5 * 60_000);
  return world;
}

test('an item that a user created between two sweeps is seen before an object of the same label creates a twin', async () => {
  const world = await inPractice();
  for (const delayMs of [2_500, 10_000, 20_000]) {
    const name = `taken-${delayMs}`;
    expect(world.outsider.call('POST', '/volumes', { ...SPEC, label: name }).status).toBe(200);
    await world.time.advance(delayMs);
    world.cluster.apply(named(name), SPEC);
    await world.until(() => world.condition(named(name), 'Synced') !== undefined);
    expect(world.condition(named(name), 'Synced')).toMatchObject({
      status: 'False',
      reason: 'Conflict',
    });
  }
  const labels = world.outsider
    .rows<{ readonly label: string }>('/volumes')
    .map(({ label }) => label);
  expect(labels.toSorted()).toEqual(['first', 'taken-10000', 'taken-20000', 'taken-2500']);
  await world.stop();
});

test('objects that come in a stream share their first looks', async () => {
  const world = await inPractice();
  const before = world.wire.sent.length;
  for (let i = 0; i < 100; i++) {
    world.cluster.apply(named(`data-${i}`), SPEC);
    await world.time.advance(200);
  }
  await world.until(() =>
    world.cluster
      .all('Volume')
      .every(({ metadata }) => world.condition(named(metadata.name), 'Ready')?.status === 'True'),
  );
  const listings = world.wire.sent.slice(before).filter((request) => request === 'GET /volumes');
  expect(listings.length).toBeLessThan(120);
  await world.stop();
});

test('an item that reads do not show yet is not made a second time', async () => {
  const world = await inPractice();
  world.service.addFault({ kind: 'staleListing', method: 'GET' });
  world.cluster.apply(named('second'), {
    ...SPEC,
    label: 'first-name',
    policy: { loss: 'Recreate' },
  });
  await world.time.advance(5_000);
  world.cluster.apply(named('second'), {
    ...SPEC,
    label: 'other-name',
    policy: { loss: 'Recreate' },
  });
  await world.time.advance(40_000);
  world.service.clearFaults();
  await world.until(() => world.condition(named('second'), 'Ready')?.status === 'True');
  const labels = world.outsider
    .rows<{ readonly label: string }>('/volumes')
    .map(({ label }) => label);
  expect(labels.toSorted()).toEqual(['first', 'other-name']);
  await world.stop();
});

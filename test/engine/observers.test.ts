import { describe, expect, test } from 'vitest';
import type { ObjectName } from '../../src/engine/ports/cluster.ts';
import { KINDS } from '../../src/kinds/index.ts';
import { asRecord } from '../../src/model/parse.ts';
import { World } from '../support/world.ts';

const volume = (name: string): ObjectName => ({ kind: 'Volume', namespace: 'default', name });
const synced = (world: World, name: string) => world.condition(volume(name), 'Synced');

/** Builds a world with a volume that no object manages. */
function worldWithVolume(): { readonly world: World; readonly id: unknown } {
  const world = new World({ kinds: KINDS });
  const { body } = world.outsider.call('POST', '/volumes', {
    label: 'data',
    region: 'eu-west',
    size: 20,
  });
  world.start();
  return { world, id: asRecord(body)['id'] };
}

describe.each(['Observe', 'Preview'] as const)('an object in mode %s', (mode) => {
  test('does not stop the object that manages the same item, after a restart neither', async () => {
    const { world, id } = worldWithVolume();
    await world.time.advance(60_000);
    world.cluster.apply(volume('look'), { size: 30, import: { by: 'Id', id }, policy: { mode } });
    await world.until(() => asRecord(world.cluster.get(volume('look'))?.status)['id'] === id);
    world.cluster.apply(volume('own'), { import: { by: 'Id', id } });
    await world.until(() => synced(world, 'own')?.status === 'True');
    world.kill();
    world.start();
    await world.time.advance(30 * 60_000);
    expect(synced(world, 'own')?.status).toBe('True');
    expect(synced(world, 'look')).toMatchObject({
      reason: 'Conflict',
      message: `item ${String(id)} belongs to Volume default/own`,
    });
    await world.stop();
  });

  test('gives up the item that it managed before', async () => {
    const { world } = worldWithVolume();
    world.cluster.apply(
      { ...volume('zone'), kind: 'Domain' },
      { domain: 'a.example', type: 'master', soaEmail: 'a@a.example' },
    );
    const record = (name: string): ObjectName => ({
      kind: 'DnsRecord',
      namespace: 'default',
      name,
    });
    const spec = { domainRef: { name: 'zone' }, type: 'A', name: 'www', target: '198.51.100.1' };
    world.cluster.apply(record('first'), spec);
    await world.until(() => world.condition(record('first'), 'Synced')?.status === 'True');
    world.cluster.apply(record('first'), { ...spec, import: { by: 'Name' }, policy: { mode } });
    await world.time.advance(60_000);
    world.cluster.apply(record('second'), { ...spec, import: { by: 'Name' } });
    await world.until(() => world.condition(record('second'), 'Synced')?.status === 'True');
    expect(world.bugs).toEqual([]);
    await world.stop();
  });
});

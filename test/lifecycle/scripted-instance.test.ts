import { expect, test } from 'vitest';
import type { ObjectName } from '../../src/engine/ports/cluster.ts';
import { KINDS } from '../../src/kinds/index.ts';
import { asRecord } from '../../src/model/parse.ts';
import { World } from '../support/world.ts';

const SETUP: ObjectName = { kind: 'StackScript', namespace: 'default', name: 'setup' };
const WEB: ObjectName = { kind: 'Instance', namespace: 'default', name: 'web-1' };
const MACHINE = { region: 'eu-west', type: 'g6-nanode-1', image: 'compute/debian11' };

test('an instance waits for its script, is deployed with it once, and outlives it', async () => {
  const world = new World({ kinds: KINDS, limits: 'off' });
  world.start();
  const created: unknown[] = [];
  world.wire.witnesses.push(({ method, path, body }) => {
    if (method === 'POST' && path.endsWith('/compute/instances')) created.push(JSON.parse(body));
    return () => undefined;
  });
  world.cluster.apply(WEB, { ...MACHINE, stackscriptRef: { name: 'setup' } });
  await world.time.advance(60_000);
  const waits = world.condition(WEB, 'Synced');
  expect([waits?.reason, waits?.message, created]).toEqual([
    'WaitingForReference',
    expect.stringContaining('StackScript/setup, which does not exist'),
    [],
  ]);

  world.cluster.apply(SETUP, { script: '#!/bin/sh\n', images: ['any/all'] });
  await world.time.advance(5 * 60_000);
  const { id } = asRecord(world.cluster.get(SETUP)?.status);
  expect(world.condition(WEB, 'Ready')?.status).toBe('True');
  expect(created).toMatchObject([{ stackscript_id: id }]);

  world.cluster.delete(SETUP);
  await world.time.advance(60_000);
  expect(world.cluster.get(SETUP)).toBeUndefined();
  world.cluster.apply(WEB, { ...MACHINE, stackscriptRef: { name: 'setup' }, tags: ['later'] });
  await world.time.advance(5 * 60_000);
  expect([world.condition(WEB, 'Ready')?.status, world.condition(WEB, 'Synced')?.reason]).toEqual([
    'True',
    'InSync',
  ]);
  expect(created).toHaveLength(1);
  await world.stop();
});

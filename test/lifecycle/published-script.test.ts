import { expect, test } from 'vitest';
import type { ObjectName } from '../../src/engine/ports/cluster.ts';
import { KINDS } from '../../src/kinds/index.ts';
import { asRecord } from '../../src/model/parse.ts';
import { World } from '../support/world.ts';

const SETUP: ObjectName = { kind: 'StackScript', namespace: 'default', name: 'setup' };
const PRIVATE = { script: '#!/bin/sh\n', images: ['any/all'] };
const PATH = '/compute/stackscripts';

interface Row {
  readonly id: number;
  readonly is_public: boolean;
  readonly mine: boolean;
}

const own = (world: World): readonly Row[] =>
  world.outsider.rows<Row>(PATH).filter(({ mine }) => mine);
const said = (world: World, type: string): string =>
  world.condition(SETUP, type)?.reason ?? 'nothing';

test('a script is published with consent alone, and stays in the account when its object goes', async () => {
  const world = new World({ kinds: KINDS, limits: 'off' });
  world.start();
  world.cluster.apply(SETUP, { ...PRIVATE, public: true });
  await world.time.advance(60_000);
  expect([said(world, 'Synced'), own(world).map((row) => row.is_public)]).toEqual([
    'ConsentRequired',
    [false],
  ]);

  world.cluster.apply(SETUP, { ...PRIVATE, public: true, policy: { consent: 'Auto' } });
  await world.time.advance(60_000);
  expect([said(world, 'Synced'), said(world, 'Ready')]).toEqual(['InSync', 'Public']);

  const { id } = asRecord(world.cluster.get(SETUP)?.status);
  world.cluster.delete(SETUP);
  await world.time.advance(60_000);
  expect(world.cluster.get(SETUP)).toBeUndefined();
  expect(own(world)).toMatchObject([{ id, is_public: true }]);
  expect(
    world.cluster.events.filter(({ reason }) => reason === 'Retained').map((one) => one.message),
  ).toEqual([
    `item ${String(id)} remains in the account and continues to be billed, because it is public, and the service deletes no public script`,
  ]);
  await world.stop();
});

test('a script of another user is neither in conflict with an object nor imported by it', async () => {
  const world = new World({ kinds: KINDS, limits: 'off' });
  const [theirs] = world.outsider
    .rows<Row & { readonly label: string }>(PATH)
    .filter(({ mine }) => !mine);
  world.start();
  world.cluster.apply(SETUP, { ...PRIVATE, label: theirs?.label });
  const taken: ObjectName = { ...SETUP, name: 'taken' };
  world.cluster.apply(taken, { import: { by: 'Id', id: theirs?.id } });
  await world.time.advance(60_000);
  expect(said(world, 'Ready')).toBe('Private');
  expect(world.condition(taken, 'Synced')?.message).toContain(
    `the account has no item with id ${String(theirs?.id)}`,
  );
  await world.stop();
});

import { expect, test } from 'vitest';
import { KINDS } from '../../src/kinds/index.ts';
import { ANNOTATION } from '../../src/model/group.ts';
import { World } from '../support/world.ts';

const USER = '/account/users/restricted';
const DATA = { region: 'eu-west', size: 20 };
const FILTER = { rules: { inboundPolicy: 'DROP', outboundPolicy: 'ACCEPT' } };
const KINDS_TRIED = [
  { kind: 'Volume', spec: DATA, path: '/volumes' },
  { kind: 'Firewall', spec: FILTER, path: '/networking/firewalls' },
];

/** Builds an operator whose user sees the whole account, and may become restricted at any
 *  moment. */
function begin(): World {
  const world = new World({ kinds: KINDS, limits: 'off', token: 'restricted' });
  restrict(world, false);
  world.start();
  return world;
}

const restrict = (world: World, restricted: boolean): void => {
  expect(world.outsider.call('PUT', USER, { restricted }).status).toBe(200);
  // A user who becomes restricted does not see items created while unrestricted.
  if (restricted) world.outsider.call('PUT', `${USER}/grants`, { volume: [], firewall: [] });
};

const named = (kind: string, i: number) => ({ kind, namespace: 'default', name: `item-${i}` });
const idOf = (world: World, kind: string, i: number): unknown =>
  (world.cluster.get(named(kind, i))?.status as { readonly id?: number } | undefined)?.id;
const reasonOf = (world: World, kind: string, i: number): string | undefined =>
  world.condition(named(kind, i), 'Synced')?.reason;
const isReady = (world: World, kind: string, i: number): boolean =>
  world.condition(named(kind, i), 'Ready')?.status === 'True';

const NUMBERS = Array.from({ length: 12 }, (_, i) => i);

test.each(KINDS_TRIED)(
  '$kind: what a user no longer sees since they are restricted is not gone',
  async ({ kind, spec, path }) => {
    const world = begin();
    for (const i of NUMBERS)
      world.cluster.apply(named(kind, i), {
        ...spec,
        policy: { deletion: 'Delete', loss: 'Recreate' },
      });
    await world.until(() => NUMBERS.every((i) => isReady(world, kind, i)));
    const ids = NUMBERS.map((i) => idOf(world, kind, i));
    world.cluster.annotate(named(kind, 0), { [ANNOTATION.sync]: 'once more' });
    await world.time.advance(1_000);
    restrict(world, true);
    for (const i of NUMBERS.slice(0, 6)) world.cluster.delete(named(kind, i));
    for (const i of NUMBERS.slice(6))
      world.cluster.annotate(named(kind, i), { [ANNOTATION.sync]: 'now' });
    await world.time.advance(30 * 60_000);
    expect(world.cluster.all(kind).length).toBe(12);
    expect(world.outsider.rows(path).length).toBe(12);
    expect(NUMBERS.map((i) => idOf(world, kind, i))).toEqual(ids);
    expect(new Set(NUMBERS.map((i) => reasonOf(world, kind, i)))).toEqual(
      new Set(['HiddenOrGone']),
    );
    restrict(world, false);
    await world.until(
      () =>
        world.cluster.all(kind).length === 6 &&
        NUMBERS.slice(6).every((i) => isReady(world, kind, i)),
      60 * 60_000,
    );
    expect(NUMBERS.slice(6).map((i) => idOf(world, kind, i))).toEqual(ids.slice(6));
    expect(world.outsider.rows(path).length).toBe(6);
    await world.stop();
  },
);

test('a create whose answer was lost is not sent again by a user who was restricted since', async () => {
  const world = begin();
  world.wire.mishap = (words) => (words === 'POST /volumes' ? 'unanswered' : 'none');
  world.cluster.apply(named('Volume', 0), { ...DATA, policy: { deletion: 'Delete' } });
  await world.until(() => world.outsider.rows('/volumes').length === 1);
  world.wire.mishap = () => 'none';
  restrict(world, true);
  await world.time.advance(30 * 60_000);
  expect([world.outsider.rows('/volumes').length, reasonOf(world, 'Volume', 0)]).toEqual([
    1,
    'HiddenOrGone',
  ]);
  restrict(world, false);
  await world.until(() => isReady(world, 'Volume', 0), 60 * 60_000);
  expect(world.outsider.rows('/volumes').length).toBe(1);
  await world.stop();
});

test('many who want to know whether their items are gone ask once who the user is', async () => {
  const world = begin();
  for (const i of NUMBERS)
    world.cluster.apply(named('Volume', i), {
      ...DATA,
      policy: { deletion: 'Delete', loss: 'Hold' },
    });
  await world.until(() => NUMBERS.every((i) => isReady(world, 'Volume', i)));
  await world.time.advance(10 * 60_000);
  const asked = (): number => world.wire.sent.filter((words) => words === 'GET /profile').length;
  const before = asked();
  for (const { id } of world.outsider.rows<{ readonly id: number }>('/volumes').slice(0, 4))
    world.outsider.call('DELETE', `/volumes/${id}`);
  await world.until(
    () => NUMBERS.filter((i) => reasonOf(world, 'Volume', i) === 'Lost').length === 4,
  );
  expect(asked() - before).toBeLessThanOrEqual(4);
  await world.stop();
});

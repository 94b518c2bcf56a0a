import { describe, expect, test } from 'vitest';
import { intentIn } from '../../src/engine/pass/intent.ts';
import type { ObjectName } from '../../src/engine/ports/cluster.ts';
import { KINDS } from '../../src/kinds/index.ts';
import { ok } from '../../src/model/failure.ts';
import { asRecord } from '../../src/model/parse.ts';
import { membersOf, storedForm } from '../../src/model/status-layout.ts';
import { World } from '../support/world.ts';
import type { Ports } from '../support/world-options.ts';

/** Former accidents in which an item was lost, duplicated or destroyed. */

const DATA: ObjectName = { kind: 'Volume', namespace: 'default', name: 'data' };
const SHOP: ObjectName = { kind: 'MySQLDatabase', namespace: 'default', name: 'shop' };
const VOLUME = { region: 'eu-west', size: 20, policy: { deletion: 'Delete' } };
const DATABASE = {
  engine: 'mysql/8.0.26',
  region: 'us-east',
  type: 'g6-standard-1',
  policy: { deletion: 'Delete' },
};
const MINUTE_MS = 60_000;

const begun = (between?: (ports: Ports) => Ports): World => {
  const world = new World({
    kinds: KINDS,
    limits: 'off',
    ...(between === undefined ? {} : { between }),
  });
  world.start();
  return world;
};
const statusOf = (world: World, name: ObjectName) => membersOf(world.cluster.get(name)?.status);
const synced = (world: World, name: ObjectName) => world.condition(name, 'Synced');
const isReady = (world: World, name: ObjectName): boolean =>
  world.condition(name, 'Ready')?.status === 'True';
const reasons = (world: World): readonly string[] =>
  world.cluster.events.map(({ reason }) => reason);
const idsAt = (world: World, path: string): readonly number[] =>
  world.outsider.rows<{ readonly id: number }>(path).map(({ id }) => id);

async function made(world: World, name: ObjectName, spec: object): Promise<number> {
  world.cluster.apply(name, spec);
  await world.until(() => isReady(world, name), 90 * MINUTE_MS);
  return Number(statusOf(world, name)['id']);
}

/** Makes the first matching request never arrive, or never be answered. */
function unanswered(
  world: World,
  request: string,
  how: 'unanswered' | 'unsent' = 'unanswered',
): () => boolean {
  let isOut = false;
  world.wire.mishap = (words) => {
    if (isOut || words !== request) return 'none';
    isOut = true;
    return how;
  };
  return () => isOut;
}

describe('an object whose status was emptied while no operator ran', () => {
  test.each([
    [
      'takes its item with it when it is deleted, by the mark',
      DATA,
      VOLUME,
      '/volumes',
      0,
      'Acted',
    ],
    [
      'says that its item may stay, where items carry no mark',
      SHOP,
      DATABASE,
      '/databases/mysql/instances',
      1,
      'Retained',
    ],
  ] as const)('%s', async (_, name, spec, path, left, reason) => {
    const world = begun();
    await made(world, name, spec);
    world.kill();
    world.cluster.spoil(name, undefined);
    world.cluster.delete(name);
    world.start();
    await world.until(() => world.cluster.get(name) === undefined);
    expect([idsAt(world, path).length, reasons(world).at(-1)]).toEqual([left, reason]);
  });
});

describe('definitions of another version', () => {
  test.each([[DATA, VOLUME] as const, [SHOP, DATABASE] as const])(
    'that drop the intent let nothing be made for %o',
    async (name, spec) => {
      const dropping = ({ cloud, cluster }: Ports): Ports => {
        const patchStatus: typeof cluster.patchStatus = async (object, status) => {
          const { intent: _, ...kept } = membersOf(status);
          return Object.keys(kept).length === 0
            ? ok(object)
            : cluster.patchStatus(object, storedForm(kept));
        };
        return { cloud, cluster: { ...cluster, patchStatus } };
      };
      const world = begun(dropping);
      world.cluster.apply(name, spec);
      await world.time.advance(10 * MINUTE_MS);
      expect(world.wire.sent.filter((request) => request.startsWith('POST'))).toEqual([]);
      expect(synced(world, name)).toMatchObject({
        reason: 'Rejected',
        message: expect.stringContaining('does not keep status.internal.intent'),
      });
    },
  );
});

test('a create does not follow an intent that was written before the machine slept', async () => {
  const world = new World({ kinds: KINDS, limits: 'off' });
  const posts = (): number =>
    world.wire.sent.filter((request) => request.startsWith('POST')).length;
  world.fate = (what) => {
    if (what === 'patchStatus MySQLDatabase' && posts() === 0 && world.clock.aheadMs === 0)
      world.clock.aheadMs = 3_600_000;
    return 'live';
  };
  world.start();
  const appliedAt = world.time.now();
  world.cluster.apply(SHOP, DATABASE);
  await world.until(() => posts() === 1);
  expect(intentIn(statusOf(world, SHOP)['intent'])?.at).toBeGreaterThan(appliedAt + 500);
});

test('an object that has an item of its own is no heir of another one, whatever its import says', async () => {
  const world = begun();
  const id = await made(world, DATA, VOLUME);
  const other = { ...DATA, name: 'logs' };
  const own = await made(world, other, { ...VOLUME, import: { by: 'Name', orCreate: true } });
  world.cluster.apply(other, { ...VOLUME, import: { by: 'Id', id } });
  await world.time.advance(MINUTE_MS);
  world.cluster.delete(DATA);
  await world.until(() => world.cluster.get(DATA) === undefined);
  expect([idsAt(world, '/volumes'), reasons(world).includes('HandedOver')]).toEqual([[own], false]);
});

test.each(['before', 'behind'] as const)(
  'an import keeps an item that came %s the grace of a create that had no effect',
  async (when) => {
    const world = begun();
    const name = { kind: 'Instance', namespace: 'default', name: 'web' };
    const machine = { region: 'us-east', type: 'g6-nanode-1', label: 'web' };
    const isOut = unanswered(world, 'POST /compute/instances', 'unsent');
    world.cluster.apply(name, { ...machine, import: { by: 'Name', orCreate: true } });
    await world.until(isOut);
    await world.time.advance(when === 'before' ? 5_000 : 55_000);
    world.outsider.call('POST', '/compute/instances', machine);
    await world.until(() => isReady(world, name));
    world.cluster.delete(name);
    await world.until(() => world.cluster.get(name) === undefined);
    expect([idsAt(world, '/compute/instances').length, reasons(world).at(-1)]).toEqual([
      1,
      'Retained',
    ]);
  },
);

test('a copy that was made outside is not taken for an item that vanished, unless the spec names it', async () => {
  const world = begun();
  const spec = { ...VOLUME, label: 'data', policy: { deletion: 'Delete', loss: 'Recreate' } };
  const id = await made(world, DATA, spec);
  const copy = asRecord(
    world.outsider.call('POST', `/volumes/${id}/clone`, { label: 'keepsafe' }).body,
  )['id'];
  await world.time.advance(5 * MINUTE_MS);
  world.outsider.call('DELETE', `/volumes/${id}`);
  await world.until(() => synced(world, DATA)?.reason === 'Lost');
  expect(synced(world, DATA)?.message).toContain(`the id ${String(copy)} in spec.import`);
  expect(
    world.wire.sent.filter(
      (request) => request.includes(String(copy)) && !request.startsWith('GET'),
    ),
  ).toEqual([]);
  world.outsider.call('PUT', `/volumes/${String(copy)}`, { tags: [] });
  await world.until(() => isReady(world, DATA) && statusOf(world, DATA)['id'] !== id);
  expect(idsAt(world, '/volumes')).toEqual([copy, statusOf(world, DATA)['id']]);
});

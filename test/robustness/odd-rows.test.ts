import { describe, expect, test } from 'vitest';
import type { ObjectName } from '../../src/engine/ports/cluster.ts';
import { KINDS } from '../../src/kinds/index.ts';
import { asRecord } from '../../src/model/parse.ts';
import { isReady } from '../support/invariants.ts';
import { World } from '../support/world.ts';

const DATA: ObjectName = { kind: 'Volume', namespace: 'default', name: 'data' };
const LABEL = 'row';

/** Builds a world whose listings and reads of volumes show an impossible value in some member of
 *  one row. */
function worldWith(label: string, member: string, value: unknown) {
  const world = new World({ kinds: KINDS });
  const spoil = (row: Record<string, unknown>): void =>
    void (row['label'] === label && Object.assign(row, { [member]: value }));
  const odd = { is: true };
  world.wire.garble = (answer, { method, url }) => {
    if (!odd.is || method !== 'GET' || !url.pathname.startsWith('/v4/volumes')) return answer;
    const body = JSON.parse(answer.text) as Record<string, unknown>;
    for (const row of Array.isArray(body['data']) ? body['data'] : [body])
      spoil(row as Record<string, unknown>);
    return { ...answer, text: JSON.stringify(body) };
  };
  return { world, odd };
}
const spec = (label: string) => ({
  region: 'eu-west',
  size: 20,
  label,
  policy: { deletion: 'Delete', drift: 'Correct', loss: 'Recreate' },
});
const posts = (world: World) =>
  world.wire.sent.filter((request) => request === 'POST /volumes').length;
const rows = (world: World) =>
  (world.outsider.call('GET', '/volumes').body as { readonly data: readonly object[] }).data.length;
const isDone = (world: World): boolean => {
  const object = world.cluster.get(DATA);
  return object !== undefined && isReady(object);
};
const synced = (world: World) => world.condition(DATA, 'Synced')?.reason;

const SPOILT = [
  ['tags', null],
  ['tags', 'blue'],
  ['created', null],
  ['region', null],
  ['label', null],
  ['size', 'large'],
  ['status', { word: 'odd' }],
] as const;

describe('an odd row of a foreign item', () => {
  test.for(SPOILT)('does not hold up others: %s %j', async ([member, value]) => {
    const { world } = worldWith(LABEL, member, value);
    world.outsider.call('POST', '/volumes', { label: LABEL, region: 'eu-west', size: 20 });
    world.start();
    world.cluster.apply(DATA, spec('mine'));
    await world.until(() => isDone(world));
    expect(posts(world)).toBe(1);
    world.cluster.delete(DATA);
    await world.until(() => world.cluster.get(DATA) === undefined);
    expect(rows(world)).toBe(1);
    await world.stop();
  });

  test('that has the wanted natural key makes no twin, and the condition names it', async () => {
    const { world, odd } = worldWith(LABEL, 'size', null);
    world.outsider.call('POST', '/volumes', { label: LABEL, region: 'eu-west', size: 20 });
    world.start();
    world.cluster.apply(DATA, spec(LABEL));
    await world.time.advance(60 * 60_000);
    expect([synced(world), posts(world)]).toEqual(['Unreadable', 0]);
    odd.is = false;
    await world.until(() => synced(world) === 'Conflict');
    await world.stop();
  });
});

describe('an odd row of the item of an object', () => {
  test.for(SPOILT.filter(([member]) => member !== 'label'))(
    'is never taken for absent: %s %j',
    async ([member, value]) => {
      const { world, odd } = worldWith(LABEL, member, value);
      odd.is = false;
      world.start();
      world.cluster.apply(DATA, spec(LABEL));
      await world.until(() => isDone(world));
      const { id } = asRecord(world.cluster.get(DATA)?.status);
      odd.is = true;
      await world.time.advance(60 * 60_000);
      world.cluster.delete(DATA);
      await world.time.advance(60 * 60_000);
      odd.is = false;
      await world.until(() => world.cluster.get(DATA) === undefined);
      expect([posts(world), rows(world), typeof id]).toEqual([1, 0, 'number']);
      await world.stop();
    },
  );
});

import { describe, expect, test } from 'vitest';
import type { ObjectName } from '../../src/engine/ports/cluster.ts';
import { KINDS } from '../../src/kinds/index.ts';
import { asRecord } from '../../src/model/parse.ts';
import { World } from '../support/world.ts';

const MINUTE_MS = 60_000;
const HALF_AN_HOUR_MS = 30 * MINUTE_MS;
const NO_EVENTS = JSON.stringify({ data: [], page: 1, pages: 1, results: 0 });
const NOT_FOUND = JSON.stringify({ errors: [{ reason: 'Not found' }] });

interface Row {
  readonly kind: string;
  /** The item deleted from outside: the parent of the object's item, or that item itself. */
  readonly parent: { readonly path: string; readonly body: object };
  readonly specIn: (parentId: number, name: string) => object;
}

/** Enough objects that the slow rotation alone is too late for some. */
const NAMES = Array.from({ length: 12 }, (_, i) => `www-${i}`);
const ZONE = {
  path: '/domains',
  body: { domain: 'example.org', type: 'master', soa_email: 'dns@example.org' },
};

/** One row per kind with nested items. */
const ROWS: Readonly<Record<string, Row>> = {
  'a record and its domain': {
    kind: 'DnsRecord',
    parent: ZONE,
    specIn: (id, name) => ({
      domainRef: { id, domain: ZONE.body.domain },
      type: 'A',
      name,
      target: '198.51.100.1',
    }),
  },
};

const reasonOf = (world: World, name: ObjectName, type: string): string | undefined =>
  world.condition(name, type)?.reason;
const isReady = (world: World, name: ObjectName): boolean =>
  world.condition(name, 'Ready')?.status === 'True';

/** Builds idle objects whose parent was created from outside. */
async function atRest({ kind, parent, specIn }: Row, loss: string, events: boolean) {
  const world = new World({ kinds: KINDS, limits: 'off', pollMs: 120_000 });
  const names = NAMES.map((name) => ({ kind, namespace: 'default', name }));
  if (!events)
    world.wire.garble = (answer, { url }) =>
      url.pathname.endsWith('/account/events') ? { ...answer, text: NO_EVENTS } : answer;
  const id = Number(asRecord(world.outsider.call('POST', parent.path, parent.body).body)['id']);
  world.start();
  for (const name of names)
    world.cluster.apply(name, { ...specIn(id, name.name), policy: { loss } });
  await world.until(() => names.every((name) => isReady(world, name)));
  await world.time.advance(20 * MINUTE_MS);
  return { world, names, path: `${parent.path}/${id}` };
}

test('a row for each kind whose items stand inside another one', () => {
  const inside = KINDS.filter(({ parent }) => parent !== undefined).map(({ kind }) => kind);
  expect([...new Set(Object.values(ROWS).map(({ kind }) => kind))]).toEqual(inside);
});

describe.each(Object.keys(ROWS))('%s: where the parent is deleted outside', (what) => {
  const row = ROWS[what] as Row;
  const waysOf = ['Recreate', 'Hold'].flatMap((loss) =>
    [true, false].map((events) => [loss, events] as const),
  );

  test.each(waysOf)(
    'each object says within half an hour that its item is gone, by loss %s, with events: %s',
    async (loss, events) => {
      const { world, names, path } = await atRest(row, loss, events);
      expect(world.outsider.call('DELETE', path).status).toBe(200);
      await world.time.advance(HALF_AN_HOUR_MS);
      const gone = loss === 'Hold' ? 'Lost' : 'Absent';
      expect(names.map((name) => reasonOf(world, name, 'Ready'))).toEqual(names.map(() => gone));
      expect(names.map((name) => world.condition(name, 'Synced')?.status)).toEqual(
        names.map(() => 'False'),
      );
      await world.stop();
    },
  );

  test('the collection costs no more than a sweep a minute and a look at its objects', async () => {
    const { world, path } = await atRest(row, 'Hold', true);
    world.outsider.call('DELETE', path);
    await world.time.advance(HALF_AN_HOUR_MS);
    const before = world.wire.sent.length;
    await world.time.advance(60 * MINUTE_MS);
    expect(
      world.wire.sent.slice(before).filter((words) => words.startsWith(`GET ${path}`)).length,
    ).toBeLessThan(300);
    await world.stop();
  });
});

test('a collection that is not found once, while its parent is there, disturbs no object at rest', async () => {
  const row = ROWS['a record and its domain'] as Row;
  const { world, names, path } = await atRest(row, 'Recreate', true);
  const written = world.cluster.writes.length;
  let count = 0;
  world.wire.garble = (answer, { method, url }) => {
    if (method !== 'GET' || url.pathname !== `/v4${path}/records` || count++ > 0) return answer;
    return { ...answer, status: 404, text: NOT_FOUND };
  };
  await world.time.advance(HALF_AN_HOUR_MS);
  expect(count).toBeGreaterThan(1);
  expect(world.cluster.writes.slice(written)).toEqual([]);
  expect(names.every((name) => isReady(world, name))).toBe(true);
  await world.stop();
});

test('an object whose item is proven gone says so where its item cannot be made again', async () => {
  const { world, names } = await atRest(ROWS['a record and its domain'] as Row, 'Recreate', true);
  const [name] = names as [ObjectName];
  const { id: domainId } = asRecord(asRecord(world.cluster.get(name)?.spec)['domainRef']);
  const id = String(asRecord(world.cluster.get(name)?.status)['id']);
  world.cluster.hide = (read) =>
    read.includes('brake') ? { code: 'Unreachable', detail: 'no answer' } : null;
  world.cluster.interfere = (write) =>
    write.includes('brake')
      ? { failure: { code: 'Unreachable', detail: 'no answer' }, after: false }
      : null;
  world.outsider.call('DELETE', `/domains/${String(domainId)}/records/${id}`);
  await world.time.advance(HALF_AN_HOUR_MS);
  expect(reasonOf(world, name, 'Ready')).toBe('Absent');
  expect(world.condition(name, 'Synced')?.status).toBe('False');
  await world.stop();
});

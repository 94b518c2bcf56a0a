import { describe, expect, test } from 'vitest';
import type { ObjectName } from '../../src/engine/ports/cluster.ts';
import { KINDS } from '../../src/kinds/index.ts';
import { asRecord } from '../../src/model/parse.ts';
import { World } from '../support/world.ts';

const MINUTE_MS = 60_000;
const POLICY = { deletion: 'Delete', loss: 'Recreate', drift: 'Correct', consent: 'Auto' };
const NO_EVENTS = JSON.stringify({ data: [], page: 1, pages: 1, results: 0 });

interface Row {
  readonly kind: string;
  readonly path: string;
  readonly spec: object;
  /** The change of a user, and its reversal. */
  readonly change: object;
  readonly revert: { readonly below: string; readonly method: string; readonly body?: object };
  /** Reports whether the item matches the change. */
  readonly isChanged: (item: Readonly<Record<string, unknown>>) => boolean;
}

const put = (body: object) => ({ below: '', method: 'PUT', body });
const INSTANCE = {
  region: 'eu-west',
  type: 'g6-nanode-1',
  image: 'compute/debian11',
  booted: true,
};
const ZONE = { domain: 'example.org', type: 'master', soaEmail: 'dns@example.org' };

const ROWS: Readonly<Record<string, Row>> = {
  'the tags of a volume': {
    kind: 'Volume',
    path: '/volumes',
    spec: { region: 'eu-west', size: 20, tags: ['old'] },
    change: { tags: ['new'] },
    revert: put({ tags: ['old'] }),
    isChanged: ({ tags }) => (tags as readonly string[]).includes('new'),
  },
  'the label of a machine': {
    kind: 'Instance',
    path: '/compute/instances',
    spec: { ...INSTANCE, label: 'old' },
    change: { label: 'new' },
    revert: put({ label: 'old' }),
    isChanged: ({ label }) => label === 'new',
  },
  'the backups of a machine': {
    kind: 'Instance',
    path: '/compute/instances',
    spec: { ...INSTANCE, backupsEnabled: true },
    change: { backupsEnabled: false },
    revert: { below: '/backups/enable', method: 'POST', body: {} },
    isChanged: ({ backups }) => asRecord(backups)['enabled'] === false,
  },
  'the address of a zone': {
    kind: 'Domain',
    path: '/domains',
    spec: ZONE,
    change: { soaEmail: 'new@example.org' },
    revert: put({ soa_email: 'dns@example.org' }),
    isChanged: ({ soa_email }) => soa_email === 'new@example.org',
  },
  'the updates of a database': {
    kind: 'MySQLDatabase',
    path: '/databases/mysql/instances',
    spec: {
      engine: 'mysql/8.0.26',
      region: 'eu-west',
      type: 'g6-standard-1',
      clusterSize: 1,
      allowList: ['203.0.113.0/24'],
    },
    change: { allowList: ['198.51.100.0/24'] },
    revert: put({ allow_list: ['203.0.113.0/24'] }),
    isChanged: ({ allow_list }) => (allow_list as readonly string[]).includes('198.51.100.0/24'),
  },
};

const isDone = (world: World, name: ObjectName): boolean => {
  const object = world.cluster.get(name);
  const is = (type: string): boolean => world.condition(name, type)?.status === 'True';
  return (
    is('Ready') &&
    is('Synced') &&
    asRecord(object?.status)['observedGeneration'] === object?.metadata.generation
  );
};

/** Builds an object whose change was just applied and read. */
async function changed(row: Row, events: boolean) {
  const world = new World({ kinds: KINDS, limits: 'off' });
  const name = { kind: row.kind, namespace: 'default', name: 'one' };
  if (!events)
    world.wire.garble = (answer, { url }) =>
      url.pathname.endsWith('/account/events') ? { ...answer, text: NO_EVENTS } : answer;
  world.start();
  world.cluster.apply(name, { ...row.spec, policy: POLICY });
  await world.until(() => isDone(world, name), 60 * MINUTE_MS);
  await world.time.advance(3 * MINUTE_MS);
  const id = String(asRecord(world.cluster.get(name)?.status)['id']);
  const item = () =>
    world.outsider.call('GET', `${row.path}/${id}`).body as Readonly<Record<string, unknown>>;
  world.cluster.apply(name, { ...row.spec, ...row.change, policy: POLICY });
  return { world, name, id, item };
}

describe.each(['with', 'without'])(
  'a change that is taken back outside is seen within two sweeps, %s events',
  (events) => {
    test.each(Object.keys(ROWS))(
      'in the moment in which it is seen to be done: %s',
      async (what) => {
        const row = ROWS[what] as Row;
        const { world, name, id, item } = await changed(row, events === 'with');
        let passes = 0;
        await world.until(() => {
          passes = world.passes.length;
          return isDone(world, name) && row.isChanged(item());
        }, 20 * MINUTE_MS);
        expect(passes).toBe(world.passes.length);
        expect(
          world.outsider.call(
            row.revert.method,
            `${row.path}/${id}${row.revert.below}`,
            row.revert.body,
          ).status,
        ).toBe(200);
        await world.time.advance(1_000);
        await world.until(() => row.isChanged(item()), 2 * MINUTE_MS);
        expect(row.isChanged(item())).toBe(true);
        await world.stop();
      },
    );

    // A database accepts no change during another one.
    const rows = Object.keys(ROWS).filter((what) => what !== 'the updates of a database');
    test.each(rows)('between our write and our next read: %s', async (what) => {
      const row = ROWS[what] as Row;
      const { world, name, id, item } = await changed(row, events === 'with');
      let isReverted = false;
      world.wire.witnesses.push(({ method }) => () => {
        if (method === 'GET' || isReverted || !row.isChanged(item())) return;
        isReverted =
          world.outsider.call(
            row.revert.method,
            `${row.path}/${id}${row.revert.below}`,
            row.revert.body,
          ).status === 200;
      });
      await world.until(() => isReverted, 20 * MINUTE_MS);
      await world.until(() => isDone(world, name) && row.isChanged(item()), 2 * MINUTE_MS);
      expect(row.isChanged(item())).toBe(true);
      await world.stop();
    });
  },
);

test.each(['with', 'without'])(
  'a new item that is deleted in the moment in which it is ready is missed within two sweeps, %s events',
  async (events) => {
    const world = new World({ kinds: KINDS, limits: 'off' });
    const name = { kind: 'Domain', namespace: 'default', name: 'zone' };
    if (events === 'without')
      world.wire.garble = (answer, { url }) =>
        url.pathname.endsWith('/account/events') ? { ...answer, text: NO_EVENTS } : answer;
    world.start();
    world.cluster.apply(name, { ...ZONE, policy: { ...POLICY, loss: 'Hold' } });
    await world.until(() => isDone(world, name));
    const id = String(asRecord(world.cluster.get(name)?.status)['id']);
    world.outsider.call('DELETE', `/domains/${id}`);
    await world.until(() => !isDone(world, name), 2 * MINUTE_MS);
    expect(world.condition(name, 'Synced')?.reason).toMatch(/^(Waiting|Lost)$/);
    await world.stop();
  },
);

import { describe, expect, test } from 'vitest';
import type { ObjectName } from '../../src/engine/ports/cluster.ts';
import { KINDS } from '../../src/kinds/index.ts';
import { asRecord } from '../../src/model/parse.ts';
import { Secret } from '../../src/model/secret.ts';
import { World } from '../support/world.ts';

/** Former accidents in which an object took the item of another one. */

const DATABASE = {
  engine: 'mysql/8.0.26',
  region: 'us-east',
  type: 'g6-standard-1',
  label: 'shop',
};
const MINUTE_MS = 60_000;

const statusOf = (world: World, name: ObjectName) => asRecord(world.cluster.get(name)?.status);
const synced = (world: World, name: ObjectName) => world.condition(name, 'Synced');
const isReady = (world: World, name: ObjectName): boolean =>
  world.condition(name, 'Ready')?.status === 'True';

interface Scene {
  readonly world: World;
  readonly path: string;
  readonly spec: object;
  readonly zone: number;
}

function scene(kind: string): Scene {
  const world = new World({ kinds: KINDS, limits: 'off' });
  const zone = Number(
    asRecord(
      world.outsider.call('POST', '/domains', {
        domain: 'a.example',
        type: 'master',
        soa_email: 'a@a.example',
      }).body,
    )['id'],
  );
  world.start();
  if (kind === 'MySQLDatabase')
    return { world, zone, path: '/databases/mysql/instances', spec: DATABASE };
  const spec = {
    domainRef: { id: zone, domain: 'a.example' },
    type: 'A',
    name: 'www',
    target: '192.0.2.1',
  };
  return { world, zone, path: `/domains/${zone}/records`, spec };
}

describe.each(['MySQLDatabase', 'DnsRecord'])('a %s', (kind) => {
  const theirs: ObjectName = { kind, namespace: 'team-a', name: 'shop' };
  const ours: ObjectName = { kind, namespace: 'team-b', name: 'stolen' };

  test('whose create has no answer is not imported by another namespace meanwhile', async () => {
    const { world, path, spec } = scene(kind);
    let isOut = false;
    world.wire.mishap = (words) => {
      if (isOut || words !== `POST ${path}`) return 'none';
      isOut = true;
      return 'unanswered';
    };
    world.cluster.apply(theirs, spec);
    await world.until(() => isOut);
    world.kill();
    world.cluster.secrets.apply('team-a', 'cloudinfra-credentials', {
      token: new Secret('spoilt'),
    });
    world.start();
    await world.time.advance(1_000);
    world.cluster.apply(ours, { ...spec, import: { by: 'Name' } });
    await world.time.advance(5 * MINUTE_MS);
    expect([synced(world, ours)?.reason, statusOf(world, ours)['id']]).toEqual([
      'Conflict',
      undefined,
    ]);
    world.cluster.secrets.apply('team-a', 'cloudinfra-credentials', {
      token: new Secret(world.service.tokens.admin),
    });
    await world.until(() => isReady(world, theirs), 90 * MINUTE_MS);
    expect(world.outsider.rows<{ readonly id: number }>(path).map(({ id }) => id)).toEqual([
      statusOf(world, theirs)['id'],
    ]);
  });

  test('whose status was copied into another namespace goes there without its item', async () => {
    const { world, path, spec } = scene(kind);
    world.cluster.apply(theirs, { ...spec, policy: { deletion: 'Retain' } });
    await world.until(() => isReady(world, theirs), 90 * MINUTE_MS);
    world.kill();
    const copied = world.cluster.apply(
      ours,
      { ...spec, policy: { deletion: 'Delete' } },
      { finalizers: ['cloudinfra.dev/finalizer'] },
    );
    await world.cluster.patchStatus(copied, statusOf(world, theirs));
    world.start();
    await world.time.advance(MINUTE_MS);
    world.cluster.delete(ours);
    await world.until(() => world.cluster.get(ours) === undefined);
    world.cluster.delete(theirs);
    await world.time.advance(30 * MINUTE_MS);
    expect([world.outsider.rows(path).length, world.cluster.get(theirs)]).toEqual([1, undefined]);
    expect(world.wire.sent.filter((request) => request.startsWith('DELETE'))).toEqual([]);
  });
});

describe('a Domain', () => {
  const DOMAIN: ObjectName = { kind: 'Domain', namespace: 'default', name: 'a' };

  test.each([
    [
      'of its namespace that name it by its id',
      'default',
      'waiting for DnsRecord/www to be deleted first',
    ],
    [
      'of another namespace',
      'other',
      'waiting for each DnsRecord of another namespace to be deleted first',
    ],
  ])('is not deleted under records %s', async (_, namespace, message) => {
    const { world, spec, zone } = scene('DnsRecord');
    const record: ObjectName = { kind: 'DnsRecord', namespace, name: 'www' };
    world.cluster.apply(record, spec);
    await world.until(() => isReady(world, record));
    world.cluster.apply(DOMAIN, {
      domain: 'a.example',
      import: { by: 'Id', id: zone },
      policy: { deletion: 'Delete' },
    });
    await world.until(() => isReady(world, DOMAIN));
    world.cluster.delete(DOMAIN);
    await world.time.advance(30 * MINUTE_MS);
    expect(synced(world, DOMAIN)?.message).toBe(message);
    world.cluster.delete(record);
    await world.until(
      () => world.cluster.get(DOMAIN) === undefined && world.cluster.get(record) === undefined,
    );
    expect(world.outsider.rows('/domains')).toEqual([]);
  });
});

describe('a Volume', () => {
  const DATA: ObjectName = { kind: 'Volume', namespace: 'default', name: 'data' };
  const VOLUME = { region: 'eu-west', size: 20, label: 'mine', policy: { deletion: 'Delete' } };
  const other = (world: World): Readonly<Record<string, unknown>> =>
    asRecord(
      world.outsider.call('POST', '/volumes', { region: 'eu-west', size: 20, label: 'theirs' })
        .body,
    );
  const touched = (world: World, id: unknown): readonly string[] =>
    world.wire.sent.filter((request) => request.includes(String(id)) && !request.startsWith('GET'));

  test('is not taken for the item of another request, whose answer came in its place', async () => {
    const { world } = scene('Volume');
    const theirs = other(world);
    let isSwapped = false;
    world.wire.garble = (answer, { method, url }) => {
      if (isSwapped || method !== 'POST' || !url.pathname.endsWith('/volumes')) return answer;
      isSwapped = true;
      return { ...answer, text: JSON.stringify(theirs) };
    };
    world.cluster.apply(DATA, VOLUME);
    await world.until(() => isReady(world, DATA));
    const made = world.outsider
      .rows<{ readonly id: number }>('/volumes')
      .filter(({ id }) => id !== theirs['id']);
    expect(made.map(({ id }) => id)).toEqual([statusOf(world, DATA)['id']]);
    expect(touched(world, theirs['id'])).toEqual([]);
  });

  test('stays, and is not written to, once spec.import.id names another item', async () => {
    const { world } = scene('Volume');
    const [first, second] = [
      other(world),
      asRecord(
        world.outsider.call('POST', '/volumes', { region: 'eu-west', size: 20, label: 'more' })
          .body,
      ),
    ];
    const spec = (id: unknown, size: number): object => ({
      import: { by: 'Id', id },
      size,
      policy: { deletion: 'Delete' },
    });
    world.cluster.apply(DATA, spec(first['id'], 20));
    await world.until(() => isReady(world, DATA));
    const before = touched(world, first['id']).length;
    world.cluster.apply(DATA, spec(second['id'], 40));
    await world.until(() => synced(world, DATA)?.reason === 'Conflict');
    expect(synced(world, DATA)?.message).toContain(`restore ${String(first['id'])}`);
    world.cluster.delete(DATA);
    await world.until(() => world.cluster.get(DATA) === undefined);
    expect([touched(world, first['id']).length - before, touched(world, second['id'])]).toEqual([
      0,
      [],
    ]);
    expect(world.outsider.rows('/volumes')).toHaveLength(2);
  });
});

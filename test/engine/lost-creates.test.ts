import { describe, expect, test } from 'vitest';
import type { FaultSpec } from '../../simulator/http/faults.ts';
import type { ObjectName } from '../../src/engine/ports/cluster.ts';
import { KINDS } from '../../src/kinds/index.ts';
import { asRecord } from '../../src/model/parse.ts';
import { Secret } from '../../src/model/secret.ts';
import { membersOf } from '../../src/model/status-layout.ts';
import { CREDENTIAL } from '../support/memory-secrets.ts';
import type { Mishap } from '../support/wire.ts';
import { World } from '../support/world.ts';

const MINUTE_MS = 60_000;
const POLICY = { deletion: 'Delete', loss: 'Recreate' };
const named = (kind: string, name: string): ObjectName => ({ kind, namespace: 'default', name });
const VOLUME = named('Volume', 'data');
const SPEC = { region: 'eu-west', size: 20, policy: POLICY };

interface Subject {
  readonly name: ObjectName;
  readonly spec: object;
  /** The route of its collection. */
  readonly route: string;
  readonly foreign: object;
}

/** Tagged and untagged items, of kinds with and without unique labels. */
const SUBJECTS: Readonly<Record<string, Subject>> = {
  'a tagged volume': {
    name: VOLUME,
    spec: SPEC,
    route: '/volumes',
    foreign: { region: 'eu-west', size: 20, label: 'foreign' },
  },
  'a tagged cluster': {
    name: named('KubeCluster', 'work'),
    spec: {
      region: 'eu-west',
      k8sVersion: '1.25',
      pools: [{ name: 'web', type: 'g6-standard-2', count: 1 }],
      policy: POLICY,
    },
    route: '/kube/clusters',
    foreign: {
      label: 'foreign',
      region: 'eu-west',
      k8s_version: '1.25',
      node_pools: [{ type: 'g6-standard-2', count: 1 }],
    },
  },
  'a record, which carries no tags,': {
    name: named('DnsRecord', 'www'),
    spec: {
      domainRef: { name: 'zone' },
      type: 'A',
      name: 'www',
      target: '198.51.100.1',
      policy: POLICY,
    },
    route: '/domains/{domainId}/records',
    foreign: { type: 'A', name: 'foreign', target: '198.51.100.9' },
  },
  'a database, which carries no tags,': {
    name: named('MySQLDatabase', 'shop'),
    spec: {
      engine: 'mysql/8.0.26',
      region: 'eu-west',
      type: 'g6-standard-1',
      clusterSize: 1,
      policy: POLICY,
    },
    route: '/databases/mysql/instances',
    foreign: { label: 'foreign', engine: 'mysql/8.0.26', region: 'eu-west', type: 'g6-standard-1' },
  },
};
const RECORD = SUBJECTS['a record, which carries no tags,'] as Subject;

const ZONE = named('Domain', 'zone');
const isReady = (world: World, name: ObjectName): boolean =>
  world.condition(name, 'Ready')?.status === 'True';
const zoneId = (world: World): unknown => asRecord(world.cluster.get(ZONE)?.status)['id'];
const pathOf = (world: World, { route }: Subject): string =>
  route.replace('{domainId}', String(zoneId(world)));
const rows = (world: World, subject: Subject): number =>
  world.outsider.rows(pathOf(world, subject)).length;
const sentTo = (world: World, subject: Subject): number =>
  world.wire.sent.filter((words) => words === `POST ${pathOf(world, subject)}`).length;
const reasonOf = (world: World, name: ObjectName): string | undefined =>
  world.condition(name, 'Synced')?.reason;

/** Builds a world with a zone in which the first create of the subject has a mishap. @param before
 *  runs after everything else is prepared */
async function begin(
  subject: Subject,
  mishap: Mishap,
  before: (world: World) => void = () => undefined,
): Promise<World> {
  const world = new World({ kinds: KINDS, limits: 'off', pollMs: 120_000 });
  world.start();
  world.cluster.apply(ZONE, { domain: 'example.org', type: 'master', soaEmail: 'dns@example.org' });
  await world.until(() => isReady(world, ZONE));
  await world.time.advance(20 * MINUTE_MS);
  before(world);
  let creates = 0;
  world.wire.mishap = (words) =>
    words === `POST ${pathOf(world, subject)}` && creates++ === 0 ? mishap : 'none';
  world.cluster.apply(subject.name, subject.spec);
  return world;
}

const inReads = (world: World, route: string): void =>
  world.service.addFault({ kind: 'staleListing', method: 'GET', route });

/** Waits until a fault has ended and the world is idle. @returns the number of items and of
 *  creates */
async function outlive(
  world: World,
  subject: Subject,
  lastsMs: number,
): Promise<readonly number[]> {
  await world.time.advance(lastsMs);
  world.service.clearFaults();
  await world.until(() => isReady(world, subject.name), 60 * MINUTE_MS);
  await world.time.advance(20 * MINUTE_MS);
  const counts = [rows(world, subject), sentTo(world, subject)];
  await world.stop();
  return counts;
}

const DURATIONS = [10_000, MINUTE_MS, 5 * MINUTE_MS, 10 * MINUTE_MS];

describe('listings that are stale', () => {
  test.each(Object.keys(SUBJECTS).flatMap((what) => DURATIONS.map((ms) => [what, ms] as const)))(
    'leave one item where the answer to the create of %s was lost: for %i ms',
    async (what, lastsMs) => {
      const subject = SUBJECTS[what] as Subject;
      const world = await begin(subject, 'unanswered', (one) => inReads(one, subject.route));
      expect(await outlive(world, subject, lastsMs)).toEqual([1, 1]);
    },
  );

  test.each<readonly [string, FaultSpec]>([
    ['a reset', { kind: 'dropAfter', method: 'POST', count: 1 }],
    ['500 in the form of the service', { kind: 'errorAfter', method: 'POST', count: 1 }],
    ['502 of a proxy', { kind: 'errorAfter', method: 'POST', count: 1, status: 502, html: true }],
    [
      '503',
      {
        kind: 'errorAfter',
        method: 'POST',
        count: 1,
        status: 503,
        reason: 'The service is not yet available',
      },
    ],
    ['504', { kind: 'errorAfter', method: 'POST', count: 1, status: 504 }],
    ['half an answer', { kind: 'truncate', method: 'POST', count: 1 }],
    ['another body', { kind: 'wrongJson', method: 'POST', count: 1 }],
    ['no answer in time', { kind: 'delay', method: 'POST', count: 1, delayMs: 120_000 }],
  ])('for ten minutes leave one item where the create was answered by %s', async (_, fault) => {
    const world = await begin(RECORD, 'none', (one) => {
      inReads(one, RECORD.route);
      one.service.addFault(fault);
    });
    expect(await outlive(world, RECORD, 10 * MINUTE_MS)).toEqual([1, 1]);
  });

  test('for ten minutes leave one item where the process died behind the create, and another one starts', async () => {
    const world = await begin(RECORD, 'none', (one) => {
      inReads(one, RECORD.route);
      one.fate = (what) => (what.startsWith('POST /domains/') ? 'after' : 'live');
    });
    await world.until(() => !world.alive);
    world.fate = () => 'live';
    world.kill();
    world.start();
    expect(await outlive(world, RECORD, 10 * MINUTE_MS)).toEqual([1, 1]);
  });

  test('keep an object that is deleted meanwhile, until its item is deleted too', async () => {
    const world = await begin(RECORD, 'unanswered', (one) => inReads(one, RECORD.route));
    await world.time.advance(MINUTE_MS);
    world.cluster.delete(RECORD.name);
    await world.time.advance(9 * MINUTE_MS);
    expect(world.cluster.get(RECORD.name)).toBeDefined();
    world.service.clearFaults();
    await world.until(() => world.cluster.get(RECORD.name) === undefined);
    expect(rows(world, RECORD)).toBe(0);
    await world.stop();
  });

  test('are believed after a quarter of an hour: there the guarantee for items without tags ends', async () => {
    const world = await begin(RECORD, 'unanswered', (one) => inReads(one, RECORD.route));
    await world.time.advance(14 * MINUTE_MS);
    expect(rows(world, RECORD)).toBe(1);
    await world.time.advance(6 * MINUTE_MS);
    expect(rows(world, RECORD)).toBe(2);
    await world.stop();
  });
});

/** Shows the operator a stale collection, as a lagging replica does; and creates a row a minute
 *  from outside. */
function lag(world: World, subject: Subject, lagMs: number): () => void {
  const path = pathOf(world, subject);
  const seen: { readonly at: number; readonly rows: readonly unknown[] }[] = [];
  let made = 0;
  let isOver = false;
  const look = (): void => {
    if (isOver) return;
    if (seen.length % 12 === 11)
      world.outsider.call('POST', path, { ...subject.foreign, name: `foreign-${made++}` });
    seen.push({ at: world.time.now(), rows: world.outsider.rows(path) });
    world.time.at(world.time.now() + 5_000, look);
  };
  look();
  world.wire.garble = (answer, { method, url }) => {
    if (method !== 'GET' || url.pathname !== `/v4${path}`) return answer;
    const { rows: data = [] } =
      seen.findLast(({ at }) => at <= world.time.now() - lagMs) ?? seen[0] ?? {};
    return { ...answer, text: JSON.stringify({ data, page: 1, pages: 1, results: data.length }) };
  };
  return () => {
    isOver = true;
    world.wire.garble = (answer) => answer;
  };
}

describe('a replica that lags while others create rows', () => {
  test.each([90_000, 5 * MINUTE_MS, 12 * MINUTE_MS])(
    'by %i ms leaves one item of a lost create',
    async (lagMs) => {
      const ends: (() => void)[] = [];
      const world = await begin(RECORD, 'unanswered', (one) => ends.push(lag(one, RECORD, lagMs)));
      await world.until(() => isReady(world, RECORD.name), 30 * MINUTE_MS);
      for (const end of ends) end();
      expect(sentTo(world, RECORD)).toBe(1);
      await world.stop();
    },
  );
});

describe('a create that was lost before it took effect', () => {
  test('is sent again once another row proves that the listing is newer', async () => {
    const world = await begin(RECORD, 'unsent');
    await world.time.advance(70_000);
    world.outsider.call('POST', pathOf(world, RECORD), RECORD.foreign);
    await world.until(() => isReady(world, RECORD.name), 2 * MINUTE_MS);
    expect(rows(world, RECORD)).toBe(2);
    await world.stop();
  });

  test('is sent again after a quarter of an hour where nothing proves it, and the status says until when', async () => {
    const world = await begin(RECORD, 'unsent');
    const sentAt = world.time.now();
    await world.time.advance(14 * MINUTE_MS);
    const until = new Date(sentAt + 15 * MINUTE_MS).toISOString().slice(0, 16);
    const message = `waiting for a listing that is certainly newer than the create whose answer was lost, until ${until}`;
    expect(world.condition(RECORD.name, 'Synced')).toMatchObject({
      reason: 'ResolvingCreate',
      message: expect.stringContaining(message),
    });
    await world.until(() => isReady(world, RECORD.name), 2 * MINUTE_MS);
    expect(rows(world, RECORD)).toBe(1);
    await world.stop();
  });

  test('costs the account a listing every half minute, and the cluster no write', async () => {
    const world = await begin(SUBJECTS['a tagged volume'] as Subject, 'unsent');
    await world.time.advance(3 * MINUTE_MS);
    const [sent, written] = [world.wire.sent.length, world.cluster.writes.length];
    await world.time.advance(10 * MINUTE_MS);
    expect(
      world.wire.sent.slice(sent).filter((words) => words === 'GET /volumes').length,
    ).toBeLessThan(45);
    expect(world.cluster.writes.slice(written)).toEqual([]);
    await world.stop();
  });
});

describe('a create that found no connection', () => {
  const VOLUMES = SUBJECTS['a tagged volume'] as Subject;

  test('is sent again within seconds: the service did nothing', async () => {
    const world = await begin(VOLUMES, 'unconnected');
    await world.until(() => isReady(world, VOLUME), 30_000);
    expect(rows(world, VOLUMES)).toBe(1);
    await world.stop();
  });

  test('is not looked for by a process after this one', async () => {
    const world = await begin(VOLUMES, 'unconnected');
    await world.until(() => reasonOf(world, VOLUME) === 'Unreachable');
    expect(membersOf(world.cluster.get(VOLUME)?.status)['intent']).toBeUndefined();
    world.kill();
    world.start();
    await world.until(() => isReady(world, VOLUME), 30_000);
    expect(rows(world, VOLUMES)).toBe(1);
    await world.stop();
  });

  test('lets an object go that is deleted meanwhile', async () => {
    const world = await begin(VOLUMES, 'unconnected');
    await world.until(() => reasonOf(world, VOLUME) === 'Unreachable');
    world.cluster.delete(VOLUME);
    await world.until(() => world.cluster.get(VOLUME) === undefined, MINUTE_MS);
    expect(rows(world, VOLUMES)).toBe(0);
    await world.stop();
  });
});

describe('a create that the service surely did not carry out', () => {
  const VOLUMES = SUBJECTS['a tagged volume'] as Subject;
  const refusal = (status: number, more: object = {}): FaultSpec => ({
    kind: 'refuse',
    method: 'POST',
    route: '/volumes',
    status,
    count: 1,
    ...more,
  });

  test.each<readonly [string, FaultSpec, string]>([
    ['a field at fault', refusal(400, { reason: 'Must be 10-10240', field: 'size' }), 'Rejected'],
    [
      'a label that is taken',
      refusal(400, { reason: 'Label must be unique', field: 'label' }),
      'Waiting',
    ],
    ['something in the way', refusal(400, { reason: 'Account Limit reached.' }), 'Waiting'],
    ['busy', refusal(400, { reason: 'Compute busy.' }), 'Waiting'],
    ['an unknown token', refusal(401, { reason: 'Invalid Token' }), 'Denied'],
    ['a missing grant', refusal(403, { reason: 'Unauthorized' }), 'Denied'],
    ['not found', refusal(404, { reason: 'Not found' }), 'NotFound'],
    ['405', refusal(405, { reason: 'Method Not Allowed' }), 'Rejected'],
    [
      'a charge that failed',
      refusal(409, { reason: 'We were unable to charge your credit card' }),
      'Waiting',
    ],
    [
      '429',
      { kind: 'throttle', method: 'POST', route: '/volumes', count: 1, retryAfter: 30 },
      'Throttled',
    ],
  ])(
    'because of %s, leaves no intent, and nothing to look for in another account',
    async (_, fault, reason) => {
      const world = new World({ kinds: KINDS, limits: 'off', pollMs: 120_000 });
      for (const owner of ['admin', 'other'] as const)
        world.cluster.secrets.apply(
          'default',
          owner,
          { token: new Secret(world.service.tokens[owner]) },
          CREDENTIAL,
        );
      world.service.addFault(fault);
      world.start();
      world.cluster.apply(VOLUME, { ...SPEC, credentialsRef: { name: 'admin' } });
      await world.until(() => reasonOf(world, VOLUME) === reason, 10_000);
      expect(membersOf(world.cluster.get(VOLUME)?.status)['intent']).toBeUndefined();
      await world.stop();
      world.cluster.apply(VOLUME, { ...SPEC, credentialsRef: { name: 'other' } });
      world.start();
      await world.until(() => isReady(world, VOLUME), MINUTE_MS);
      expect([rows(world, VOLUMES), world.neighbour.rows('/volumes').length]).toEqual([0, 1]);
      await world.stop();
    },
  );

  test.each([400, 401, 403, 404, 409])(
    'is not proven by %i of a proxy: that may hide anything',
    async (status) => {
      const world = await begin(VOLUMES, 'none', (one) =>
        one.service.addFault({ ...refusal(status), html: true }),
      );
      await world.time.advance(5 * MINUTE_MS);
      expect(membersOf(world.cluster.get(VOLUME)?.status)['intent']).toBeDefined();
      expect([reasonOf(world, VOLUME), sentTo(world, VOLUMES)]).toEqual(['ResolvingCreate', 1]);
      await world.stop();
    },
  );
});

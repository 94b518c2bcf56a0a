import { describe, expect, test } from 'vitest';
import {
  everyId,
  insist,
  newest,
  outcomeOf,
  poll,
  untilFree,
} from '../../test/support/simulator/client.ts';
import {
  bare,
  field,
  first,
  firstRunning,
  fresh,
  make,
  offline,
  PASSWORD,
  PLACE,
  running,
  volume,
} from '../../test/support/simulator/givens.ts';
import { openStage, type Stage } from '../../test/support/simulator/stage.ts';
import { stamp } from '../core/clock.ts';

const ALL = '/compute/instances';
const REBUILT = { image: 'compute/debian11', root_pass: PASSWORD };
const PLAN = { type: 'g6-standard-1' };

/** An action on an instance, its initial status, and the event that ends it. */
type Work = readonly [
  name: string,
  given: (stage: Stage) => number,
  path: string,
  body: object | undefined,
  action: string,
];

const backedUp = (stage: Stage): number => running(stage, { backups_enabled: true });

const WORKS: readonly Work[] = [
  ['boot', offline, 'boot', undefined, 'compute_boot'],
  ['shutdown', running, 'shutdown', undefined, 'compute_shutdown'],
  ['reboot', running, 'reboot', {}, 'compute_reboot'],
  ['resize', running, 'resize', PLAN, 'compute_resize'],
  ['rebuild', running, 'rebuild', REBUILT, 'compute_rebuild'],
  ['rescue', offline, 'rescue', { devices: {} }, 'compute_boot'],
  ['move', running, 'migrate', { region: 'eu-west' }, 'compute_migrate_datacenter'],
  ['clone', offline, 'clone', PLACE, 'compute_clone'],
  ['snapshot', backedUp, 'backups', { label: 'snap' }, 'compute_snapshot'],
  ['disk', bare, 'disks', { label: 'data', size: 100 }, 'disk_create'],
  ['password', offline, 'password', { root_pass: PASSWORD }, 'password_reset'],
];

const nowOf = (stage: Stage): string =>
  stamp(Date.parse(String(stage.call('GET', '/regions').headers['Date'])));

describe('a client that waits for the event of its work', () => {
  test.each(WORKS)('sees the end of a %s', (_name, given, path, body, action) => {
    const stage = openStage();
    const id = given(stage);
    const since = nowOf(stage);
    expect(stage.call('POST', `${ALL}/${id}/${path}`, body)).toMatchObject({ status: 200 });
    expect(outcomeOf(stage, { id, type: 'compute', action, since })).toBe('finished');
  });

  test('sees no event of before', () => {
    const stage = openStage();
    const id = running(stage);
    const known = newest(stage, {
      'entity.id': id,
      'entity.type': 'compute',
      action: 'compute_boot',
    });
    expect(known).toHaveLength(1);
    expect(
      newest(stage, { 'entity.id': id, action: 'compute_boot', created: { '+gte': nowOf(stage) } }),
    ).toEqual([]);
  });

  test('asks for events of an item that it does not know yet', () => {
    const stage = openStage();
    running(stage);
    expect(
      newest(stage, { 'entity.id': 0, 'entity.type': 'compute', action: 'compute_create' }),
    ).toEqual([]);
  });

  test('sees volumes attached and detached', () => {
    const stage = openStage();
    const [id, since] = [running(stage), nowOf(stage)];
    const volumeId = volume(stage);
    stage.call('POST', `/volumes/${volumeId}/attach`, { compute_id: id });
    expect(outcomeOf(stage, { id: volumeId, type: 'volume', action: 'volume_attach', since })).toBe(
      'finished',
    );
    stage.call('POST', `/volumes/${volumeId}/detach`);
    expect(outcomeOf(stage, { id: volumeId, type: 'volume', action: 'volume_detach', since })).toBe(
      'finished',
    );
    expect(field(stage, `/volumes/${volumeId}`, 'compute_id')).toBeNull();
  });

  test('waits for a database: its creation, an update, a backup that is listed, backing up, active', () => {
    const stage = openStage();
    const path = '/databases/mysql/instances';
    const id = make(stage, path, {
      label: 'database',
      region: 'us-east',
      type: 'g6-nanode-1',
      engine: 'mysql/8.0.26',
    });
    const until = (word: string): unknown =>
      poll(
        stage,
        () => field(stage, `${path}/${id}`, 'status'),
        (status) => status === word,
      );
    const since = nowOf(stage);
    expect([
      poll(
        stage,
        () => (stage.pass(60_000), field(stage, `${path}/${id}`, 'status')),
        (status) => status === 'active',
      ),
    ]).toEqual(['active']);
    stage.call('PUT', `${path}/${id}`, { label: 'renamed' });
    expect([
      until('updating'),
      outcomeOf(stage, { id, type: 'database', action: 'database_update', since }),
    ]).toEqual(['updating', 'finished']);
    stage.call('POST', `${path}/${id}/backups`, { label: 'before', target: 'primary' });
    const listed = poll(
      stage,
      () => field(stage, `${path}/${id}/backups`, 'data', 0, 'label'),
      (label) => label === 'before',
    );
    expect([listed, until('backing_up'), until('active')]).toEqual([
      'before',
      'backing_up',
      'active',
    ]);
  });
});

/** Sends a request that is always refused, and whose refusal shows whether the instance is busy. */
const probe = (stage: Stage, id: number): unknown =>
  stage
    .call('POST', `${ALL}/${id}/disks`, { label: 'probe', size: 1_000_000 })
    .at('errors', 0, 'reason');

describe('busy', () => {
  test.each(WORKS)(
    'is answered while events of the instance are open, and only then: %s',
    (_name, given, path, body) => {
      const stage = openStage();
      const id = given(stage);
      stage.call('POST', `${ALL}/${id}/${path}`, body);
      const isCloned = path === 'clone';
      for (let second = 0; second < 330; second += 1) {
        const events = newest(stage, { 'entity.id': id, 'entity.type': 'compute' });
        const isOpen = events.some(({ status }) => status === 'scheduled' || status === 'started');
        expect([second, probe(stage, id) === 'Compute busy.']).toEqual([
          second,
          isOpen && !isCloned,
        ]);
        stage.pass(1000);
      }
    },
  );

  test.each(WORKS)(
    'is over at last for a client that insists at the first running: %s',
    (_name, _given, path, body) => {
      const stage = openStage();
      const id = firstRunning(stage);
      stage.call('POST', `${ALL}/${id}/backups/enable`);
      if (path === 'boot' || path === 'password')
        expect(insist(stage, 'POST', `${ALL}/${id}/shutdown`).status).toBe(200);
      expect(
        insist(
          stage,
          'POST',
          `${ALL}/${id}/${path}`,
          path === 'disks' ? { label: 'data', size: 1_000_000 } : body,
        ).at('errors', 0, 'reason'),
      ).toBe(path === 'disks' ? 'Compute has no free disk space.' : undefined);
    },
  );

  test('is never answered to a client that waits until the instance is free', () => {
    const stage = openStage();
    const id = fresh(stage);
    untilFree(stage, id);
    for (const [path, body] of [
      ['resize', PLAN],
      ['boot', undefined],
      ['reboot', {}],
      ['shutdown', undefined],
    ] as const) {
      expect([path, stage.call('POST', `${ALL}/${id}/${path}`, body).status]).toEqual([path, 200]);
      untilFree(stage, id);
    }
  });
});

describe('a controller of DNS that sends all fields with every record', () => {
  const common = {
    weight: 1,
    port: 0,
    priority: 0,
    ttl_sec: 0,
    protocol: null,
    service: null,
    tag: null,
  };
  const recordsOfAllTypes = [
    { type: 'A', name: 'www', target: '198.51.100.1' },
    { type: 'AAAA', name: 'www', target: '2001:db8::1' },
    { type: 'CNAME', name: 'alias', target: 'www.example.org' },
    { type: 'TXT', name: 'owner.www', target: '"heritage=controller"' },
    { type: 'MX', name: '', target: 'mail.example.org' },
    { type: 'NS', name: 'sub', target: 'ns.example.net' },
  ] as const;

  test.each(recordsOfAllTypes)(
    'makes, changes, finds and deletes a record of type $type',
    (record) => {
      const stage = openStage();
      const zone = make(stage, '/domains', {
        domain: 'example.org',
        type: 'master',
        soa_email: 'admin@example.org',
      });
      const all = `/domains/${zone}/records`;
      const id = make(stage, all, { ...common, ...record });
      expect(
        stage.call('PUT', `${all}/${id}`, { ...common, ...record, ttl_sec: 3600 }),
      ).toMatchObject({
        status: 200,
        body: { ...record, ttl_sec: 3600 },
      });
      const filter = { type: record.type, name: record.name };
      expect(stage.call('GET', all, undefined, { filter }).at('data', 0, 'id')).toBe(id);
      expect(stage.call('DELETE', `${all}/${id}`).status).toBe(200);
      expect(field(stage, all, 'results')).toBe(0);
    },
  );
});

describe('a client that sends null for lists that it does not set, and then everything that it read', () => {
  const RULES = {
    inbound_policy: 'DROP',
    outbound_policy: 'ACCEPT',
    inbound: null,
    outbound: null,
  };
  const items: Readonly<Record<string, readonly [path: (stage: Stage) => string, body: object]>> = {
    instance: [
      () => ALL,
      { ...PLACE, tags: null, interfaces: null, authorized_keys: null, authorized_users: null },
    ],
    profile: [
      (stage) => `${ALL}/${bare(stage)}/configs`,
      { label: 'profile', devices: {}, interfaces: null, comments: null },
    ],
    volume: [() => '/volumes', { label: 'volume', region: 'us-east', tags: null }],
    firewall: [
      () => '/networking/firewalls',
      { label: 'firewall', tags: null, rules: RULES, devices: { computes: null } },
    ],
    'master domain': [
      () => '/domains',
      {
        domain: 'example.org',
        type: 'master',
        soa_email: 'admin@example.org',
        tags: null,
        axfr_ips: null,
        master_ips: null,
      },
    ],
    cluster: [
      () => '/kube/clusters',
      {
        label: 'cluster',
        region: 'us-east',
        k8s_version: '1.26',
        tags: null,
        node_pools: [{ type: 'g6-standard-1', count: 1, disks: null, tags: null }],
      },
    ],
    database: [
      () => '/databases/mysql/instances',
      {
        label: 'database',
        region: 'us-east',
        type: 'g6-nanode-1',
        engine: 'mysql/8.0.26',
        allow_list: null,
      },
    ],
    stackscript: [
      () => '/compute/stackscripts',
      { label: 'script', images: ['any/all'], script: '#!/bin/sh\n' },
    ],
  };

  test.each(Object.entries(items))('is served: %s', (_name, [pathOf, body]) => {
    const stage = openStage();
    const path = pathOf(stage);
    const id = make(stage, path, body);
    stage.settle();
    const read = stage.call('GET', `${path}/${id}`).body as Readonly<Record<string, unknown>>;
    expect(stage.call('PUT', `${path}/${id}`, read)).toMatchObject({ status: 200 });
    const unset = Object.fromEntries(
      Object.entries(read).map(([key, value]) => [
        key,
        Array.isArray(value) && value.length === 0 ? null : value,
      ]),
    );
    stage.settle();
    expect(stage.call('PUT', `${path}/${id}`, unset)).toMatchObject({ status: 200 });
  });
});

describe('lists', () => {
  const COUNT = 60;
  const many = (stage: Stage): readonly number[] =>
    Array.from({ length: COUNT }, (_, index) =>
      make(stage, ALL, { ...PLACE, label: `item${index}` }),
    );

  test.each([25, 26, 59, 60, 100, 500])('hold every row once in pages of %i', (size) => {
    const stage = openStage();
    const ids = many(stage);
    expect(everyId(stage, ALL, size)).toEqual(ids);
  });

  test('are asked for the ids that a client knows', () => {
    const stage = openStage();
    const ids = many(stage).filter((_, index) => index % 7 === 0);
    const filter = { '+or': ids.map((id) => ({ id })), '+order_by': 'id', '+order': 'desc' };
    const found = stage
      .call('GET', `${ALL}?page_size=25`, undefined, { filter })
      .at('data') as readonly { readonly id: number }[];
    expect(found.map(({ id }) => id)).toEqual(ids.toReversed());
    expect(first(stage, ALL)).toBe(ids[0]);
  });
});

test('what has no content says that it is JSON, as every answer', () => {
  const stage = openStage();
  const response = stage.call('GET', '/profile/grants');
  expect([response.status, response.body, response.headers['Content-Type']]).toEqual([
    204,
    '',
    'application/json',
  ]);
});

import { describe, expect, test } from 'vitest';
import { newest, poll } from '../../test/support/simulator/client.ts';
import { field, fresh, make, offline, PLACE } from '../../test/support/simulator/givens.ts';
import { openStage, type Stage } from '../../test/support/simulator/stage.ts';

const ALL = '/compute/instances';
const RULES = { inbound_policy: 'DROP', outbound_policy: 'ACCEPT' };

test.each([
  ['accept', 'application/json'],
  ['accept', '*/*'],
  ['accept-encoding', 'gzip'],
  ['user-agent', 'controller/0.13 client/1.18 https://example.org'],
  ['if-none-match', '"etag"'],
  ['if-modified-since', 'Thu, 15 Jun 2023 11:00:00 GMT'],
  ['content-type', 'application/json'],
])('%s: %s changes nothing of an answer', (name, value) => {
  const plain = openStage().call('GET', '/regions');
  const response = openStage().call('GET', '/regions', undefined, { headers: { [name]: value } });
  expect([response.status, response.body]).toEqual([200, plain.body]);
  expect(Object.keys(response.headers)).not.toContain('ETag');
});

test.each(['shutdown', 'boot'])(
  'an action without a body may say that it has one of JSON: %s',
  (action) => {
    const stage = openStage();
    const id = offline(stage);
    if (action === 'shutdown') {
      stage.call('POST', `${ALL}/${id}/boot`);
      stage.settle();
    }
    expect(
      stage.call('POST', `${ALL}/${id}/${action}`, undefined, {
        headers: { 'content-type': 'application/json' },
      }).status,
    ).toBe(200);
  },
);

/** Repeats a request after the delay in the answer, while clients would repeat it.
 *  @returns the statuses */
const repeated = (stage: Stage, method: string, path: string, body?: object): readonly number[] => {
  const statuses: number[] = [];
  for (let count = 0; count < 60; count += 1) {
    const { status, headers } = stage.call(method, path, body);
    statuses.push(status);
    if (![408, 429, 503].includes(status)) break;
    expect(headers['Retry-After']).toMatch(/^[1-9]\d*$/);
    stage.pass(Number(headers['Retry-After']) * 1000);
  }
  return statuses;
};

describe('a client that asks again after Retry-After', () => {
  test.each([408, 429, 503])('is served after a %i', (status) => {
    const stage = openStage();
    stage.sim.addFault({
      kind: 'refuse',
      route: '/volumes',
      method: 'POST',
      count: 2,
      status,
      retryAfter: 5,
    });
    expect(repeated(stage, 'POST', '/volumes', { label: 'volume', region: 'us-east' })).toEqual([
      status,
      status,
      200,
    ]);
    expect(field(stage, '/volumes', 'results')).toBe(1);
  });

  test('makes the eleventh instance when the window is over', () => {
    const stage = openStage({ limits: 'real', speed: 60 });
    for (let count = 0; count < 10; count += 1) stage.call('POST', ALL, PLACE);
    expect(repeated(stage, 'POST', ALL, PLACE)).toEqual([429, 200]);
  });

  test.each(['kubeconfig', 'api-endpoints'])(
    'gets the %s of a cluster that says ready at once',
    (what) => {
      const stage = openStage();
      const pools = [{ type: 'g6-standard-1', count: 1 }];
      const id = make(stage, '/kube/clusters', {
        label: 'cluster',
        region: 'us-east',
        k8s_version: '1.26',
        node_pools: pools,
      });
      expect(field(stage, `/kube/clusters/${id}`, 'status')).toBe('ready');
      const statuses = repeated(stage, 'GET', `/kube/clusters/${id}/${what}`);
      expect([statuses[0], statuses.at(-1)]).toEqual([503, 200]);
    },
  );
});

describe('a client that deletes and reads again', () => {
  const items: Readonly<Record<string, (stage: Stage) => string>> = {
    instance: (stage) => `${ALL}/${fresh(stage)}`,
    volume: (stage) =>
      `/volumes/${make(stage, '/volumes', { label: 'volume', region: 'us-east' })}`,
    domain: (stage) =>
      `/domains/${make(stage, '/domains', { domain: 'example.org', type: 'master', soa_email: 'a@example.org' })}`,
    firewall: (stage) =>
      `/networking/firewalls/${make(stage, '/networking/firewalls', { label: 'firewall', rules: RULES })}`,
    stackscript: (stage) =>
      `/compute/stackscripts/${make(stage, '/compute/stackscripts', { label: 'script', images: ['any/all'], script: '#!/bin/sh\n' })}`,
    cluster: (stage) => {
      const node_pools = [{ type: 'g6-standard-1', count: 1 }];
      return `/kube/clusters/${make(stage, '/kube/clusters', { label: 'cluster', region: 'us-east', k8s_version: '1.26', node_pools })}`;
    },
    database: (stage) => {
      const all = '/databases/mysql/instances';
      return `${all}/${make(stage, all, { label: 'database', region: 'us-east', type: 'g6-nanode-1', engine: 'mysql/8.0.26' })}`;
    },
  };

  test.each(Object.entries(items))(
    'reads 404 at the end, and gets 404 from a second DELETE: %s',
    (_name, made) => {
      const stage = openStage();
      const path = made(stage);
      stage.settle();
      expect(stage.call('DELETE', path)).toMatchObject({ status: 200, body: {} });
      const gone = poll(
        stage,
        () => stage.call('GET', path),
        ({ status }) => status === 404,
      );
      expect(gone).toMatchObject({ status: 404, body: { errors: [{ reason: 'Not found' }] } });
      expect(stage.call('DELETE', path).status).toBe(404);
    },
  );
});

describe('a poller of events', () => {
  test('remembers what it saw, finds the new event, and reads it by its id until it is over', () => {
    const stage = openStage();
    const id = offline(stage);
    const filter = { 'entity.type': 'compute', 'entity.id': id, action: 'compute_boot' };
    const known = newest(stage, filter).map((event) => event.id);
    stage.call('POST', `${ALL}/${id}/boot`);
    const found = newest(stage, filter).find((event) => !known.includes(event.id));
    const over = poll(
      stage,
      () => field(stage, `/account/events/${found?.id}`, 'status'),
      (status) => status === 'finished',
    );
    expect([found?.status, over]).toEqual([expect.stringMatching(/scheduled|started/), 'finished']);
  });

  test('asks from the last event on that it saw', () => {
    const stage = openStage();
    const id = offline(stage);
    const ids = newest(stage, { 'entity.id': id, 'entity.type': 'compute' }).map(
      (event) => event.id,
    );
    const [last = 0] = ids;
    expect(ids.length).toBeGreaterThan(0);
    expect(
      newest(stage, { 'entity.id': id, 'entity.type': 'compute', id: { '+gte': last } }).map(
        (event) => event.id,
      ),
    ).toEqual([last]);
    expect(
      newest(stage, { 'entity.id': id, 'entity.type': 'compute', id: { '+gt': last } }),
    ).toEqual([]);
  });

  test.each(['+gt', '+gte', '+lt', '+lte'])('asks for times by %s', (operator) => {
    const stage = openStage();
    const id = offline(stage);
    const events = stage.call('GET', '/account/events?page_size=500').at('data') as readonly {
      readonly id: number;
      readonly created: string;
    }[];
    const middle = events[Math.floor(events.length / 2)]?.created ?? '';
    const holds: Readonly<Record<string, (created: string) => boolean>> = {
      '+gt': (created) => created > middle,
      '+gte': (created) => created >= middle,
      '+lt': (created) => created < middle,
      '+lte': (created) => created <= middle,
    };
    const wanted = events
      .filter(({ created }) => holds[operator]?.(created) === true)
      .map((event) => event.id);
    stage.call('GET', `${ALL}/${id}`);
    expect(
      new Set(newest(stage, { created: { [operator]: middle } }).map((event) => event.id)),
    ).toEqual(new Set(wanted));
  });
});

import { afterEach, describe, expect, test } from 'vitest';
import { manualClock } from '../../simulator/core/clock.ts';
import { listen } from '../../simulator/shell/listen.ts';
import { createSimulator, type SimulatorOptions } from '../../simulator/simulator.ts';
import { Volume, volumes } from '../../src/api/volumes.ts';
import { type CloudAdapter, createCloud } from '../../src/cloud/cloud.ts';
import type { Requested } from '../../src/cloud/observer.ts';
import type { CloudTuning } from '../../src/cloud/settings.ts';
import { systemTime, type Time } from '../../src/cloud/time.ts';
import type { Account, Cause, CloudChange } from '../../src/engine/ports/cloud.ts';
import type { Result } from '../../src/model/failure.ts';
import { del, post, put } from '../../src/model/request.ts';
import { Secret } from '../../src/model/secret.ts';
import { settled } from '../support/cloud/virtual-time.ts';

const user: Cause = { class: 'user', namespace: 'shop' };
const read = { path: volumes.list.path, schema: Volume, paged: true };
/** Longer than the queueing of hundreds of requests on a busy machine. */
const LONG = { readMs: 60_000, writeMs: 60_000 };
const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

/** Starts the adapter and the simulator with a socket between them. */
async function started(options: SimulatorOptions = {}, tuning: Partial<CloudTuning> = {}) {
  const clock = manualClock(systemTime.now());
  const simulator = createSimulator({ clock, ...options });
  const service = await listen(simulator, { port: 0 });
  const requested: Requested[] = [];
  const cloud = createCloud(
    {
      baseUrl: service.url,
      allowedHosts: [],
      pollMs: 30_000,
      fence: () => true,
      userAgent: 'cloudinfra-operator/test',
      observer: {
        requested: (request) => requested.push(request),
        spent: () => undefined,
        failed: (error) => {
          throw error;
        },
      },
    },
    { gatherMs: 5, retry: { retries: 2, firstWaitMs: 1, withinMs: 1_000 }, ...tuning },
  );
  open.push(cloud, service);
  /** Sends a request to the account from outside. */
  const outside = (method: string, path: string, body: object): Volume => {
    const headers = {
      authorization: `Bearer ${simulator.tokens.admin}`,
      'content-type': 'application/json',
    };
    return Volume.parse(
      JSON.parse(
        simulator.handle({ method, url: `/v4${path}`, headers, body: JSON.stringify(body) }).body,
      ),
    );
  };
  const fill = (count: number): readonly number[] => {
    const ids = Array.from(
      { length: count },
      (_, i) => outside('POST', '/volumes', { label: `data-${i}`, region: 'eu-west' }).id,
    );
    clock.advance(3 * 60_000);
    return ids;
  };
  return { clock, simulator, cloud, requested, outside, fill };
}

const valueOf = <T>(result: Result<T>): T => {
  if (!result.ok) throw new Error(JSON.stringify(result.failure));
  return result.value;
};
const accountOf = async (cloud: CloudAdapter, token: string): Promise<Account> =>
  valueOf(await cloud.open({ token: new Secret(token), baseUrl: null }));
const create = async (account: Account, label: string): Promise<Volume> =>
  Volume.parse(
    valueOf(await account.write(post('/volumes', { label, region: 'eu-west', size: 20 }), user)),
  );

describe('who a token is', () => {
  test('comes from the profile and the headers', async () => {
    const { cloud, simulator } = await started();
    const { other: neighbour, ...ours } = simulator.tokens;
    const callerOf = async (token: string) => (await accountOf(cloud, token)).caller;
    const [admin, readonly, restricted, ...others] = await Promise.all(
      Object.values(ours).map(callerOf),
    );
    const accounts = new Set(
      [admin, readonly, restricted, ...others].map((caller) => caller?.account),
    );
    expect(accounts.size).toBe(1);
    expect(accounts.has((await callerOf(neighbour)).account)).toBe(false);
    expect(admin).toMatchObject({
      username: 'admin',
      restricted: false,
      mayTag: true,
      scopes: ['*'],
    });
    expect(readonly?.scopes).toContain('volumes:read_only');
    expect(restricted).toMatchObject({ restricted: true, mayTag: false });
  });

  test('a wrong token is Unauthenticated, a missing scope Denied', async () => {
    const { cloud, simulator } = await started();
    expect(await cloud.open({ token: new Secret('f'.repeat(64)), baseUrl: null })).toMatchObject({
      ok: false,
      failure: { code: 'Unauthenticated' },
    });
    const account = await accountOf(cloud, simulator.tokens.readonly);
    expect(await account.write(post('/volumes', { label: 'a', region: 'eu-west' }), user)).toEqual({
      ok: false,
      failure: { code: 'Denied', detail: 'the token lacks the scope volumes:read_write' },
    });
  });
});

describe('items', () => {
  test('are written, read, listed, refused and gone', async () => {
    const { cloud, simulator } = await started();
    const account = await accountOf(cloud, simulator.tokens.admin);
    const { id } = await create(account, 'data');
    expect(valueOf(await account.item(read, id, systemTime.now(), user))).toMatchObject({
      id,
      label: 'data',
      status: 'creating',
    });
    const wrong = await account.write(put(`/volumes/${id}`, { label: '1-wrong' }), user);
    expect(wrong).toMatchObject({
      ok: false,
      failure: { code: 'Rejected', problems: [{ field: 'label' }] },
    });
    const busy = await account.write(post(`/volumes/${id}/resize`, { size: 30 }), user);
    expect(busy).toMatchObject({ ok: false, failure: { code: 'Guarded' } });
    expect([...valueOf(await account.list(read, systemTime.now(), user)).items.keys()]).toEqual([
      id,
    ]);
    valueOf(await account.write(del(`/volumes/${id}`), user));
    expect(await account.item(read, id, systemTime.now() + 1, user)).toMatchObject({
      ok: false,
      failure: { code: 'NotFound' },
    });
    expect(valueOf(await account.list(read, systemTime.now() + 1, user)).items.size).toBe(0);
  });

  test.for(['recorded', 'documents'] as const)(
    'of many pages are all there, in the dialect %s',
    async (dialect) => {
      const { cloud, simulator, fill } = await started(
        { dialect, limits: 'off' },
        { perMinute: 10_000, patience: LONG },
      );
      const made = fill(1_203);
      const account = await accountOf(cloud, simulator.tokens.admin);
      const listing = valueOf(await account.list(read, systemTime.now(), user));
      expect(new Set(listing.items.keys())).toEqual(new Set(made));
      simulator.resetCalls();
      await account.list(read, systemTime.now() + 1, user);
      expect(simulator.calls().total).toBe(3);
      await Promise.all(made.slice(0, 600).map((id) => account.write(del(`/volumes/${id}`), user)));
      expect(valueOf(await account.list(read, systemTime.now() + 1, user))).toMatchObject({
        trusted: true,
        items: { size: 603 },
      });
    },
  );

  test('that vanish from a short listing are still there', async () => {
    const { cloud, simulator, fill } = await started({ limits: 'off' });
    fill(10);
    const account = await accountOf(cloud, simulator.tokens.admin);
    simulator.addFault({ kind: 'shortListing', route: '/volumes', rows: 3, count: 2 });
    expect(valueOf(await account.list(read, systemTime.now() + 1, user)).items.size).toBe(10);
    simulator.addFault({ kind: 'shortListing', route: '/volumes', rows: 3 });
    expect(await account.list(read, systemTime.now() + 1, user)).toMatchObject({
      ok: false,
      failure: { code: 'Unreadable' },
    });
  });
});

describe('limits', () => {
  test('of a route are learnt, kept, and waited for', async () => {
    const { cloud, simulator } = await started({}, { patience: { readMs: 1_000, writeMs: 2_000 } });
    const account = await accountOf(cloud, simulator.tokens.admin);
    await create(account, 'first');
    const writes = await Promise.all(
      Array.from({ length: 60 }, (_, i) =>
        account.write(post('/volumes', { label: `data-${i}`, region: 'eu-west' }), user),
      ),
    );
    const failed = writes.flatMap((write) => (write.ok ? [] : [write.failure]));
    expect(writes.length - failed.length).toBeGreaterThanOrEqual(20);
    expect(new Set(failed.map(({ code }) => code))).toEqual(new Set(['Throttled']));
    expect(
      failed.every(
        (failure) => failure.code === 'Throttled' && (failure.retryAfterMs ?? 0) > 50_000,
      ),
    ).toBe(true);
    expect(simulator.calls().answers).not.toHaveProperty('429');
  });

  test('a refusal closes its route for as long as it says, and only that', async () => {
    const { cloud, simulator } = await started();
    const account = await accountOf(cloud, simulator.tokens.admin);
    simulator.addFault({
      kind: 'throttle',
      route: '/volumes',
      method: 'GET',
      retryAfter: 60,
      count: 1,
    });
    expect(await account.list(read, systemTime.now(), user)).toMatchObject({
      ok: false,
      failure: { code: 'Throttled', retryAfterMs: 60_000 },
    });
    expect(await account.list(read, systemTime.now(), user)).toMatchObject({
      ok: false,
      failure: { code: 'Throttled' },
    });
    expect(
      (await account.write(post('/volumes', { label: 'data', region: 'eu-west' }), user)).ok,
    ).toBe(true);
  });
});

describe('faults', () => {
  test.for([
    ['refuse', { status: 502, html: true }, 'Unreachable'],
    ['dropBefore', {}, 'Unreachable'],
    ['dropAfter', {}, 'Unreachable'],
    ['errorAfter', { status: 500 }, 'Unreachable'],
    ['truncate', {}, 'Unreachable'],
    ['wrongJson', { body: '<html>' }, 'Unreadable'],
  ] as const)('%s: a write is sent once and its effect is unknown', async ([kind, more, code]) => {
    const { cloud, simulator } = await started();
    const account = await accountOf(cloud, simulator.tokens.admin);
    simulator.resetCalls();
    simulator.addFault({ kind, route: '/volumes', method: 'POST', ...more });
    const result = await account.write(
      post('/volumes', { label: 'data', region: 'eu-west' }),
      user,
    );
    expect(result).toMatchObject({ ok: false, failure: { code } });
    expect(simulator.calls().total).toBe(1);
  });

  test.for(['refuse', 'dropBefore', 'truncate'] as const)(
    '%s: a read is asked again',
    async (kind) => {
      const { cloud, simulator } = await started();
      const account = await accountOf(cloud, simulator.tokens.admin);
      simulator.addFault({
        kind,
        route: '/volumes',
        method: 'GET',
        count: 2,
        ...(kind === 'refuse' ? { status: 502 } : {}),
      });
      expect(await account.list(read, systemTime.now(), user)).toMatchObject({ ok: true });
    },
  );
});

test('changes by others are detected, by the feed and by the sweep', async () => {
  const faster: Time = {
    now: () => systemTime.now(),
    elapsed: () => systemTime.elapsed() * 200,
    after: (ms, wake) => systemTime.after(ms / 200, wake),
  };
  const { cloud, simulator, requested, outside, fill } = await started(
    { limits: 'off' },
    { time: faster, requestTimeoutMs: 2_000_000 },
  );
  const [id = 0] = fill(1);
  const account = await accountOf(cloud, simulator.tokens.admin);
  await account.list(read, 0, user);
  while (!requested.some(({ route }) => route === '/account/events')) await settled();
  const changes: CloudChange[] = [];
  const notified = new Promise<void>((resolve) => {
    cloud.onChange((change) => {
      changes.push(change);
      if (changes.some(({ hint }) => hint) && changes.some(({ hint }) => !hint)) resolve();
    });
  });
  outside('PUT', `/volumes/${id}`, { label: 'renamed' });
  await notified;
  expect(new Set(changes.flatMap(({ ids }) => ids))).toEqual(new Set([id]));
  expect(new Set(changes.map(({ collection }) => collection))).toEqual(new Set(['/volumes']));
});

import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { type Reaction, type Seen } from '../../test/support/cloud/scripted-service.ts';
import {
  accountOf,
  credential,
  FORGIVEN_MS,
  json,
  jumping,
  refusal,
  serviceFor,
  started,
  TOKEN,
  things,
  UUID,
  user,
} from '../../test/support/cloud/started-cloud.ts';
import { settled } from '../../test/support/cloud/virtual-time.ts';
import type { CloudChange } from '../engine/ports/cloud.ts';
import { post } from '../model/request.ts';
import { systemTime } from './time.ts';

const hidden = (status: number) => (seen: Seen) =>
  seen.path === '/v4/hidden' ? refusal(status, 'Unauthorized') : null;

describe('using', () => {
  const me = { [TOKEN]: { username: 'me', uuid: UUID } };

  test('reads are tried again while the service cannot be reached, but not without end', async () => {
    let faults = 2;
    const flaky = (seen: Seen): Reaction | null =>
      seen.path === '/v4/flaky'
        ? faults-- > 0
          ? { status: 502, text: '' }
          : json({ id: 1 })
        : null;
    const { cloud, asked } = await started(serviceFor(me, flaky));
    const account = await accountOf(cloud);
    const flakyRead = { ...things, path: '/flaky', paged: false };
    expect(await account.read(flakyRead, user)).toEqual({ ok: true, value: { id: 1 } });
    faults = 100;
    expect(await account.read(flakyRead, user)).toMatchObject({
      ok: false,
      failure: { code: 'Unreachable' },
    });
    expect(asked().filter((line) => line.endsWith('/flaky'))).toHaveLength(6);
  });

  test.for([502, 503, 500, 'cut'] as const)(
    'a write is sent once when the answer is %s',
    async (kind) => {
      const { cloud, asked } = await started(
        serviceFor(me, ({ method }) =>
          method === 'POST' ? (kind === 'cut' ? 'cut' : refusal(kind, 'no')) : null,
        ),
      );
      const account = await accountOf(cloud);
      expect(await account.write(post('/things', { label: 'a' }), user)).toMatchObject({
        ok: false,
        failure: { code: 'Unreachable' },
      });
      expect(asked().filter((line) => line.startsWith('POST'))).toEqual(['POST /v4/things']);
    },
  );

  test('an unreadable success of a write is Unreadable: its effect is unknown', async () => {
    const { cloud } = await started(
      serviceFor(me, ({ method }) => (method === 'POST' ? { status: 200, text: '<html>' } : null)),
    );
    expect(await (await accountOf(cloud)).write(post('/things'), user)).toMatchObject({
      ok: false,
      failure: { code: 'Unreadable' },
    });
  });

  test('a write that may not be sent costs nothing and counts nowhere', async () => {
    const { cloud, asked, spent } = await started(serviceFor(me), {}, () => false);
    const account = await accountOf(cloud);
    expect(await account.write(post('/things'), user)).toMatchObject({
      ok: false,
      failure: { code: 'Fenced' },
    });
    expect(asked()).toEqual(['GET /v4/profile']);
    expect(spent).toEqual([' user']);
  });

  test('what a read may fail with is null', async () => {
    const early = () =>
      refusal(503, 'Cluster kubeconfig is not yet available. Please try again later.', {
        'retry-after': '30',
      });
    const { cloud, asked } = await started(
      serviceFor(me, (seen) => (seen.path === '/v4/things/1/part' ? early() : null)),
    );
    const account = await accountOf(cloud);
    const part = { path: '/things/1/part', schema: z.looseObject({}), paged: false };
    expect(await account.read({ ...part, mayFail: ['NotYet'] }, user)).toEqual({
      ok: true,
      value: null,
    });
    expect(await account.read(part, user)).toMatchObject({
      ok: false,
      failure: { code: 'NotYet', retryAfterMs: 30_000 },
    });
    expect(asked()).toHaveLength(3);
  });

  test('a listing of its own is all rows, parsed', async () => {
    const { cloud } = await started(serviceFor(me));
    const account = await accountOf(cloud);
    expect(
      await account.read(
        { path: '/things', schema: z.array(z.object({ id: z.int() })), paged: true },
        user,
      ),
    ).toEqual({
      ok: true,
      value: [{ id: 1 }, { id: 2 }],
    });
  });

  test('a token that the service no longer knows is asked about again', async () => {
    let isKnown = true;
    const revoked = (): Reaction | null =>
      isKnown ? null : refusal(401, 'Invalid Token', { 'x-oauth-scopes': 'unknown' });
    const time = jumping();
    const { cloud, asked } = await started(serviceFor(me, revoked), { time });
    const account = await accountOf(cloud);
    isKnown = false;
    expect(await account.list(things, 0, user)).toMatchObject({
      ok: false,
      failure: { code: 'Unauthenticated' },
    });
    expect(await cloud.open(credential())).toMatchObject({
      ok: false,
      failure: { code: 'Unauthenticated' },
    });
    isKnown = true;
    time.jump(FORGIVEN_MS);
    expect((await cloud.open(credential())).ok).toBe(true);
    expect(asked().filter((line) => line === 'GET /v4/profile')).toHaveLength(3);
  });

  test('who the token is, is asked again for who needs to know it as of now, once for all who wait', async () => {
    const { cloud, asked } = await started(serviceFor(me));
    const account = await accountOf(cloud);
    expect(await account.identity(0)).toEqual({ ok: true, value: account.caller });
    expect(asked()).toHaveLength(1);
    const since = systemTime.now() + 1;
    while (systemTime.now() < since) await settled();
    const [one, other] = await Promise.all([account.identity(since), account.identity(since)]);
    expect([one, other]).toEqual([one, one]);
    expect(asked()).toHaveLength(2);
  });

  test('who cannot be asked who the token is, is not taken for who it was', async () => {
    let profiles = 0;
    const once = (seen: Seen): Reaction | null =>
      seen.path === '/v4/profile' && profiles++ > 0 ? refusal(500, 'Out of order') : null;
    const { cloud } = await started(serviceFor(me, once));
    const account = await accountOf(cloud);
    const since = systemTime.now() + 1;
    while (systemTime.now() < since) await settled();
    expect(await account.identity(since)).toMatchObject({
      ok: false,
      failure: { code: 'Unreachable' },
    });
    expect(await cloud.open(credential())).toMatchObject({ ok: true });
  });

  test.for([403, 404])(
    'after an answer %i it is asked again who the token is, half a minute later',
    async (status) => {
      const time = jumping();
      const { cloud, asked } = await started(serviceFor(me, hidden(status)), { time });
      const profiles = (): number => asked().filter((line) => line.includes('profile')).length;
      const account = await accountOf(cloud);
      await account.read({ ...things, path: '/hidden', paged: false }, user);
      await accountOf(cloud);
      expect(profiles()).toBe(1);
      time.jump(FORGIVEN_MS);
      await accountOf(cloud);
      await accountOf(cloud);
      expect(profiles()).toBe(2);
    },
  );

  test('a refusal that repeats the token does not show it', async () => {
    const echo = (seen: Seen): Reaction | null =>
      seen.path === '/v4/echo' ? refusal(403, `no ${seen.headers.authorization}`) : null;
    const { cloud } = await started(serviceFor(me, echo));
    const result = await (await accountOf(cloud)).read(
      { ...things, path: '/echo', paged: false },
      user,
    );
    expect(result).toEqual({
      ok: false,
      failure: {
        code: 'Denied',
        detail: 'the user of the token has no grant for this: no Bearer [redacted]',
      },
    });
  });

  test('what is observed holds routes and codes, never ids', async () => {
    const { cloud, requested, spent } = await started(serviceFor(me));
    const account = await accountOf(cloud);
    await account.list(things, 0, user);
    await account.item(things, 77, systemTime.now() + 1, { class: 'confirm', namespace: 'shop' });
    expect(requested.map(({ method, route, code }) => `${method} ${route} ${code}`)).toEqual([
      'GET /profile 200',
      'GET /things 200',
      'GET /things/{id} 404',
    ]);
    expect(spent).toEqual([' user', `${UUID} user`, `${UUID} confirm`]);
  });
});

test('listeners receive changes; one that throws is a bug that affects no other', async () => {
  let events: object[] = [];
  const feed = (seen: Seen): Reaction | null =>
    seen.path.startsWith('/v4/account/events')
      ? json({ data: events, page: 1, pages: 1, results: events.length })
      : null;
  const faster = {
    ...systemTime,
    after: (ms: number, wake: () => void) => systemTime.after(ms / 100, wake),
  };
  const { cloud, failed, asked } = await started(
    serviceFor({ [TOKEN]: { username: 'me', uuid: UUID } }, feed),
    { time: faster },
  );
  const bug = new Error('bug');
  cloud.onChange(() => {
    throw bug;
  });
  const changed = new Promise<CloudChange>((resolve) => cloud.onChange(resolve));
  await (await accountOf(cloud)).list(things, 0, user);
  while (!asked().some((line) => line.includes('events'))) await settled();
  events = [{ id: 2, status: 'finished', entity: { url: '/v4/things/2' } }];
  expect(await changed).toEqual({ account: UUID, collection: '/things', ids: [2], hint: true });
  expect(failed).toEqual([bug]);
});

test('after closing nothing is sent', async () => {
  const { cloud, asked } = await started(serviceFor({ [TOKEN]: { username: 'me', uuid: UUID } }));
  const account = await accountOf(cloud);
  await cloud.close();
  expect(await account.list(things, 0, user)).toMatchObject({
    ok: false,
    failure: { code: 'Fenced' },
  });
  expect(await account.write(post('/things'), user)).toMatchObject({
    ok: false,
    failure: { code: 'Fenced' },
  });
  expect(asked()).toHaveLength(1);
});

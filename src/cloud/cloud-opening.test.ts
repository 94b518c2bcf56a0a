import { describe, expect, test } from 'vitest';
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

describe('opening', () => {
  const me = { [TOKEN]: { username: 'me', uuid: 'e1af5eec-0001' } };

  test('asks once who the token is, for all who want to know', async () => {
    const { cloud, asked } = await started(serviceFor(me));
    const opened = await Promise.all(Array.from({ length: 50 }, () => cloud.open(credential())));
    await cloud.open(credential());
    expect(asked()).toEqual(['GET /v4/profile']);
    expect(opened[0]).toMatchObject({
      ok: true,
      value: {
        caller: {
          account: 'E1AF5EEC-0001',
          username: 'me',
          restricted: false,
          mayTag: true,
          scopes: ['*'],
        },
      },
    });
  });

  test.for([
    ['by the record where answers do not say it', null, UUID],
    [
      'by the user where the token may not see the record',
      refusal(401, 'not authorized', { 'x-oauth-scopes': 'volumes:read_only' }),
      'user:me',
    ],
  ] as const)('knows the account %s', async ([, answer, account]) => {
    const record = (seen: Seen): Reaction | null =>
      seen.path === '/v4/account' ? (answer ?? json({ euuid: UUID.toLowerCase() })) : null;
    const { cloud } = await started(serviceFor({ [TOKEN]: { username: 'me' } }, record));
    expect((await accountOf(cloud)).caller.account).toBe(account);
  });

  test.for([
    ['an outage', { status: 502, text: '<html>' }, 'Unreachable'],
    ['a mangled answer', json({ euuid: '\u0000' }), 'Unreadable'],
  ] as const)('does not take %s for an account of another name', async ([, answer, code]) => {
    const { cloud } = await started(
      serviceFor({ [TOKEN]: { username: 'me' } }, (seen) =>
        seen.path === '/v4/account' ? answer : null,
      ),
    );
    expect(await cloud.open(credential())).toMatchObject({ ok: false, failure: { code } });
  });

  test.for([
    [
      'those that are given',
      json({ global: { add_volumes: true, add_domains: false, account_access: null } }),
      ['add_volumes'],
    ],
    ['none where the answer is no such record', json({ globals: [] }), null],
    ['none where they may not be seen', refusal(401, 'not authorized'), null],
    ['none in an outage', { status: 502, text: '<html>' }, null],
  ] as const)('knows the grants of a restricted user: %s', async ([, answer, grants]) => {
    const person = { username: 'you', restricted: true, uuid: UUID };
    const { cloud } = await started(
      serviceFor({ [TOKEN]: person }, (seen) =>
        seen.path === '/v4/profile/grants' ? answer : null,
      ),
    );
    expect((await accountOf(cloud)).caller.grants).toEqual(grants);
  });

  test('says what a restricted user may not', async () => {
    const scopes = 'volumes:read_write computes:read_only';
    const { cloud } = await started(
      serviceFor({ [TOKEN]: { username: 'you', restricted: true, scopes, uuid: UUID } }),
    );
    expect((await accountOf(cloud)).caller).toMatchObject({
      restricted: true,
      mayTag: false,
      scopes: ['computes:read_only', 'volumes:read_write'],
    });
  });

  test('with a token that is unknown fails for all who use it with one request, and is tried again later', async () => {
    const time = jumping();
    const { cloud, asked } = await started(serviceFor({}), { time });
    for (let i = 0; i < 3; i++)
      expect(await cloud.open(credential())).toMatchObject({
        ok: false,
        failure: { code: 'Unauthenticated' },
      });
    expect(asked()).toHaveLength(1);
    time.jump(FORGIVEN_MS);
    await cloud.open(credential());
    expect(asked()).toHaveLength(2);
  });

  test('with an address that is not allowed sends nothing', async () => {
    const { cloud, asked } = await started(serviceFor(me));
    expect(await cloud.open(credential(TOKEN, 'https://evil.example/v4'))).toMatchObject({
      ok: false,
      failure: { code: 'Denied' },
    });
    expect(await cloud.open(credential('two words'))).toMatchObject({
      ok: false,
      failure: { code: 'Unauthenticated' },
    });
    expect(asked()).toEqual([]);
  });
});

describe('sharing', () => {
  test('two tokens of the same user and scopes share a view; other eyes have their own', async () => {
    const people = {
      first: { username: 'me', uuid: UUID },
      second: { username: 'me', uuid: UUID },
      narrow: { username: 'me', uuid: UUID, scopes: 'things:read_only' },
      other: { username: 'you', uuid: UUID },
    };
    const { cloud, service } = await started(serviceFor(people));
    for (const token of ['first', 'second', 'narrow', 'other'])
      await (await accountOf(cloud, credential(token))).list(things, 0, user);
    const by = service.seen
      .filter(({ path }) => path.startsWith('/v4/things'))
      .map(({ headers }) => headers.authorization);
    expect(by).toEqual(['Bearer first', 'Bearer narrow', 'Bearer other']);
    expect(cloud.gauges().budgets).toMatchObject([
      { budget: 1 },
      { budget: 2 },
      { budget: 3 },
      { budget: 4 },
    ]);
    expect(cloud.gauges().observations).toMatchObject([
      { account: UUID, route: '/things', collections: 3, items: 6, distrusted: 0 },
    ]);
  });

  test('a token in two Secrets is one: asked for once, with one budget, and what it sees is listed once', async () => {
    const { cloud, service, asked } = await started(
      serviceFor({ [TOKEN]: { username: 'me', uuid: UUID } }),
      { perMinute: 10 },
    );
    for (const baseUrl of [null, `${service.url}/v4`, `${service.url}/v4/`])
      await (await accountOf(cloud, credential(TOKEN, baseUrl))).list(things, 0, user);
    expect(asked().map((line) => line.replace(/[?].*/, ''))).toEqual([
      'GET /v4/profile',
      'GET /v4/things',
    ]);
    expect(cloud.gauges().budgets).toMatchObject([
      { account: UUID, budget: 1, limit: 10, remaining: 8 },
    ]);
    expect(cloud.gauges().observations).toMatchObject([{ collections: 1 }]);
  });
});

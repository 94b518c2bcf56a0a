import { afterEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import {
  type Reaction,
  type ScriptedService,
  type Seen,
  scriptedService,
} from '../../test/support/cloud/scripted-service.ts';
import type { Cause, Credential } from '../engine/ports/cloud.ts';
import { Secret } from '../model/secret.ts';
import { type CloudAdapter, createCloud } from './cloud.ts';
import type { CloudObserver, Requested } from './observer.ts';
import type { CloudTuning } from './settings.ts';
import { systemTime } from './time.ts';

const user: Cause = { class: 'user', namespace: 'shop' };
const things = { path: '/things', schema: z.looseObject({ id: z.int() }), paged: true };
const TOKEN = '0123456789abcdef0123456789abcdef';
const credential = (token = TOKEN, baseUrl: string | null = null): Credential => ({
  token: new Secret(token),
  baseUrl,
});
const json = (value: unknown, headers: Readonly<Record<string, string>> = {}): Reaction => ({
  status: 200,
  text: JSON.stringify(value),
  headers,
});
const refusal = (
  status: number,
  reason: string,
  headers: Readonly<Record<string, string>> = {},
): Reaction => ({
  status,
  text: JSON.stringify({ errors: [{ reason }] }),
  headers,
});

const UUID = 'E1AF5EEC-0001';

interface Person {
  readonly username: string;
  readonly restricted?: boolean;
  readonly scopes?: string;
  readonly uuid?: string;
}

/** Simulates a service with these users by token, and one collection. */
const serviceFor =
  (people: Readonly<Record<string, Person>>, more: (seen: Seen) => Reaction | null = () => null) =>
  (seen: Seen): Reaction => {
    const person = people[seen.headers.authorization?.replace('Bearer ', '') ?? ''];
    if (person === undefined) return refusal(401, 'Invalid Token', { 'x-oauth-scopes': 'unknown' });
    const headers = {
      'x-oauth-scopes': person.scopes ?? '*',
      ...(person.uuid === undefined ? {} : { 'x-customer-uuid': person.uuid }),
    };
    const answer = more(seen);
    if (answer !== null) return answer;
    if (seen.path === '/v4/profile')
      return json({ username: person.username, restricted: person.restricted ?? false }, headers);
    if (seen.path.startsWith('/v4/things?'))
      return json({ data: [{ id: 1 }, { id: 2 }], page: 1, pages: 1, results: 2 }, headers);
    return refusal(404, 'Not found', headers);
  };

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});
interface Started {
  readonly service: ScriptedService;
  readonly cloud: CloudAdapter;
  readonly requested: Requested[];
  readonly spent: string[];
  readonly failed: unknown[];
  readonly asked: () => readonly string[];
}

async function started(
  react: (seen: Seen) => Reaction,
  tuning: Partial<CloudTuning> = {},
  fence = () => true,
): Promise<Started> {
  const service = await scriptedService(react);
  const requested: Requested[] = [];
  const spent: string[] = [];
  const failed: unknown[] = [];
  const observer: CloudObserver = {
    requested: (request) => requested.push(request),
    spent: (account, of) => spent.push(`${account} ${of}`),
    failed: (error) => failed.push(error),
  };
  const settings = {
    baseUrl: `${service.url}/v4`,
    allowedHosts: [],
    pollMs: 60_000,
    fence,
    userAgent: 'cloudinfra-operator/test',
    observer,
  };
  const cloud = createCloud(settings, {
    retry: { retries: 2, firstWaitMs: 1, withinMs: 1_000 },
    gatherMs: 1,
    ...tuning,
  });
  open.push(cloud, service);
  return {
    service,
    cloud,
    requested,
    spent,
    failed,
    asked: () => service.seen.map(({ method, path }) => `${method} ${path}`),
  };
}
/** A refused token is retried after this time. */
const FORGIVEN_MS = 30_001;

/** The machine's time, which a test may advance. */
function jumping() {
  let aheadMs = 0;
  const jump = (ms: number): void => {
    aheadMs += ms;
  };
  return { ...systemTime, elapsed: () => systemTime.elapsed() + aheadMs, jump };
}

const accountOf = async (cloud: CloudAdapter, given = credential()) => {
  const opened = await cloud.open(given);
  if (!opened.ok) throw new Error(opened.failure.code);
  return opened.value;
};

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

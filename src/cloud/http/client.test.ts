import { createServer, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import {
  type Reaction,
  type ScriptedService,
  type Seen,
  scriptedService,
} from '../../../test/support/cloud/scripted-service.ts';
import { settled } from '../../../test/support/cloud/virtual-time.ts';
import { isHarmless } from '../../model/failure.ts';
import { Secret } from '../../model/secret.ts';
import { systemTime } from '../time.ts';
import { type Client, type ClientSettings, createClient, type HttpRequest } from './client.ts';

const token = new Secret('0123456789abcdef0123456789abcdef');
const open: (Client | ScriptedService)[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

async function withService(
  react: (seen: Seen) => Reaction,
  settings: Partial<ClientSettings> = {},
) {
  const service = await scriptedService(react);
  const client = createClient({
    fence: () => true,
    userAgent: 'cloudinfra-operator/1.2.3',
    time: systemTime,
    requestTimeoutMs: 5_000,
    largestAnswerBytes: 1_000_000,
    ...settings,
  });
  open.push(client, service);
  const request = (method: HttpRequest['method'], path: string, more: Partial<HttpRequest> = {}) =>
    client.send({ method, url: new URL(`${service.url}/v4${path}`), token, ...more });
  return { service, client, request };
}

const fine = (): Reaction => ({ status: 200, text: '{"id": 12}' });

describe('what is sent', () => {
  test('carries token, user agent, filter and type, and secrets readable', async () => {
    const { service, request } = await withService(fine);
    await request('GET', '/account/events?page=2', { filter: '{"id":{"+gte":3}}' });
    await request('POST', '/volumes', {
      body: {
        label: 'a',
        root_pass: new Secret('p"w'),
        nested: { list: [new Secret('x'), 1, null] },
        left: undefined,
      },
    });
    await request('DELETE', '/volumes/12');
    expect(service.seen.map(({ method, path, body }) => [method, path, body])).toEqual([
      ['GET', '/v4/account/events?page=2', ''],
      ['POST', '/v4/volumes', '{"label":"a","root_pass":"p\\"w","nested":{"list":["x",1,null]}}'],
      ['DELETE', '/v4/volumes/12', ''],
    ]);
    const [get, post, del] = service.seen.map(({ headers }) => headers);
    expect(get).toMatchObject({
      authorization: `Bearer ${token.reveal()}`,
      'user-agent': 'cloudinfra-operator/1.2.3',
      'x-filter': '{"id":{"+gte":3}}',
      accept: 'application/json',
    });
    expect(get).not.toHaveProperty('content-type');
    expect(post).toMatchObject({ 'content-type': 'application/json' });
    expect(del).not.toHaveProperty('content-type');
  });

  test('goes over connections that are kept', async () => {
    const { service, request } = await withService(fine);
    for (let i = 0; i < 20; i++) await request('GET', '/volumes');
    expect(new Set(service.seen.map(({ port }) => port)).size).toBeLessThanOrEqual(2);
  });
});

describe('what comes back', () => {
  test('is the whole answer, whatever its status', async () => {
    const { request } = await withService(() => ({
      status: 418,
      headers: { 'X-Odd': 'a' },
      text: 'tea',
    }));
    const answer = await request('GET', '/volumes');
    expect(answer).toMatchObject({
      ok: true,
      value: { status: 418, text: 'tea', headers: { 'x-odd': 'a' } },
    });
  });

  test('is refused when it is too large', async () => {
    const { request } = await withService(() => ({ status: 200, text: 'x'.repeat(200_000) }), {
      largestAnswerBytes: 100_000,
    });
    expect(await request('GET', '/volumes')).toEqual({
      ok: false,
      failure: {
        code: 'Unreadable',
        detail: 'the answer is larger than 100000 bytes',
        isTooLarge: true,
      },
    });
  });
});

describe('a write', () => {
  test.for(['cut', 'cut in the middle'] as const)(
    'is sent once, also when the connection is %s',
    async (reaction) => {
      const { service, request } = await withService(() => reaction);
      const result = await request('POST', '/volumes', { body: { label: 'a' } });
      expect(result).toMatchObject({
        ok: false,
        failure: { code: 'Unreachable', detail: expect.stringMatching(/127\.0\.0\.1:\d+ cut/) },
      });
      expect(service.seen).toHaveLength(1);
    },
  );

  test('on a connection that was kept, and is cut, is not sent a second time either', async () => {
    const { service, request } = await withService(({ method }) =>
      method === 'GET' ? fine() : 'cut',
    );
    await request('GET', '/volumes');
    await request('POST', '/volumes', { body: {} });
    expect(service.seen.filter(({ method }) => method === 'POST')).toHaveLength(1);
  });

  test('is not sent while this process may not write; a read is', async () => {
    const { service, request } = await withService(fine, { fence: () => false });
    const results = [
      await request('POST', '/volumes', { body: {} }),
      await request('PUT', '/volumes/1', { body: {} }),
      await request('DELETE', '/volumes/1'),
    ];
    expect(results.map((result) => (result.ok ? 'ok' : result.failure.code))).toEqual([
      'Fenced',
      'Fenced',
      'Fenced',
    ]);
    expect(service.seen).toEqual([]);
    expect((await request('GET', '/volumes')).ok).toBe(true);
  });

  test('asks the fence again when a connection takes the request: the process may have been suspended in front of it', async () => {
    const asked: boolean[] = [];
    const { service, request } = await withService(fine, {
      fence: () => asked.push(asked.length === 0) === 1,
    });
    expect(await request('POST', '/volumes', { body: {} })).toMatchObject({
      ok: false,
      failure: { code: 'Fenced' },
    });
    expect([asked.length, service.seen]).toEqual([2, []]);
    expect(await request('GET', '/volumes')).toMatchObject({ ok: true });
  });

  test('asks the fence each time', async () => {
    let leads = true;
    const { service, request } = await withService(fine, { fence: () => leads });
    for (let i = 0; i < 3; i++) {
      leads = i !== 1;
      await request('PUT', `/volumes/${i}`, { body: {} });
    }
    expect(service.seen.map(({ path }) => path)).toEqual(['/v4/volumes/0', '/v4/volumes/2']);
  });
});

describe('no answer', () => {
  test('in time', async () => {
    const { request } = await withService(() => 'silence', { requestTimeoutMs: 50 });
    expect(await request('GET', '/volumes')).toMatchObject({
      ok: false,
      failure: {
        code: 'Unreachable',
        detail: expect.stringMatching(/no whole answer came within 0\.05 s$/),
      },
    });
  });

  test('because no server listens', async () => {
    const { service, request } = await withService(fine);
    await service.close();
    expect(await request('GET', '/volumes')).toMatchObject({
      ok: false,
      failure: { code: 'Unreachable', detail: expect.stringMatching(/refuses/) },
    });
  });

  test('because this process stops', async () => {
    const { client, request } = await withService(fine);
    await client.close();
    expect(await request('GET', '/volumes')).toMatchObject({
      ok: false,
      failure: { code: 'Unreachable' },
    });
  });

  test('says nothing of the token when it cannot be sent', async () => {
    const { service, request } = await withService(fine);
    const result = await request('GET', '/volumes', { token: new Secret('bad\r\ntoken') });
    expect(result).toMatchObject({ ok: false, failure: { code: 'Unreachable' } });
    expect(JSON.stringify(result)).not.toContain('bad');
    expect(service.seen).toEqual([]);
  });
});

describe('a write without an answer', () => {
  /** Starts a server that accepts a connection and ends it as given. */
  async function listener(end: (socket: Socket) => void): Promise<URL> {
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => end(socket));
    });
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
    open.push({
      close: () => new Promise<void>((closed) => void server.close(() => closed())),
    } as Client);
    const address = server.address();
    return new URL(
      `https://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/v4/volumes`,
    );
  }
  const post = async (url: URL, settings: Partial<ClientSettings> = {}) => {
    const { client } = await withService(fine, settings);
    const result = await client.send({ method: 'POST', url, token, body: { label: 'a' } });
    return result.ok ? 'answered' : [result.failure.code, isHarmless(result.failure)];
  };

  test.for([
    ['an address without a server', () => new URL('http://127.0.0.1:1/v4/volumes')],
    ['a name without an address', () => new URL('http://nowhere.invalid/v4/volumes')],
    [
      'a server that speaks no TLS',
      () => listener((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')),
    ],
    ['a connection that is cut before TLS is agreed', () => listener((socket) => socket.destroy())],
  ] as const)('was not sent to %s', async ([, url]) => {
    expect(await post(await url())).toEqual(['Unreachable', true]);
  });

  test('was not sent over a connection that did not come about in time', async () => {
    const slow = listener(() => undefined);
    expect(await post(await slow, { connectTimeoutMs: 50 })).toEqual(['Unreachable', true]);
  });

  test('was not sent by a client that is closed', async () => {
    const { client, service } = await withService(fine);
    await client.close();
    const result = await client.send({
      method: 'POST',
      url: new URL(`${service.url}/v4/volumes`),
      token,
      body: {},
    });
    expect(result).toMatchObject({ ok: false, failure: { code: 'Unreachable', isUnsent: true } });
  });

  test.for(['cut', 'cut in the middle', 'silence'] as const)(
    'may have taken effect where the connection was there: %s',
    async (reaction) => {
      const { request, service } = await withService(
        ({ method }) => (method === 'GET' ? fine() : reaction),
        { requestTimeoutMs: 100 },
      );
      await request('GET', '/volumes');
      const first = await request('POST', '/volumes', { body: {} });
      const second = await request('POST', '/volumes', { body: {} });
      for (const result of [first, second]) {
        expect(result).toMatchObject({ ok: false, failure: { code: 'Unreachable' } });
        expect(result).not.toHaveProperty('failure.isUnsent');
      }
      expect(service.seen).toHaveLength(3);
    },
  );
});

test('closing waits for an answer that is under way, but not for ever', async () => {
  const faster = {
    ...systemTime,
    after: (ms: number, wake: () => void) => systemTime.after(ms / 100, wake),
  };
  const { service, client, request } = await withService(() => 'silence', {
    time: faster,
    requestTimeoutMs: 1_000_000,
  });
  const running = request('PUT', '/volumes/1', { body: {} });
  while (service.seen.length === 0) await settled();
  const closed = client.close().then(() => 'closed');
  expect(await Promise.race([closed, settled().then(() => 'open')])).toBe('open');
  expect(await closed).toBe('closed');
  expect(await running).toMatchObject({
    ok: false,
    failure: { code: 'Unreachable', detail: expect.stringContaining('this process stops') },
  });
});

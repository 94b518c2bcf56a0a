import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Recorded, recorder } from '../../../test/support/kube/recorder.ts';
import type { Access, Credentials } from '../access/access.ts';
import { type HttpOptions, HttpTransport } from './http.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

let server: Server;
let respond: Answer;
let seen: IncomingMessage[];
let sockets: Set<unknown>;
let transport: HttpTransport;
let settings: HttpOptions;
let recorded: Recorded;
let credentials: Credentials;
let refused: number;

beforeEach(async () => {
  seen = [];
  sockets = new Set();
  refused = 0;
  credentials = { headers: { authorization: 'Bearer one' }, tls: {} };
  server = createServer((request, response) => {
    seen.push(request);
    sockets.add(request.socket);
    respond(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const access: Access = {
    origin: `http://${host}`,
    host,
    prefix: '/prefix',
    proxy: null,
    credentials: async () => credentials,
    refused: () => (refused += 1),
  };
  const { observer, ...rest } = recorder();
  recorded = rest.recorded;
  settings = { access, observer, connections: 2, timeoutMs: 300 };
  transport = new HttpTransport(settings);
});

afterEach(async () => {
  await transport.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const json =
  (status: number, body: string, headers: Readonly<Record<string, string>> = {}): Answer =>
  (_, response) =>
    response.writeHead(status, headers).end(body);

test.each([
  [200, '{"a":1}', {}, { status: 200, body: { a: 1 }, retryAfterMs: null }],
  [200, '<html>', {}, { status: 200, body: '<html>', retryAfterMs: null }],
  [404, '{"message":"no"}', {}, { status: 404, body: { message: 'no' }, retryAfterMs: null }],
  [429, '', { 'retry-after': '3' }, { status: 429, body: '', retryAfterMs: 3_000 }],
  [503, 'x', { 'retry-after': 'tomorrow' }, { status: 503, body: 'x', retryAfterMs: null }],
])('%d with %j is taken whole', async (status, body, headers, value) => {
  respond = json(status, body, headers);
  expect(await transport.send({ method: 'GET', path: '/x' })).toEqual({ ok: true, value });
  expect(recorded.requested).toEqual([
    [{ code: String(status), method: 'GET', host: expect.stringMatching(/^127/) }],
  ]);
});

test('says who asks, and sends what is given', async () => {
  let sent = '';
  respond = (request, response) => {
    request.on('data', (piece) => (sent += String(piece)));
    request.on('end', () => response.end('{}'));
  };
  await transport.send({
    method: 'PATCH',
    path: '/x?y=1',
    body: { type: 'application/merge-patch+json', text: '{"ä":1}' },
  });
  expect(seen[0]).toMatchObject({
    method: 'PATCH',
    url: '/prefix/x?y=1',
    headers: {
      authorization: 'Bearer one',
      'user-agent': 'cloudinfra-operator',
      'content-type': 'application/merge-patch+json',
    },
  });
  expect(sent).toBe('{"ä":1}');
});

test('the credentials are those of the moment, and 401 asks for new ones', async () => {
  respond = json(401, '{}');
  await transport.send({ method: 'GET', path: '/x' });
  credentials = { ...credentials, headers: { authorization: 'Bearer two' } };
  await transport.send({ method: 'GET', path: '/x' });
  expect(seen.map(({ headers }) => headers.authorization)).toEqual(['Bearer one', 'Bearer two']);
  expect(refused).toBe(2);
});

test('as many connections as allowed serve all requests, whatever their answers, until the certificate changes', async () => {
  respond = json(500, JSON.stringify('x'.repeat(200_000)));
  for (let i = 0; i < 10; i++)
    await Promise.all([1, 2, 3].map(() => transport.send({ method: 'GET', path: '/x' })));
  expect(sockets.size).toBe(2);
  credentials = { ...credentials, tls: { cert: 'another' } };
  await transport.send({ method: 'GET', path: '/x' });
  expect(sockets.size).toBe(3);
});

test.each<[string, Answer]>([
  ['a connection that is cut', (_, response) => response.destroy()],
  [
    'an answer that is cut',
    (_, response) =>
      response.writeHead(200, { 'content-length': '10' }).write('12345', () => response.destroy()),
  ],
  ['no answer in time', () => undefined],
  ['an answer that stops', (_, response) => response.writeHead(200).write('1')],
])('%s is Unreachable, as a value', async (_, answer) => {
  respond = answer;
  expect(await transport.send({ method: 'GET', path: '/x' })).toMatchObject({
    ok: false,
    failure: { code: 'Unreachable', status: null },
  });
  expect(recorded.requested).toMatchObject([[{ code: '<error>' }]]);
});

test('a request with a deadline ends by then, while it connects and while its answer drips', async () => {
  const deaf = createTcpServer((socket) => void socket.on('error', () => {}).resume());
  await new Promise<void>((resolve) => deaf.listen(0, '127.0.0.1', resolve));
  const origin = `https://127.0.0.1:${(deaf.address() as AddressInfo).port}`;
  respond = (_, response) => {
    response.writeHead(200);
    const drip = setInterval(() => response.write('1'), 100);
    response.once('close', () => clearInterval(drip));
  };
  for (const access of [settings.access, { ...settings.access, origin }]) {
    const hurried = new HttpTransport({ ...settings, access, deadlineMs: 400 });
    expect(await hurried.send({ method: 'GET', path: '/x' })).toMatchObject({
      ok: false,
      failure: { code: 'Unreachable' },
    });
    await hurried.close();
  }
  await new Promise((resolve) => deaf.close(resolve));
});

test('a missing server is Unreachable, with a message that names it', async () => {
  await new Promise((resolve) => server.close(resolve));
  expect(await transport.send({ method: 'GET', path: '/x' })).toMatchObject({
    failure: { code: 'Unreachable', detail: expect.stringContaining('ECONNREFUSED') },
  });
});

test('a proxy is gone through', async () => {
  const passed: string[] = [];
  const proxy = createServer((request, response) => {
    passed.push(request.url ?? '');
    response.end('{"by":"proxy"}');
  });
  proxy.on('connect', (request, socket) => {
    passed.push(request.url ?? '');
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const proxied = new HttpTransport({
    ...settings,
    access: {
      ...settings.access,
      proxy: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    },
  });
  await proxied.send({ method: 'GET', path: '/x' });
  expect(passed).toEqual([expect.stringContaining(settings.access.host)]);
  expect(seen).toEqual([]);
  await proxied.close();
  proxy.closeAllConnections();
  await new Promise((resolve) => proxy.close(resolve));
});

test('a stream arrives unchanged, silent for longer than requests may be, with whole characters', async () => {
  const bytes = Buffer.from('„ä"\n');
  respond = (_, response) => {
    response.writeHead(200).write(bytes.subarray(0, 2));
    setTimeout(() => response.end(bytes.subarray(2)), 600);
  };
  const stream = await transport.stream({ method: 'GET', path: '/x' });
  let text = '';
  if (stream.ok && 'pieces' in stream.value)
    for await (const piece of stream.value.pieces) text += piece;
  expect(text).toBe('„ä"\n');
});

test('a stream that is refused is an answer like any other', async () => {
  respond = json(410, '{"code":410}');
  expect(await transport.stream({ method: 'GET', path: '/x' })).toEqual({
    ok: true,
    value: { status: 410, body: { code: 410 }, retryAfterMs: null },
  });
});

test('a stream that is aborted ends with a rejection, and its connection with it', async () => {
  const closed = vi.fn<() => void>();
  respond = (request, response) => {
    request.socket.once('close', closed);
    response.writeHead(200).write('1');
  };
  const abort = new AbortController();
  const stream = await transport.stream({ method: 'GET', path: '/x', signal: abort.signal });
  if (!stream.ok || !('pieces' in stream.value)) throw new Error('no stream');
  const { pieces } = stream.value;
  const reading = (async () => {
    for await (const piece of pieces) if (piece === '1') abort.abort();
  })();
  await expect(reading).rejects.toThrow('aborted');
  await vi.waitFor(() => expect(closed).toHaveBeenCalled());
});

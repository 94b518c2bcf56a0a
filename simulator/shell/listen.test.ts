import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openStage, type Stage } from '../../test/support/simulator/stage.ts';
import { type Listening, listen } from './listen.ts';

const open = {
  stage: openStage(),
  listening: undefined as Listening | undefined,
  bugs: [] as unknown[],
};

beforeEach(async () => {
  open.stage = openStage();
  open.bugs = [];
  open.listening = await listen(open.stage.sim, {
    port: 0,
    onBug: (error) => open.bugs.push(error),
  });
});

afterEach(async () => {
  await open.listening?.close();
});

const url = (path: string): string => `${open.listening?.url}${path}`;
const port = (): number => Number(new URL(url('')).port);
const auth = (stage: Stage) => ({
  authorization: `Bearer ${stage.sim.tokens.admin}`,
  'content-type': 'application/json',
});

const talk = async (text: string): Promise<string> => {
  const socket = connect(port(), '127.0.0.1');
  socket.write(text);
  let response = '';
  socket.on('data', (chunk) => {
    response += String(chunk);
  });
  await once(socket, 'close');
  return response;
};

test('a real client is answered, with the date of the simulated clock', async () => {
  const answer = await fetch(url('/volumes'), {
    method: 'POST',
    headers: auth(open.stage),
    body: '{"label":"v","region":"us-east"}',
  });
  expect([answer.status, answer.headers.get('date')]).toEqual([
    200,
    'Thu, 15 Jun 2023 12:00:00 GMT',
  ]);
  expect(await answer.json()).toMatchObject({ label: 'v', status: 'creating' });
});

test('an empty answer has no body, and says that it is JSON as every answer', async () => {
  const answer = await fetch(url('/profile/grants'), { headers: auth(open.stage) });
  expect([answer.status, await answer.text(), answer.headers.get('content-type')]).toEqual([
    204,
    '',
    'application/json',
  ]);
});

test('HEAD is answered without a body', async () => {
  const answer = await fetch(url('/volumes'), { method: 'HEAD', headers: auth(open.stage) });
  expect([answer.status, await answer.text()]).toEqual([200, '']);
});

test('connections are kept', async () => {
  const ask = 'GET /v4/regions/us-east HTTP/1.1\r\nHost: x\r\n';
  const response = await talk(`${ask}\r\n${ask}Connection: close\r\n\r\n`);
  expect(response.match(/HTTP\/1.1 200/g)).toHaveLength(2);
});

test('a body that is too large is refused', async () => {
  const answer = await fetch(url('/volumes'), {
    method: 'POST',
    headers: auth(open.stage),
    body: 'x'.repeat(2 << 20),
  });
  expect(answer.status).toBe(413);
});

test('what is no HTTP is answered with 400', async () => {
  expect(await talk('nonsense\r\n\r\n')).toMatch(/^HTTP\/1.1 400/);
});

test('a client that leaves in the middle of its body does no harm', async () => {
  const socket = connect(port(), '127.0.0.1');
  socket.write('POST /v4/volumes HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{"label"');
  await once(socket, 'connect');
  socket.destroy();
  expect((await fetch(url('/regions'))).status).toBe(200);
  expect(open.bugs).toEqual([]);
});

test('faults cut the connection before and in the middle of the answer', async () => {
  open.stage.sim.addFault({ kind: 'dropAfter', route: '/volumes', method: 'POST' });
  open.stage.sim.addFault({ kind: 'truncate', route: '/volumes', method: 'GET' });
  const post = fetch(url('/volumes'), {
    method: 'POST',
    headers: auth(open.stage),
    body: '{"label":"v","region":"us-east"}',
  });
  await expect(post).rejects.toThrow('fetch failed');
  const list = await fetch(url('/volumes'), { headers: auth(open.stage) });
  expect(list.status).toBe(200);
  await expect(list.text()).rejects.toThrow('terminated');
  open.stage.sim.clearFaults();
  expect(open.stage.call('GET', '/volumes').at('results')).toBe(1);
});

test('an image is uploaded to the address that was given', async () => {
  const fault = {
    method: 'POST',
    headers: auth(open.stage),
    body: '{"label":"i","region":"us-east"}',
  };
  const { upload_to } = (await (await fetch(url('/images/upload'), fault)).json()) as {
    readonly upload_to: string;
  };
  const put = httpRequest(upload_to, {
    method: 'PUT',
    headers: { 'content-type': 'application/octet-stream' },
  });
  put.end(Buffer.concat([Buffer.from([0x1f, 0x8b]), Buffer.alloc(3 << 20)]));
  const [answer] = (await once(put, 'response')) as [import('node:http').IncomingMessage];
  answer.resume();
  expect(answer.statusCode).toBe(200);
  open.stage.settle();
  expect(open.stage.call('GET', '/images/private/17578001').body).toMatchObject({
    status: 'available',
    size: 4,
  });
});

test('a port that is in use is reported', async () => {
  await expect(listen(open.stage.sim, { port: port() })).rejects.toThrow('EADDRINUSE');
});

test('the bytes of a file are sent and received unchanged', async () => {
  const body = { label: 'shop', redirect_uri: 'https://shop.example.org' };
  const created = open.stage.call('POST', '/account/oauth-clients', body);
  const path = url(`/account/oauth-clients/${String(created.at('id'))}/thumbnail`);
  const image = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0xff, 0xc3]);
  const headers = { ...auth(open.stage), 'content-type': 'image/png' };
  const sent = await fetch(path, { method: 'PUT', headers, body: image });
  const received = await fetch(path);
  expect([sent.status, received.headers.get('content-type')]).toEqual([200, 'image/png']);
  expect(new Uint8Array(await received.arrayBuffer())).toEqual(image);
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { dump } from 'js-yaml';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { kubeTime } from '../../../test/support/kube/kube-time.ts';
import { openAccess } from './access.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kubeconfig-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const SERVER = {
  server: 'https://api.example:6443/clusters/one/',
  'certificate-authority-data': Buffer.from('CA').toString('base64'),
};

const kubeconfig = (
  user: object | null,
  cluster: object | null = SERVER,
  context: string | null = 'c',
): object => ({
  ...(context === null ? {} : { 'current-context': context }),
  contexts: [{ name: 'c', context: { cluster: 'k', user: 'u' } }],
  clusters: cluster === null ? [] : [{ name: 'k', cluster }],
  users: user === null ? [] : [{ name: 'u', user }],
});

function written(content: object | string, name = 'config'): string {
  const path = join(folder, name);
  writeFileSync(path, typeof content === 'string' ? content : dump(content));
  return path;
}

/** Builds an exec plugin that prints the content of a file as its token. */
const plugin = (file: string) => ({
  exec: {
    apiVersion: 'client.authentication.k8s.io/v1',
    command: process.execPath,
    args: [
      '-e',
      `console.log(JSON.stringify({status: {token: require('fs').readFileSync(${JSON.stringify(file)}, 'utf8'), expirationTimestamp: '2020-01-01T00:00:00Z'}}))`,
    ],
  },
});

async function opened(path: string, time = kubeTime()) {
  const access = await openAccess(path, time);
  if (!access.ok) throw new Error(access.failure.detail);
  return access.value;
}

describe('a good kubeconfig', () => {
  test('says where and who', async () => {
    const encoded = (text: string) => Buffer.from(text).toString('base64');
    const user = {
      'client-certificate-data': encoded('CERT'),
      'client-key-data': encoded('KEY'),
      as: 'somebody',
    };
    const access = await opened(
      written(
        kubeconfig(user, { ...SERVER, 'tls-server-name': 'inside', 'proxy-url': 'http://proxy:1' }),
      ),
    );
    expect(access).toMatchObject({
      origin: 'https://api.example:6443',
      host: 'api.example:6443',
      prefix: '/clusters/one',
      proxy: 'http://proxy:1',
    });
    expect(await access.credentials()).toEqual({
      headers: { 'impersonate-user': 'somebody' },
      tls: { ca: 'CA', cert: 'CERT', key: 'KEY', servername: 'inside' },
    });
  });

  test.each([
    [{ token: 'abc' }, 'Bearer abc'],
    [{ username: 'me', password: 'p:w' }, `Basic ${Buffer.from('me:p:w').toString('base64')}`],
  ])('%j is %s', async (user, authorization) => {
    expect((await (await opened(written(kubeconfig(user)))).credentials()).headers).toEqual({
      authorization,
    });
  });

  test('may come in several files, the first of which decides; those that are missing do not count', async () => {
    const one = written(
      { 'current-context': 'c', contexts: [{ name: 'c', context: { cluster: 'k', user: 'u' } }] },
      'one',
    );
    const two = written(
      {
        'current-context': 'other',
        clusters: [{ name: 'k', cluster: SERVER }],
        users: [{ name: 'u', user: { token: 'abc' } }],
      },
      'two',
    );
    expect((await opened([one, join(folder, 'missing'), two].join(delimiter))).host).toBe(
      'api.example:6443',
    );
  });
});

describe('a kubeconfig that is of no use is one sentence', () => {
  const rows: readonly (readonly [string, object | string, RegExp])[] = [
    ['an empty file', '', /config cannot be read: expected a document, but the input is empty$/],
    ['no kubeconfig', 'null', /config cannot be read: it is not a kubeconfig$/],
    ['a word', 'hello', /config has no current-context$/],
    ['no YAML', 'users:\n- token: geheim\n  a: [', /config cannot be read: unexpected end/],
    [
      'a cluster without a server',
      kubeconfig({ token: 'x' }, {}),
      /clusters\[0\].cluster.server is missing/,
    ],
    ['no current context', kubeconfig({ token: 'x' }, SERVER, null), /has no current-context$/],
    [
      'an unknown context',
      kubeconfig({ token: 'x' }, SERVER, 'd'),
      /has no context d, its current-context$/,
    ],
    [
      'an unknown cluster',
      kubeconfig({ token: 'x' }, null),
      /has no cluster k, which context c names$/,
    ],
    ['an unknown user', kubeconfig(null), /has no user u, which context c names$/],
    [
      'an address that is none',
      kubeconfig({ token: 'x' }, { server: 'not an address' }),
      /has no usable server address$/,
    ],
    [
      'a certificate that is missing',
      kubeconfig({ 'client-certificate': '/nowhere/cert' }),
      /credentials of kubeconfig context c cannot be read: ENOENT.*\/nowhere\/cert/,
    ],
    [
      'a plugin that is missing',
      kubeconfig({
        exec: { command: '/nowhere/plugin', apiVersion: 'client.authentication.k8s.io/v1' },
      }),
      /cannot be read: .*\/nowhere\/plugin.*ENOENT/,
    ],
    [
      'a plugin that fails',
      kubeconfig({
        exec: {
          command: process.execPath,
          args: ['-e', 'console.error("log in first"); process.exit(1)'],
        },
      }),
      /cannot be read: log in first$/,
    ],
    [
      'a proxy of another scheme, whose password is not shown',
      kubeconfig({ token: 'x' }, { ...SERVER, 'proxy-url': 'socks5://me:geheim@proxy:1080' }),
      /has a proxy-url that is neither http nor https$/,
    ],
    [
      'a proxy whose address is none, and its password is not shown',
      kubeconfig({ token: 'x' }, { ...SERVER, 'proxy-url': 'http://me:geheim@' }),
      /has a proxy-url that is no address$/,
    ],
    [
      'a server whose address is none, and its password is not shown',
      kubeconfig({ token: 'x' }, { ...SERVER, server: 'https://me:geheim@' }),
      /has no usable server address$/,
    ],
    [
      'plain HTTP',
      kubeconfig({ token: 'x' }, { server: 'http://api.example' }),
      /HTTP protocol is not allowed when skipTLSVerify is not set/,
    ],
  ];
  test.each(rows)('%s', async (_, content, sentence) => {
    const access = await openAccess(written(content), kubeTime());
    expect(access).toMatchObject({
      ok: false,
      failure: { detail: expect.stringMatching(sentence) },
    });
    expect(access.ok ? '' : access.failure.detail).not.toMatch(/\n|geheim/);
  });

  test('one that is not there', async () => {
    const path = join(folder, 'missing');
    expect(await openAccess(path, kubeTime())).toEqual({
      ok: false,
      failure: { detail: `kubeconfig ${path} does not exist` },
    });
  });
});

describe('credentials that rotate', () => {
  const tokenOf = async (access: {
    credentials(): Promise<{ readonly headers: Readonly<Record<string, string>> }>;
  }) => (await access.credentials()).headers['authorization'];

  test('are read again after half a minute', async () => {
    const file = written('one', 'token');
    const time = kubeTime();
    const access = await opened(written(kubeconfig(plugin(file))), time);
    writeFileSync(file, 'two');
    expect(await tokenOf(access)).toBe('Bearer one');
    await time.advance(30_000);
    expect(await Promise.all([tokenOf(access), tokenOf(access)])).toEqual([
      'Bearer two',
      'Bearer two',
    ]);
  });

  test('are the last good ones while they cannot be read', async () => {
    const file = written('one', 'token');
    const time = kubeTime();
    const access = await opened(written(kubeconfig(plugin(file))), time);
    rmSync(file);
    await time.advance(30_000);
    expect(await tokenOf(access)).toBe('Bearer one');
    writeFileSync(file, 'two');
    await time.advance(30_000);
    expect(await tokenOf(access)).toBe('Bearer two');
  });

  test('are read again from the kubeconfig when the API server refuses them, but not on every refusal', async () => {
    const path = written(kubeconfig({ token: 'one' }));
    const time = kubeTime();
    const access = await opened(path, time);
    written(kubeconfig({ token: 'two' }));
    access.refused();
    expect(await tokenOf(access)).toBe('Bearer one');
    await time.advance(5_000);
    access.refused();
    expect(await tokenOf(access)).toBe('Bearer two');
  });

  test('in a file, as a pod has them, are read from the file, without what is around them', async () => {
    const file = written('one\n', 'token');
    const time = kubeTime();
    const access = await opened(
      written(kubeconfig({ 'auth-provider': { name: 'tokenFile', config: { tokenFile: file } } })),
      time,
    );
    expect(await tokenOf(access)).toBe('Bearer one');
    writeFileSync(file, 'two');
    await time.advance(5_000);
    access.refused();
    expect(await tokenOf(access)).toBe('Bearer two');
  });

  test('keep their TLS identity until it changes, so that connections may stay', async () => {
    const encoded = (text: string) => Buffer.from(text).toString('base64');
    const path = written(
      kubeconfig({ 'client-certificate-data': encoded('A'), 'client-key-data': encoded('K') }),
    );
    const time = kubeTime();
    const access = await opened(path, time);
    const before = (await access.credentials()).tls;
    await time.advance(30_000);
    expect((await access.credentials()).tls).toBe(before);
    written(
      kubeconfig({ 'client-certificate-data': encoded('B'), 'client-key-data': encoded('K') }),
    );
    access.refused();
    expect((await access.credentials()).tls).toMatchObject({ cert: 'B' });
  });
});

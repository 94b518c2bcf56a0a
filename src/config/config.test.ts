import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readRunConfig } from './config.ts';
import { tokenSource } from './service.ts';

const ENV = {
  CLOUD_API_URL: 'https://api.example.com/v4/',
  CLOUD_API_TOKEN: 'secret-token',
  CLOUD_API_TOKEN_NAMESPACES: '*',
};

test('the settings that are not given have the values that the reference names', () => {
  expect(readRunConfig([], ENV)).toMatchObject({
    ok: true,
    value: {
      apiUrl: 'https://api.example.com/v4',
      tokenNamespaces: null,
      allowedHosts: [],
      namespaces: null,
      listen: { host: '0.0.0.0', port: 8080 },
      pollMs: 30_000,
      listingLagMs: 900_000,
      leaderElect: false,
      leaseNamespace: 'default',
      brake: { count: 5, windowMs: 600_000 },
      logLevel: 'info',
      logFormat: 'auto',
    },
  });
});

test('arguments win over the environment, and a repeated one is a list', () => {
  const read = readRunConfig(
    [
      '--api-url',
      'http://localhost:9000/v4',
      '--namespace',
      'a',
      '--namespace',
      'b',
      '--poll',
      '2m',
    ],
    {
      ...ENV,
      POD_NAMESPACE: 'system',
    },
  );
  expect(read).toMatchObject({
    ok: true,
    value: {
      apiUrl: 'http://localhost:9000/v4',
      namespaces: ['a', 'b'],
      pollMs: 120_000,
      leaseNamespace: 'system',
    },
  });
});

test.each([
  ['the one that is given', ['--kubeconfig', 'mine'], { KUBECONFIG: 'theirs' }, 'mine'],
  ['else that of the environment', [], { KUBECONFIG: 'theirs' }, 'theirs'],
  ['none where that is empty', [], { KUBECONFIG: '' }, null],
])('the kubeconfig is %s', (_name, args, env, kubeconfig) => {
  expect(readRunConfig(args, { ...ENV, ...env })).toMatchObject({
    ok: true,
    value: { kubeconfig },
  });
});

test.each([
  ['the one that is given', ['--class', 'gold'], 'silver', 'gold'],
  ['else that of the environment', [], 'silver', 'silver'],
  ['none where that is empty', [], '', null],
  ['none where none is named', [], undefined, null],
])('the class is %s', (_name, args, named, of) => {
  expect(readRunConfig(args, { ...ENV, CLOUDINFRA_CLASS: named })).toMatchObject({
    ok: true,
    value: { class: of },
  });
});

test.each([
  ['http://127.8.0.1:9000/v4', []],
  ['http://[::1]:9000/v4', []],
  ['http://api.example.com/v4', ['--insecure-http']],
])('%s with %j is taken', (address, flags) => {
  expect(readRunConfig(flags, { ...ENV, CLOUD_API_URL: address })).toMatchObject({
    ok: true,
    value: { apiUrl: address },
  });
});

describe("the operator's own token serves", () => {
  const served = (args: readonly string[], names?: string) => {
    const read = readRunConfig(args, { ...ENV, CLOUD_API_TOKEN_NAMESPACES: names });
    return read.ok ? read.value.tokenNamespaces : read.failure.message;
  };

  test.each([
    [
      'those that are named',
      ['--token-namespace', 'a', '--token-namespace', 'b'],
      undefined,
      ['a', 'b'],
    ],
    ['those that the environment names', [], 'a, b', ['a', 'b']],
    ['those of the flags before those of the environment', ['--token-namespace', 'a'], 'b', ['a']],
    ['every one where the flag requires it', ['--token-namespace', '*'], undefined, null],
    ['every one where the environment says so', [], '*', null],
    ['those that are watched', ['--namespace', 'a', '--namespace', 'b'], undefined, ['a', 'b']],
    [
      'fewer than are watched where the flag requires it',
      ['--namespace', 'a', '--namespace', 'b', '--token-namespace', 'b'],
      undefined,
      ['b'],
    ],
    ['none where there is no such token', ['--secrets-only'], undefined, []],
  ])('%s', (_name, args, names, namespaces) => expect(served(args, names)).toEqual(namespaces));

  test.each([
    ['nothing is set', undefined],
    ['the environment is empty', ' , '],
  ])('no namespace by itself: the operator does not start where %s', (_name, names) =>
    expect(served([], names)).toMatch(
      /^--token-namespace is not set: name each namespace .* or '\*' for all namespaces, .* CLOUD_API_TOKEN_NAMESPACES; .* --namespace$/,
    ),
  );
});

describe('a clear line says what is wrong', () => {
  test.each([
    ['a kubeconfig without a name', ['--kubeconfig', ''], ENV, '--kubeconfig must name a file'],
    ['no address', [], { CLOUD_API_TOKEN: 't' }, 'CLOUD_API_URL is not set'],
    [
      'an address that would get the token unencrypted',
      ['--api-url', 'http://api.example.com:81/v4'],
      ENV,
      'the address of the service must begin with https: api.example.com:81 would receive the token unencrypted; --insecure-http allows this',
    ],
    [
      'one that only looks like this machine',
      [],
      { ...ENV, CLOUD_API_URL: 'http://localhost.example/v4' },
      'must begin with https',
    ],
    [
      'an address that is none',
      ['--api-url', 'api.example.com'],
      ENV,
      '--api-url must be an http or https address',
    ],
    [
      'no token',
      [],
      { CLOUD_API_URL: 'https://x/v4' },
      'CLOUD_API_TOKEN is not set: set it, or use --token-file, or use only Secrets with --secrets-only',
    ],
    ['a blank token', [], { ...ENV, CLOUD_API_TOKEN: '  ' }, 'CLOUD_API_TOKEN is not set'],
    [
      'a token file that is not there',
      ['--token-file', '/nowhere/token'],
      ENV,
      '--token-file /nowhere/token cannot be read',
    ],
    ['an unknown flag', ['--nope'], ENV, "Unknown option '--nope'"],
    ['a stray word', ['now'], ENV, 'Unexpected argument'],
    [
      'a period that is too short',
      ['--poll', '10ms'],
      ENV,
      '--poll must be a duration of at least 1s',
    ],
    ['a period without unit', ['--poll', '30'], ENV, '--poll must be a duration'],
    ['a port that is none', ['--listen', '0.0.0.0:70000'], ENV, '--listen must be HOST:PORT'],
    [
      'a namespace that is none',
      ['--namespace', 'Not_One'],
      ENV,
      '--namespace must be the name of a namespace',
    ],
    [
      'a namespace of the token that is none',
      ['--token-namespace', 'Not_One'],
      ENV,
      '--token-namespace must be the name of a namespace, or * for all namespaces',
    ],
    [
      'a class that is none',
      ['--class', 'Gold!'],
      ENV,
      '--class must be a class: at most 40 lower-case letters, digits and hyphens',
    ],
    [
      'a level that is none',
      ['--log-level', 'loud'],
      ENV,
      '--log-level must be debug, info, warn or error',
    ],
    ['a format that is none', ['--log-format', 'xml'], ENV, '--log-format must be json or pretty'],
  ])('%s', (_name, args, env, says) => {
    const read = readRunConfig(args, env);
    expect(read).toMatchObject({ ok: false, failure: { message: expect.stringContaining(says) } });
    expect(JSON.stringify(read)).not.toContain('secret-token');
  });
});

test('all problems are reported at once', () => {
  const read = readRunConfig(['--api-url', 'http://api.example.com/v4', '--poll', '30', '--nope'], {
    CLOUD_API_TOKEN_NAMESPACES: 'Not_One',
  });
  expect(read.ok ? [] : read.failure.message.split('\n')).toEqual([
    "Unknown option '--nope'; see --help",
    '--token-namespace must be the name of a namespace, or * for all namespaces',
    '--poll must be a duration of at least 1s, such as 30s or 5m',
    'the address of the service must begin with https: api.example.com would receive the token unencrypted; --insecure-http allows this',
    'CLOUD_API_TOKEN is not set: set it, or use --token-file, or use only Secrets with --secrets-only',
  ]);
});

describe('a token file', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'token-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  test('is read again each time, and the last token stays valid while the file is missing or empty', () => {
    const file = join(folder, 'token');
    writeFileSync(file, 'first\n');
    const read = readRunConfig(['--token-file', file], ENV);
    const token = () => (read.ok ? read.value.token?.().reveal() : undefined);
    expect(token()).toBe('first');
    writeFileSync(file, 'second');
    expect(token()).toBe('second');
    writeFileSync(file, '');
    expect(token()).toBe('second');
    rmSync(file);
    expect(token()).toBe('second');
  });

  test('that is empty at the start is reported', () => {
    const file = join(folder, 'token');
    writeFileSync(file, ' \n');
    expect(readRunConfig(['--token-file', file], ENV)).toMatchObject({
      ok: false,
      failure: { message: `--token-file ${file} is empty` },
    });
  });
});

test('a command without object Secrets does not print the message about them', () => {
  expect(tokenSource(undefined, {})).toEqual({
    ok: false,
    failure: { message: 'CLOUD_API_TOKEN is not set: set it, or use --token-file' },
  });
});

import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { plane } from './plane.ts';
import { MAIN } from './service.ts';

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}
type Environment = Readonly<Record<string, string>>;
/** The fault in words; the arguments after `run`; the environment, where it is not the default; the
 *  expected message. */
type Row = readonly [
  name: string,
  flags: readonly string[],
  said: string | RegExp,
  environment?: (usual: Environment) => Environment,
];

let directory: string;
let occupied: Server;
const file = (name: string): string => join(directory, name);
const inFolder = (text: string): string => text.replaceAll('DIR', directory);

const without = (name: string) => (usual: Environment) =>
  Object.fromEntries(Object.entries(usual).filter(([other]) => other !== name));
const having = (name: string, value: string) => (usual: Environment) => ({
  ...usual,
  [name]: value,
});

const CLUSTER = { name: 'c', cluster: { server: 'https://127.0.0.1:1' } };
const USER = { name: 'u', user: {} };
const kubeconfig = (change: object) =>
  JSON.stringify({
    contexts: [{ name: 'x', context: { cluster: 'c', user: 'u' } }],
    clusters: [CLUSTER],
    users: [USER],
    'current-context': 'x',
    ...change,
  });
const FILES: Readonly<Record<string, string>> = {
  'empty-token': '\n',
  'no-yaml': 'a: [',
  'no-kubeconfig': 'just words',
  'no-current': kubeconfig({ 'current-context': undefined }),
  'no-context': kubeconfig({ 'current-context': 'y' }),
  'no-cluster': kubeconfig({ clusters: [] }),
  'no-user': kubeconfig({ users: [] }),
  'no-server': kubeconfig({ clusters: [{ name: 'c', cluster: { server: 'nowhere' } }] }),
  'no-plugin': kubeconfig({
    users: [
      {
        name: 'u',
        user: {
          exec: { apiVersion: 'client.authentication.k8s.io/v1', command: 'no-such-plugin' },
        },
      },
    ],
  }),
};

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'cloudinfra-settings-'));
  for (const [name, text] of Object.entries(FILES)) await writeFile(file(name), text);
  await mkdir(file('folder'));
  occupied = createServer();
  await new Promise<void>((resolve) => occupied.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  occupied.close();
  await rm(directory, { recursive: true });
});

/** Runs the program to its end. */
function program(args: readonly string[], environment: Environment): Promise<Ended> {
  const child = spawn(process.execPath, [MAIN, ...args.map(inFolder)], {
    env: { NODE_COMPILE_CACHE: plane.compiled, ...environment },
    timeout: 120_000,
    killSignal: 'SIGKILL',
  });
  const text = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (chunk) => (text.out += chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk) => (text.err += chunk));
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, ...text })));
}

const usual = (): Environment => ({
  CLOUD_API_URL: 'http://127.0.0.1:1/v4',
  CLOUD_API_TOKEN: 'planted-token-1',
  CLOUD_API_TOKEN_NAMESPACES: '*',
  KUBECONFIG: plane.kubeconfig,
});

const ROWS: readonly Row[] = [
  ['no address of the service', [], 'CLOUD_API_URL is not set', without('CLOUD_API_URL')],
  [
    'an address that is none',
    ['--api-url', 'somewhere'],
    '--api-url must be an http or https address',
  ],
  [
    'an address of another protocol',
    [],
    '--api-url must be an http or https address',
    having('CLOUD_API_URL', 'ftp://example.com'),
  ],
  ['no token', [], 'CLOUD_API_TOKEN is not set', without('CLOUD_API_TOKEN')],
  ['an empty token', [], 'CLOUD_API_TOKEN is not set', having('CLOUD_API_TOKEN', '  ')],
  [
    'a token file that is not there',
    ['--token-file', 'DIR/nowhere'],
    /--token-file \S+nowhere cannot be read/,
  ],
  [
    'a token file that is a folder',
    ['--token-file', 'DIR/folder'],
    /--token-file \S+folder cannot be read/,
  ],
  ['a token file that is empty', ['--token-file', 'DIR/empty-token'], /--token-file \S+ is empty/],
  ['an unknown flag', ['--speed=3'], "Unknown option '--speed'"],
  ['a word that belongs to no flag', ['fast'], "Unexpected argument 'fast'"],
  ['a flag without its value', ['--poll'], "'--poll <value>' argument missing"],
  [
    'a period that is none',
    ['--poll', 'often'],
    '--poll must be a duration of at least 1s, such as 30s or 5m',
  ],
  ['a period that is too short', ['--poll', '500ms'], '--poll must be a duration of at least 1s'],
  ['an address to listen on that is none', ['--listen', 'here'], '--listen must be HOST:PORT'],
  ['a port that is none', ['--listen', '127.0.0.1:65536'], '--listen must be HOST:PORT'],
  [
    'an address of another machine',
    ['--listen', '192.0.2.1:8080'],
    'cannot listen on 192.0.2.1:8080',
  ],
  ['an unknown level', ['--log-level', 'loud'], '--log-level must be debug, info, warn or error'],
  ['an unknown format', ['--log-format', 'xml'], '--log-format must be json or pretty'],
  [
    'a namespace that cannot be',
    ['--namespace', 'Not_One'],
    '--namespace must be the name of a namespace',
  ],
  [
    'a namespace of the token that cannot be',
    ['--token-namespace', '-'],
    '--token-namespace must be the name of a namespace',
  ],
  [
    'no namespace of the token',
    [],
    '--token-namespace is not set',
    without('CLOUD_API_TOKEN_NAMESPACES'),
  ],
  [
    'a brake that is no number',
    ['--brake-count', 'few'],
    '--brake-count must be a number from 0 to 9999',
  ],
  [
    'a namespace of the lease that cannot be',
    [],
    '--lease-namespace must be the name of a namespace',
    having('POD_NAMESPACE', 'x y'),
  ],
  [
    'a kubeconfig that is not there',
    ['--kubeconfig', 'DIR/nowhere'],
    /kubeconfig \S+nowhere does not exist/,
  ],
  ['no kubeconfig at all', [], /no kubeconfig is set, \S+ does not exist/, without('KUBECONFIG')],
  [
    'a kubeconfig that is no YAML',
    ['--kubeconfig', 'DIR/no-yaml'],
    /kubeconfig \S+no-yaml cannot be read/,
  ],
  [
    'a kubeconfig that is none',
    ['--kubeconfig', 'DIR/no-kubeconfig'],
    /kubeconfig \S+no-kubeconfig (cannot be read|has no current-context)/,
  ],
  [
    'a kubeconfig without current context',
    ['--kubeconfig', 'DIR/no-current'],
    'has no current-context',
  ],
  ['a kubeconfig without its context', ['--kubeconfig', 'DIR/no-context'], 'has no context y'],
  ['a kubeconfig without its cluster', ['--kubeconfig', 'DIR/no-cluster'], 'has no cluster c'],
  ['a kubeconfig without its user', ['--kubeconfig', 'DIR/no-user'], 'has no user u'],
  [
    'a kubeconfig whose server is no address',
    ['--kubeconfig', 'DIR/no-server'],
    'has no usable server address',
  ],
  ['a kubeconfig whose plugin is not there', ['--kubeconfig', 'DIR/no-plugin'], 'no-such-plugin'],
];

describe.concurrent('the operator does not start, and says in one line why', () => {
  test.for(ROWS)('%s', async ([, flags, said, environment = (same: Environment) => same]) => {
    const ended = await program(['run', '--listen', '127.0.0.1:0', ...flags], {
      HOME: directory,
      ...environment(usual()),
    });
    expect(ended).toMatchObject({ code: 2, out: '' });
    expect(ended.err).toMatch(/^[^\n]{10,400}\n$/);
    expect(ended.err).toMatch(said);
    expect(ended.err).not.toContain('planted-token');
  });

  test('a port that is taken', async () => {
    const { port } = occupied.address() as AddressInfo;
    const ended = await program(['run', '--listen', `127.0.0.1:${port}`], usual());
    expect(ended).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringMatching(`^cannot listen on 127.0.0.1:${port}: .*EADDRINUSE.*\n$`),
    });
  });
});

describe.concurrent('the program', () => {
  test.for([
    [
      'an unknown command',
      ['walk'],
      2,
      'unknown command walk; the commands are run, simulate, plan, crds, import, status, approve, uninstall, version; see --help',
    ],
    ['no command', [], 2, 'cloudinfra-operator: keeps a cloud infrastructure account'],
    ['a flag of the simulator that is wrong', ['simulate', '--speed', 'fast'], 2, '--speed'],
    ['help', ['--help'], 0, 'Exit codes: 0 success, 1 failure, 2 invalid or missing setting.'],
    ['help about a command', ['run', '--help'], 0, '--leader-elect'],
    ['its version', ['version'], 0, /^\d+\.\d+\.\d+\n$/],
  ] as const)('answers to %s', async ([, args, code, said]) => {
    const ended = await program(args, {});
    expect(ended.code).toBe(code);
    expect(code === 0 ? ended.out : ended.err).toMatch(said);
    expect(code === 0 ? ended.err : ended.out).toBe('');
  });
});

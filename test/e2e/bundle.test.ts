import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import packageFile from '../../package.json' with { type: 'json' };
import { build } from '../../release/build.ts';
import { ENTRY } from '../../release/bundle.ts';
import { type Installation, startInstallation } from './installation.ts';
import { MAIN } from './service.ts';

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

let folder: string;
let at: Installation;
let program: readonly string[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cloudinfra-bundle-'));
  await build(fileURLToPath(new URL('../..', import.meta.url)), folder);
  program = ['--enable-source-maps', join(folder, ENTRY)];
  at = await startInstallation('bundle', { program });
});
afterAll(async () => {
  await at?.close();
  await rm(folder, { recursive: true });
});

/** Runs Node to its end in an empty environment. */
function node(...args: readonly string[]): Promise<Ended> {
  const child = spawn(process.execPath, args, { env: {}, cwd: folder });
  const text = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (chunk) => (text.out += chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk) => (text.err += chunk));
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, ...text })));
}

describe('the bundle, alone', () => {
  test('makes a volume in the simulated account, serves its metrics, and ends when it is asked to', async () => {
    await at.objects.apply('Volume', 'data', {
      region: 'eu-west',
      size: 20,
      policy: { deletion: 'Delete' },
    });
    await at.objects.ready('Volume', 'data');
    expect(await at.service.rows('/volumes')).toMatchObject([
      { label: 'data', size: 20, status: 'active' },
    ]);
    expect(await at.operator.metrics()).toContain(
      `cloudinfra_info{version="${packageFile.version}"} 1`,
    );
    expect(await at.operator.metric('controller_runtime_reconcile_total')).toBeGreaterThan(0);
    const ended = at.operator.component.ended();
    await at.operator.component.kill('SIGTERM');
    expect(await ended).toContain('exit code 0');
  });

  test.for([
    ['version', ['version']],
    ['help', ['--help']],
    ['help of a command', ['run', '--help']],
    ['the definitions', ['crds']],
    ['a missing setting', ['run']],
    ['a wrong flag of the simulator', ['simulate', '--speed', 'fast']],
    ['an unknown command', ['walk']],
  ] as const)('says the same as the sources: %s', async ([, args]) => {
    const [bundled, source] = await Promise.all([node(...program, ...args), node(MAIN, ...args)]);
    expect(bundled).toEqual(source);
    expect(`${bundled.out}${bundled.err}`).not.toBe('');
  });

  test('prints its version', async () => {
    expect(await node(...program, 'version')).toEqual({
      code: 0,
      out: `${packageFile.version}\n`,
      err: '',
    });
  });

  test('names our files in a stack trace', async () => {
    const broken =
      'data:text/javascript,process.stdout.write = () => { throw new Error("planted") };';
    const { code, err } = await node('--import', broken, ...program, 'version');
    expect(code).not.toBe(0);
    expect(err).toMatch(
      /Error: planted[^]*src\/cli\/terminal\.ts:\d+[^]*src\/cli\/version\/command\.ts:\d+/,
    );
  });
});

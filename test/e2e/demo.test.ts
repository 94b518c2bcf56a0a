import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../local/testing/folder.ts';
import { KINDS } from '../../src/kinds/index.ts';
import { type CommandRun, startCommand } from './command.ts';

const MAIN = fileURLToPath(new URL('../../local/demo/main.ts', import.meta.url));
/** Runs a command on a terminal; other systems have one that takes other flags. */
const SCRIPT = '/usr/bin/script';
const hasTerminals = process.platform === 'linux' && existsSync(SCRIPT);

const startDemo = (...args: readonly string[]): Promise<CommandRun> =>
  startCommand(process.execPath, [MAIN, ...args]);

/** Waits until the control plane, the service and the operator run, and gives back their
 *  processes. */
async function running(demo: CommandRun) {
  await demo.shows(/^operator /m);
  const processes = await demo.processes();
  const find = (words: RegExp) => processes.find(({ command }) => words.test(command))?.pid ?? 0;
  const pids = {
    etcd: find(/etcd --/),
    apiServer: find(/kube-apiserver --/),
    service: find(/main\.ts simulate/),
    operator: find(/main\.ts run/),
  };
  expect(Object.values(pids)).not.toContain(0);
  expect(new Set(Object.values(pids)).size).toBe(4);
  return pids;
}

describe('npm run demo', () => {
  test('with --once it shows every kind becoming Ready, says what it took, and leaves nothing behind', async () => {
    const demo = await startDemo('--once', '--speed', '300');
    await running(demo);
    expect(await demo.ended).toBe(0);
    const [, table = ''] = demo.output().split(/\n\n(?=KIND)/);
    for (const { kind } of KINDS)
      expect(table).toMatch(new RegExp(`^${kind} +\\S+ +\\S+ +True +\\w`, 'm'));
    expect(table).not.toMatch(/ (False|Unknown) /);
    expect(table).toMatch(/^\d+ objects Ready in \d+ s, [1-9]\d* requests to the service\n$/m);
    expect(demo.output()).not.toContain('\u001B');
    await demo.leavesNothing();
  });

  test('stays when asked, shows what the commands it prints change, and ends by Ctrl-C', async () => {
    const demo = await startDemo('--stay');
    await running(demo);
    const [, commands = ''] = await demo.shows(/Try, in another terminal:\n((?: {2}.*\n)+)What/);
    expect(commands.trim().split('\n')).toHaveLength(4);
    const env = { ...process.env, KUBECACHEDIR: await temporaryFolder() };
    const { stdout } = await promisify(execFile)('/bin/sh', ['-ec', commands], { env });
    expect(stdout).toMatch(/patched/);
    expect(stdout).toMatch(/Events:/);
    await demo.shows(
      /What changes(?:.*\n)+ +\d+\.\d s +Volume +\S+ +resizing +False(?:.*\n)+ +\d+\.\d s +Volume +\S+ +active +True/,
    );
    demo.signal('SIGINT');
    expect(await demo.ended).toBe(0);
    await demo.leavesNothing();
  });

  test('says which process died, with the end of its log, and ends', async () => {
    const demo = await startDemo('--stay');
    const { operator } = await running(demo);
    process.kill(operator, 'SIGKILL');
    expect(await demo.ended).toBe(1);
    expect(demo.output()).toMatch(
      /\nthe operator ended \(SIGKILL\); the end of its log:\n.*started/,
    );
    await demo.leavesNothing();
  });

  test('takes everything along when it is killed itself', async () => {
    const demo = await startDemo('--stay');
    await running(demo);
    demo.signal('SIGKILL');
    expect(await demo.ended).toBeNull();
    await demo.leavesNothing();
  });

  test('fails when it is interrupted before it has shown anything', async () => {
    const demo = await startDemo('--once');
    await demo.shows(/^control plane /m);
    await demo.processes();
    demo.signal('SIGTERM');
    expect(await demo.ended).toBe(143);
    await demo.leavesNothing();
  });

  test('fails when the objects are not Ready in time, and shows the logs', async () => {
    const demo = await startDemo('--once', '--timeout', '2s', '--speed', '0.01');
    expect(await demo.ended).toBe(1);
    expect(demo.output()).toMatch(/^not Ready within 2 s: .*Instance\/\S+/m);
    expect(demo.output()).toMatch(/^The end of the log of the operator:\n.*(info|warn)/m);
    expect(demo.output()).toMatch(
      /^The end of the log of the simulated service:\n.*("url"|\/v4\/)/m,
    );
    await demo.leavesNothing();
  });

  test('refuses what it does not know, in one line', async () => {
    const demo = await startDemo('--forever');
    expect(await demo.ended).toBe(2);
    expect(demo.output()).toMatch(/^Unknown option '--forever'; usage: npm run demo .*\n$/);
  });

  test.skipIf(!hasTerminals)(
    'on a terminal it draws one table over itself, stays, and ends by Ctrl-C',
    async () => {
      const demo = await startCommand(SCRIPT, [
        '-qec',
        `stty cols 100 rows 40; exec ${process.execPath} ${MAIN}`,
        '/dev/null',
      ]);
      await running(demo);
      await demo.shows(/What changes shows below/);
      expect(demo.output()).toContain('\u001B[32mrunning');
      expect(demo.output().split('Ctrl-C ends\u001B[K').length).toBeGreaterThan(3);
      demo.type('\u0003');
      expect(await demo.ended).toBe(0);
      await demo.leavesNothing();
    },
  );
});

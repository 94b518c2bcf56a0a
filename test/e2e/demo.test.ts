import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../local/testing/folder.ts';
import { KINDS } from '../../src/kinds/index.ts';
import { startCommand } from './command.ts';
import { MAIN, running, startDemo } from './demo-run.ts';

/** Runs a command on a terminal; the program has other flags on other systems. */
const SCRIPT = '/usr/bin/script';
const hasTerminals = process.platform === 'linux' && existsSync(SCRIPT);

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
    const [, commands = ''] = await demo.shows(/Try, in another terminal:\n((?: {2}.*\n)+)Changes/);
    expect(commands.trim().split('\n')).toHaveLength(4);
    const env = { ...process.env, KUBECACHEDIR: await temporaryFolder() };
    const { stdout } = await promisify(execFile)('/bin/sh', ['-ec', commands], { env });
    expect(stdout).toMatch(/patched/);
    expect(stdout).toMatch(/Events:/);
    await demo.shows(
      /Changes appear(?:.*\n)+ +\d+\.\d s +Volume +\S+ +resizing +False(?:.*\n)+ +\d+\.\d s +Volume +\S+ +active +True/,
    );
    demo.signal('SIGINT');
    expect(await demo.ended).toBe(0);
    await demo.leavesNothing();
  });

  test.skipIf(!hasTerminals)(
    'on a terminal it draws one table over itself, stays, and ends by Ctrl-C',
    async () => {
      const demo = await startCommand(SCRIPT, [
        '-qec',
        `stty cols 100 rows 40; exec ${process.execPath} ${MAIN} --speed 300`,
        '/dev/null',
      ]);
      await running(demo);
      await demo.shows(/Changes appear below/);
      expect(demo.output()).toContain('\u001B[32mrunning');
      expect(demo.output().split('Ctrl-C ends\u001B[K').length).toBeGreaterThan(3);
      demo.type('\u0003');
      expect(await demo.ended).toBe(0);
      await demo.leavesNothing();
    },
  );
});

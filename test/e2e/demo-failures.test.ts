import { describe, expect, test } from 'vitest';
import { running, startDemo } from './demo-run.ts';

describe('npm run demo', () => {
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
});

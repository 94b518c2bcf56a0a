import { afterAll, beforeAll, expect, test } from 'vitest';
import { reasonOf } from './cloud-object.ts';
import { startCommand } from './command.ts';
import { type Installation, install } from './installation.ts';
import { plane } from './plane.ts';
import { MAIN } from './service.ts';

const NAMESPACE = 'approve';
const WEB = { region: 'eu-west', type: 'g6-nanode-1', image: 'compute/debian11' };

let at: Installation;

beforeAll(async () => {
  at = await install(NAMESPACE);
  await at.operator.component.start();
});
afterAll(() => at?.close());

async function approve(
  ...args: readonly string[]
): Promise<{ readonly code: number | null; readonly output: string }> {
  const surroundings = { KUBECONFIG: plane.kubeconfig, NODE_COMPILE_CACHE: plane.compiled };
  const run = await startCommand(
    process.execPath,
    [MAIN, 'approve', 'instance/web', '-n', NAMESPACE, ...args],
    surroundings,
  );
  const code = await run.ended;
  return { code, output: run.output() };
}

test('a plan that waits is shown, approved by its hash, and done once', async () => {
  await at.objects.apply('Instance', 'web', { ...WEB, backupsEnabled: true });
  await at.objects.ready('Instance', 'web');
  expect(await approve('--yes')).toMatchObject({
    code: 1,
    output: expect.stringContaining('no plan of Instance approve/web waits'),
  });
  await at.objects.apply('Instance', 'web', { ...WEB, backupsEnabled: false });
  await at.objects.until(
    'Instance',
    'web',
    'ConsentRequired',
    (object) => reasonOf(object, 'Synced') === 'ConsentRequired',
  );
  const shown = await approve();
  expect(shown).toMatchObject({
    code: 1,
    output: expect.stringMatching(/CancelBackups[^]*the stored backups[^]*--hash/),
  });
  expect((await approve('--hash', 'abc')).output).toMatch(/by now, not abc/);
  const [, hash = ''] = /is ([0-9a-f]+) by now/.exec((await approve('--hash', 'abc')).output) ?? [];
  expect(await approve('--hash', hash)).toMatchObject({
    code: 0,
    output: expect.stringContaining(`approved: ${hash}`),
  });
  await at.objects.ready('Instance', 'web');
  expect(await approve('--yes')).toMatchObject({
    code: 1,
    output: expect.stringContaining('it is in sync'),
  });
});

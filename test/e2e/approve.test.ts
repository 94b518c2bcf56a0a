import { afterAll, beforeAll, expect, test } from 'vitest';
import { approve as command } from '../../src/cli/approve/command.ts';
import type { Terminal } from '../../src/cli/command.ts';
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
  expect((await approve('--hash', 'abc')).output).toMatch(/ now, not abc/);
  const [, hash = ''] = /is ([0-9a-f]+) now/.exec((await approve('--hash', 'abc')).output) ?? [];
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

/** Runs the command in this process, for a user who gives this answer. */
async function asked(
  answer: () => Promise<string>,
): Promise<{ readonly code: number; readonly said: string }> {
  const said: string[] = [];
  const note = (text: string): void => void said.push(text);
  const terminal: Terminal = {
    out: note,
    err: note,
    colours: false,
    ask: async (question) => {
      note(question);
      return answer();
    },
    input: async () => '',
    ended: () => new Promise(() => undefined),
  };
  const args = ['instance/asked', '-n', NAMESPACE, '--kubeconfig', plane.kubeconfig];
  return { code: await command.run(args, terminal), said: said.join('\n') };
}

test('a plan is approved by a person who says yes, unless the object changed meanwhile', async () => {
  const waits = async (): Promise<unknown> =>
    at.objects.until(
      'Instance',
      'asked',
      'ConsentRequired',
      (object) => reasonOf(object, 'Synced') === 'ConsentRequired',
    );
  await at.objects.apply('Instance', 'asked', { ...WEB, backupsEnabled: true });
  await at.objects.ready('Instance', 'asked');
  await at.objects.apply('Instance', 'asked', { ...WEB, backupsEnabled: false });
  await waits();
  expect(await asked(async () => 'n')).toEqual({
    code: 1,
    said: expect.stringMatching(
      /CancelBackups[^]*the stored backups[^]*Approve it\? [^]*not approved$/,
    ),
  });
  const late = async (): Promise<string> => {
    await at.objects.label('Instance', 'asked', { changed: 'meanwhile' });
    return 'y';
  };
  expect(await asked(late)).toEqual({
    code: 1,
    said: expect.stringMatching(/the object changed meanwhile: review the plan again/),
  });
  await waits();
  expect(await asked(async () => 'yes')).toEqual({
    code: 0,
    said: expect.stringMatching(/approved: [0-9a-f]{32}$/),
  });
  await at.objects.ready('Instance', 'asked');
});

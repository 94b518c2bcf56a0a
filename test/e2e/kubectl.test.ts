import { globSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Example, readExamples } from '../../local/demo/examples.ts';
import { KINDS } from '../../src/kinds/index.ts';
import { OPERATION } from '../../src/model/operation.ts';
import { type CloudObject, reasonOf } from './cloud-object.ts';
import { type Installation, install } from './installation.ts';
import { normalised } from './normalised.ts';
import { soon } from './soon.ts';

/** The output of kubectl for the kinds, in `golden/`. To update it: `npx vitest run --project e2e
 *  test/e2e/kubectl.test.ts -u`. */
let at: Installation;
let examples: readonly Example[];

beforeAll(async () => {
  at = await install('shown', { service: ['--speed', '600', '--seed', '1'] });
  examples = (await readExamples()).objects;
});
afterAll(() => at?.close());

/** Every definition with its spec and its status, and the common members once. */
const EXPLAINED = [
  ...[...KINDS, OPERATION].flatMap(({ kind }) =>
    ['', '.spec', '.status'].map((part) => `${kind.toLowerCase()}${part}`),
  ),
  'volume.spec.policy',
  'volume.spec.import',
  'volume.status.conditions',
  'volume.status.plan',
  'operation.status.conditions',
];

/** Returns the command and its output. */
const shown = async (...args: readonly string[]): Promise<string> =>
  `$ kubectl ${args.join(' ')}\n${normalised(await at.kubectl(...args))}`;
const golden = (name: string): string => `golden/${name}.txt`;

async function applyAll(): Promise<void> {
  for (const { kind, name, spec } of examples) {
    await at.objects.apply(kind, name, { ...spec, policy: { deletion: 'Delete' } });
    await at.objects.label(kind, name, { app: 'web' });
  }
}

test('no output of kubectl is left over, and each definition has its own', () => {
  const explained = globSync('golden/explain-*.txt', { cwd: import.meta.dirname });
  expect(explained.toSorted()).toEqual(
    EXPLAINED.map((path) => golden(`explain-${path}`)).toSorted(),
  );
});

describe('what kubectl shows', () => {
  test('of the kinds', async () => {
    // Discovery shows definitions of other files with a delay.
    const list = ['api-resources', '--api-group=cloudinfra.dev'];
    await soon('the names of all kinds, and no others', async () => {
      const seen = await at.kubectl(...list);
      return { done: seen.trim().split('\n').length === KINDS.length + 2 || null, seen };
    });
    await expect(await shown(...list)).toMatchFileSnapshot(golden('api-resources'));
  });

  test('of objects without a pass', async () => {
    await applyAll();
    await expect(await shown('get', 'cloud')).toMatchFileSnapshot(golden('get-fresh'));
  });

  test('of objects that are Ready', async () => {
    await at.operator.component.start();
    for (const { kind, name } of examples) await at.objects.ready(kind, name);
    await expect(await shown('get', 'cloud')).toMatchFileSnapshot(golden('get-ready'));
    await expect(await shown('get', 'cloud', '-o', 'wide')).toMatchFileSnapshot(golden('get-wide'));
  });

  test('when it waits', async () => {
    await expect(
      await shown(
        'wait',
        '--for=condition=Ready',
        '--timeout=1m',
        'volume/web-data',
        'instance/web-1',
      ),
    ).toMatchFileSnapshot(golden('wait'));
  });

  test('of objects that are not Ready', async () => {
    const rows: readonly (readonly [string, object, string])[] = [
      [
        'waits-for-an-instance',
        {
          region: 'eu-west',
          size: 20,
          attachment: { mode: 'Attached', instanceRef: { name: 'nobody' } },
        },
        'WaitingForReference',
      ],
      ['is-paused', { region: 'eu-west', size: 20, policy: { mode: 'Paused' } }, 'Paused'],
      ['is-a-preview', { region: 'eu-west', size: 20, policy: { mode: 'Preview' } }, 'Preview'],
      ['in-an-unknown-region', { region: 'nowhere', size: 20 }, 'Refused'],
      ['web-data-2', { label: 'web-data', region: 'eu-west', size: 20 }, 'Conflict'],
    ];
    for (const [name, spec] of rows) await at.objects.apply('Volume', name, spec);
    for (const [name, , reason] of rows) {
      const isSo = (object: CloudObject): boolean =>
        reasonOf(object, 'Synced') === reason && object.status.state !== 'creating';
      await at.objects.until('Volume', name, reason, isSo);
    }
    await soon('the event of a creation', async () => {
      const events = await at.objects.events('waits-for-an-instance');
      return { done: events.length > 0 || null, seen: 'none' };
    });
    await expect(await shown('get', 'volumes')).toMatchFileSnapshot(golden('get-stuck'));
    await expect(await shown('get', 'volumes', '-o', 'wide')).toMatchFileSnapshot(
      golden('get-stuck-wide'),
    );
    await expect(await shown('describe', 'volume', 'waits-for-an-instance')).toMatchFileSnapshot(
      golden('describe'),
    );
  });

  test.for(EXPLAINED)('when it explains %s', async (path) => {
    await expect(await shown('explain', path)).toMatchFileSnapshot(golden(`explain-${path}`));
  });
});

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadAll } from 'js-yaml';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { specOf } from '../../src/cli/import/spec.ts';
import { REGISTRY, type Registered } from '../../src/kinds/rows.ts';
import type { Item } from '../../src/model/kind.ts';
import { asRecord } from '../../src/model/parse.ts';
import { furnish } from '../commands/rich-account.ts';
import { isReady } from './cloud-object.ts';
import { type CommandRun, startCommand } from './command.ts';
import { type Installation, install } from './installation.ts';
import { plane } from './plane.ts';
import { MAIN } from './service.ts';
import { soon } from './soon.ts';

const NAMESPACE = 'import';

let at: Installation;

beforeAll(async () => {
  at = await install(NAMESPACE, { service: ['--speed', '2000', '--limits', 'off'] });
  await furnish({
    call: (method, path, body) => at.service.call(method, path, body),
    until: async (path, isSo) => {
      await soon(`${path} to be so`, async () => {
        const { body } = await at.service.call('GET', path);
        return { done: isSo(asRecord(body)) || null, seen: JSON.stringify(body) };
      });
    },
  });
  await at.operator.component.start();
});
afterAll(() => at?.close());

const program = (...args: readonly string[]): Promise<CommandRun> =>
  startCommand(process.execPath, [MAIN, ...args], surroundings());
const surroundings = () => ({
  KUBECONFIG: plane.kubeconfig,
  CLOUD_API_URL: at.service.url,
  CLOUD_API_TOKEN: at.service.tokens.admin,
  NODE_COMPILE_CACHE: plane.compiled,
});

const writes = async (): Promise<readonly string[]> =>
  Object.entries(await at.service.calls()).flatMap(([call, count]) =>
    call.startsWith('GET') ? [] : [`${count} ${call}`],
  );

interface Document {
  readonly kind: string;
  readonly metadata: { readonly name: string };
}

test('exported manifests are admitted, become Ready and change nothing; status lists them', async () => {
  await at.service.resetCalls();
  const importing = await program('import', '--namespace', NAMESPACE, '--json');
  expect(await importing.ended).toBe(0);
  const [, list = '', told = ''] = /^(\{.*^\})$(.*)/ms.exec(importing.output()) ?? [];
  const documents = (JSON.parse(list) as { readonly items: readonly Document[] }).items;
  expect(told).toContain('is left out: it is a part of KubeCluster');

  const file = join(at.directory, 'account.json');
  await writeFile(file, list);
  await at.kubectl('apply', '--server-side', '-f', file);
  for (const { kind, metadata } of documents)
    await at.objects.until(kind, metadata.name, 'Ready', isReady);
  expect(await writes()).toEqual([]);

  const allReady = await program(
    'status',
    '--namespace',
    NAMESPACE,
    '--metrics-url',
    `${at.operator.url}/metrics`,
  );
  expect([await allReady.ended, allReady.output()]).toEqual([
    0,
    expect.stringMatching(/^KIND .*The operator leads\.\nAccount .* requests left/s),
  ]);

  const again = await program('import', '--cluster', '--json');
  expect([await again.ended, again.output()]).toEqual([0, expect.stringMatching(/"items": \[\]/)]);
  // Earlier files leave objects of the same account; any of them may be named.
  expect(again.output()).toMatch(/MySQLDatabase \S+ manages it already/);

  await at.objects.apply('Volume', 'none', {
    import: { by: 'Id', id: 1 },
    policy: { mode: 'Observe' },
  });
  await at.objects.until('Volume', 'none', 'refused', ({ status }) =>
    status.conditions.some(({ reason }) => reason === 'Refused'),
  );
  const notReady = await program('status', '--namespace', NAMESPACE);
  expect([await notReady.ended, notReady.output()]).toEqual([
    2,
    expect.stringMatching(
      /^Waiting for a person\n {2}Volume import\/none: Refused since .*\n.*the account has no item with id 1/,
    ),
  ]);
});

test('YAML is what kubectl reads too, and a token that is not taken is trouble', async () => {
  const run = await program('import', '--kind', 'civol', '--tag', 'shop', '--marked');
  expect(await run.ended).toBe(0);
  const text = run.output().replace(/^\d+ manifests$/m, '');
  expect((loadAll(text) as readonly Document[]).map(({ metadata }) => metadata.name)).toEqual([
    'web-data',
    'theirs',
  ]);

  const refused = await startCommand(process.execPath, [MAIN, 'import'], {
    ...surroundings(),
    CLOUD_API_TOKEN: 'none',
  });
  expect([await refused.ended, refused.output()]).toEqual([
    1,
    expect.stringContaining('the account cannot be opened'),
  ]);
  const wrong = await program('import', '--id', '7');
  expect([await wrong.ended, wrong.output()]).toEqual([
    2,
    '--id requires exactly one --kind, because ids are unique only within a kind\n',
  ]);
});

/** Returns the specs for the item of each row without duplicates: rows about specs share their
 *  item. */
const specsOf = ({ kind, cases }: Registered): readonly object[] => {
  const holder =
    kind.manifest.heldBy === undefined ? {} : { domainRef: { id: 5, domain: 'example.org' } };
  const specs = cases.cases.flatMap((row): readonly object[] => {
    if (row.item === null || row.refused !== undefined) return [];
    const item = kind.item.parse({ ...cases.item, ...row.item }) as Item;
    const said = specOf(kind, { item, details: row.details ?? {} }, holder);
    return said === null ? [] : [said.spec];
  });
  return [...new Map(specs.map((spec) => [JSON.stringify(spec), spec])).values()];
};

test.each(REGISTRY.map((one) => [one.kind.kind, one] as const))(
  'admission takes the spec of every item that a case speaks of: %s',
  async (kind, one) => {
    const specs = specsOf(one);
    const refused: string[] = [];
    for (const spec of specs) {
      const whole = { import: { by: 'Id', id: 7 }, policy: { mode: 'Observe' }, ...spec };
      const refusal = await at.objects.refusal(kind, 'any', whole);
      if (refusal !== '') refused.push(`${JSON.stringify(spec)}: ${refusal}`);
    }
    expect(refused).toEqual([]);
    expect(specs.length).toBeGreaterThan(2);
  },
);

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { captured } from '../../../test/commands/captured.ts';
import {
  type SimulatedAccount,
  simulatedAccount,
} from '../../../test/commands/simulated-account.ts';
import { runCommand } from '../index.ts';

const GOLDEN = '../../../test/commands/golden';
const MARK = 'k8s:7f3b1c52-0d6e-4a8b-9c41-5e2d8f60a913';
const FOREIGN = 'k8s:00000000-0000-4000-8000-000000000001';

let account: SimulatedAccount;
let folder = '';
const ids: Record<string, number> = {};

beforeAll(async () => {
  account = await simulatedAccount();
  folder = await mkdtemp(join(tmpdir(), 'plan-'));
  const volume = (label: string, tags: readonly string[]) =>
    account.make('/volumes', { label, region: 'eu-west', size: 20, tags });
  ids['ours'] = volume('ours', [MARK, 'blue']);
  ids['other'] = volume('other', [FOREIGN]);
  ids['theirs'] = volume('theirs', ['red']);
  const shop = {
    label: 'shop',
    region: 'eu-west',
    type: 'g6-standard-1',
    engine: 'mysql/8.0.26',
    allow_list: ['203.0.113.0/24'],
  };
  const work = {
    label: 'work',
    region: 'eu-west',
    k8s_version: '1.25',
    node_pools: [{ type: 'g6-standard-2', count: 1 }],
    tags: [MARK],
  };
  ids['work'] = account.make('/kube/clusters', work);
  ids['shop'] = account.make('/databases/mysql/instances', shop);
});
afterAll(async () => {
  await account.close();
  await rm(folder, { recursive: true });
});

interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
  /** The raw output, with original ids. */
  readonly raw: string;
}

/** Plans manifests from standard input; replaces ids and the test's folder in the output. */
async function planned(
  input: string,
  flags: readonly string[] = [],
  token = account.tokens.admin,
  colours = false,
): Promise<Ended> {
  const file = join(folder, 'token');
  await writeFile(file, token);
  const { terminal, output } = captured(input);
  const given = flags.includes('-f') ? [] : ['-f', '-'];
  const code = await runCommand(
    ['plan', '--api-url', account.url, '--token-file', file, ...given, ...flags],
    { ...terminal, colours },
  );
  const named = (text: string): string =>
    Object.entries(ids)
      .reduce((so, [name, id]) => so.replaceAll(new RegExp(`\\b${id}\\b`, 'g'), `<${name}>`), text)
      .replaceAll(folder, 'FOLDER')
      .replaceAll(account.url, 'URL');
  return { code, out: named(output.out), err: named(output.err), raw: output.out };
}

const WORK = { k8sVersion: '1.26', import: { by: 'Label', label: 'work', replaceMark: MARK } };
const SHOP = { region: 'eu-west', type: 'g6-standard-1', engine: 'mysql/8.0.26' };

const manifest = (kind: string, name: string, spec: object): string =>
  `${JSON.stringify({ apiVersion: 'cloudinfra.dev/v1alpha1', kind, metadata: { name }, spec })}\n`;
const volume = (name: string, spec: object): string =>
  manifest('Volume', name, { region: 'eu-west', ...spec });
const all = (...manifests: readonly string[]): string => manifests.join('---\n');

const BAD = `apiVersion: cloudinfra.dev/v1alpha1
kind: Volume
metadata: {name: data_1, labels: {a: 1}}
spec: {size: five, regionn: x}
---
apiVersion: cloudinfra.dev/v1alpha1
kind: Volume
metadata: {name: both}
spec: {size: 20, import: {by: Id, id: 1, label: x}}
---
apiVersion: cloudinfra.dev/v1alpha1
kind: Volume
metadata: {name: blind}
spec: {size: 20, policy: {mode: Observe}}
---
apiVersion: cloudinfra.dev/v1alpha1
kind: MySQLDatabase
metadata: {name: shop}
spec: {region: eu-west}
---
apiVersion: cloudinfra.dev/v1alpha1
kind: MySQLDatabase
metadata: {name: found}
spec: {clusterSize: 3, encrypted: true, import: {by: Name}}
---
apiVersion: cloudinfra.dev/v1
kind: Volume
metadata: {name: old}
---
apiVersion: cloudinfra.dev/v1alpha1
kind: Disk
metadata: {name: data}
---
apiVersion: cloudinfra.dev/v1alpha1
kind: Operation
metadata: {name: dance}
spec: {target: {kind: Instance, name: web}, verb: Dance}
---
apiVersion: cloudinfra.dev/v1alpha1
kind: Operation
metadata: {name: aimless}
spec: {verb: Reboot}
---
apiVersion: cloudinfra.dev/v1alpha1
kind: Instance
---
just words
---
apiVersion: cloudinfra.dev/v1alpha1
kind: Volume
metadata: {name: twice}
spec: {size: 20, region: eu-west}
---
apiVersion: cloudinfra.dev/v1alpha1
kind: Volume
metadata: {name: twice}
spec: {size: 30, region: eu-west}
`;

/** Manifests and exit codes: one golden file per row. */
const rows: readonly [name: string, manifests: string, code: number][] = [
  ['nothing', volume('ours', { size: 20, tags: ['blue'] }), 0],
  ['nobody', '', 0],
  [
    'made',
    all(
      volume('new', { size: 30, attachment: { mode: 'Attached', instanceRef: { name: 'web' } } }),
      manifest('Instance', 'web', {
        region: 'eu-west',
        type: 'g6-nanode-1',
        image: 'compute/debian11',
        watchdogEnabled: false,
      }),
    ),
    2,
  ],
  [
    'made-in-turn',
    all(
      manifest('Domain', 'zone', {
        domain: 'example.org',
        type: 'master',
        soaEmail: 'dns@example.org',
      }),
      manifest('DnsRecord', 'www', {
        domainRef: { name: 'zone' },
        type: 'A',
        name: 'www',
        target: '198.51.100.1',
      }),
    ),
    2,
  ],
  [
    'performed-once',
    all(
      volume('ours', { size: 20, tags: ['blue'] }),
      manifest('Operation', 'again', { target: { kind: 'Instance', name: 'web' }, verb: 'Reboot' }),
      `{apiVersion: cloudinfra.dev/v1alpha1, kind: Operation, metadata: {generateName: snap-},
        spec: {target: {kind: MySQLDatabase, name: shop}, verb: Snapshot, parameters: {label: a}}}\n`,
    ),
    2,
  ],
  ['changed', volume('ours', { size: 40, tags: ['blue', 'green'] }), 2],
  [
    'disrupted',
    manifest('MySQLDatabase', 'shop', { ...SHOP, allowList: ['198.51.100.0/24'], label: 'shop' }),
    2,
  ],
  ['irreversible', manifest('KubeCluster', 'work', { ...WORK }), 3],
  ['no-consent', manifest('KubeCluster', 'work', { ...WORK, policy: { consent: 'Auto' } }), 3],
  ['refused', volume('ours', { size: 10, tags: ['green'] }), 1],
  ['taken', volume('theirs', { size: 20 }), 1],
  ['imported', volume('mine', { import: { by: 'Label', label: 'theirs' } }), 2],
  ['not-ours', volume('mine', { import: { by: 'Label', label: 'other' } }), 1],
  [
    'twins',
    all(volume('a', { size: 20, label: 'one' }), volume('b', { size: 20, label: 'one' })),
    1,
  ],
  [
    'observed',
    volume('ours', {
      size: 40,
      import: { by: 'Label', label: 'ours', replaceMark: MARK },
      policy: { mode: 'Observe' },
    }),
    0,
  ],
  ['paused', volume('ours', { size: 40, policy: { mode: 'Paused' } }), 0],
];

describe('a plan without a cluster', () => {
  test.for(rows)('says of what is %s', async ([name, manifests, code]) => {
    const ended = await planned(manifests);
    await expect(ended.out).toMatchFileSnapshot(`${GOLDEN}/${name}.txt`);
    expect(ended).toMatchObject({ code, err: '' });
  });

  test.for(rows)('says the same as JSON of what is %s', async ([, manifests, code]) => {
    const ended = await planned(manifests, ['--json']);
    const plan = JSON.parse(ended.raw) as Readonly<Record<'objects' | 'operations', unknown[]>>;
    expect(ended).toMatchObject({ code, err: '' });
    expect(plan).toMatchObject({ exitCode: code, problems: [] });
    expect([...plan.objects, ...plan.operations]).toHaveLength(
      manifests === '' ? 0 : manifests.split('---').length,
    );
  });

  test('is JSON that names steps, effects and what is lost', async () => {
    const { out } = await planned(manifest('KubeCluster', 'work', { ...WORK }), ['--json']);
    await expect(out).toMatchFileSnapshot(`${GOLDEN}/irreversible.json.txt`);
  });

  test('needs no more than a token that may read', async () => {
    const changed = volume('ours', { size: 40, tags: ['blue'] });
    expect(await planned(changed, [], account.tokens.readonly)).toEqual(await planned(changed));
  });

  test('wrote nothing to the service, although its token might', () => {
    expect(account.writes()).toEqual([]);
  });

  test('is coloured on a terminal', async () => {
    const { out } = await planned(volume('ours', { size: 40 }), [], account.tokens.admin, true);
    expect(out).toContain('\u001b[33m~\u001b[0m');
    expect(out).toContain('\u001b[31m20\u001b[0m -> \u001b[32m40\u001b[0m');
  });
});

describe('Secrets', () => {
  const instance = manifest('Instance', 'web', {
    region: 'eu-west',
    type: 'g6-nanode-1',
    image: 'compute/debian11',
    rootPasswordSecretRef: { name: 'root' },
  });
  const secret = (name: string, stringData: object): string =>
    `${JSON.stringify({ apiVersion: 'v1', kind: 'Secret', metadata: { name }, stringData })}\n`;

  test('that a spec names are taken to exist', async () => {
    expect(await planned(instance)).toMatchObject({
      code: 2,
      out: expect.stringContaining('1 to create'),
    });
  });

  test('count where they are among the manifests, and are never shown', async () => {
    const short = await planned(all(instance, secret('root', { password: 'pw-421' })));
    expect(short).toMatchObject({
      code: 1,
      out: expect.stringContaining('must have 7 to 128 characters'),
    });
    expect(JSON.stringify(short)).not.toContain('pw-421');
  });

  test('among the manifests give the credential of their objects', async () => {
    const wrong = secret('cloudinfra-credentials', { token: 'planted-7f3b1c52' });
    const ended = await planned(all(volume('ours', { size: 20 }), wrong));
    expect(ended).toMatchObject({
      code: 1,
      out: expect.stringContaining('Secret default/cloudinfra-credentials'),
    });
    expect(JSON.stringify(ended)).not.toContain('planted');
  });
});

describe('a failure is reported, with exit code 1', () => {
  const planOne = volume('ours', { size: 20 });

  test('a token that the service does not know', async () => {
    const ended = await planned(planOne, [], 'planted-7f3b1c52');
    expect(ended).toMatchObject({
      code: 1,
      out: expect.stringMatching(
        /the credential in the operator's own settings[^]*CLOUD_API_TOKEN/,
      ),
    });
    expect(JSON.stringify(ended)).not.toContain('planted');
  });

  test('a region that the service does not list, with the names of those that it lists', async () => {
    const ended = await planned(volume('new', { region: 'eu-wset', size: 20 }));
    expect(ended).toMatchObject({
      code: 1,
      out: expect.stringMatching(
        /spec\.region: the region eu-wset does not exist; did you mean eu-west\?/,
      ),
    });
  });

  test('a service that cannot be reached', async () => {
    const ended = await planned(planOne, ['--api-url', 'http://127.0.0.1:1/v4']);
    expect(ended).toMatchObject({
      code: 1,
      out: expect.stringMatching(/refuses connections[^]*check that the address in CLOUD_API_URL/),
    });
  });

  test('an address without the version of the API', async () => {
    const ended = await planned(planOne, ['--api-url', new URL('/', account.url).href]);
    expect(ended).toMatchObject({
      code: 1,
      out: expect.stringMatching(/Not found[^]*ends with the version, such as \/v4/),
    });
  });

  test('manifests that are wrong, every problem by its path, and nothing is planned', async () => {
    const bad = join(folder, 'bad.yaml');
    await writeFile(bad, BAD);
    const ended = await planned('[', ['-f', bad, '-f', '-', '-f', join(folder, 'nowhere')]);
    expect(ended).toMatchObject({ code: 1, out: '' });
    await expect(ended.err).toMatchFileSnapshot(`${GOLDEN}/bad.txt`);
  });

  test('the same as JSON', async () => {
    const ended = await planned(volume('x', { size: 'big' }), ['--json']);
    expect(ended).toMatchObject({ code: 1, err: '' });
    expect(JSON.parse(ended.raw)).toMatchObject({
      exitCode: 1,
      objects: [],
      problems: [{ where: 'standard input: Volume x', path: 'spec.size' }],
    });
  });

  test.for([
    [['--filename'], "'-f, --filename <value>' argument missing"],
    [['-n', 'No_Name'], '--namespace must be the name of a namespace'],
    [['now'], "Unexpected argument 'now'"],
    [['--cluster', '--kubeconfig', '/nowhere/config'], 'kubeconfig /nowhere/config does not exist'],
  ] as const)('wrong settings: %s', async ([flags, output]) => {
    const ended = await planned(planOne, [...flags]);
    expect(ended).toMatchObject({ code: 1, out: '', err: expect.stringContaining(output) });
  });
});

describe('manifests are read', () => {
  const FILES = {
    'a.yaml': volume('a', { size: 20 }),
    'b.json': JSON.stringify({
      apiVersion: 'v1',
      kind: 'List',
      items: [JSON.parse(volume('b', { size: 20 }))],
    }),
    'c.txt': 'no manifest at all: [',
    'd/e.yml': all(
      volume('e', { size: 20 }),
      '{"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"x"}}\n',
    ),
  };
  const names = (out: string): readonly string[] =>
    [...out.matchAll(/^\+ Volume (\S+)/gm)].map(([, name]) => name ?? '');

  beforeAll(async () => {
    await mkdir(join(folder, 'tree/d'), { recursive: true });
    for (const [name, text] of Object.entries(FILES))
      await writeFile(join(folder, 'tree', name), text);
  });

  test.for([
    ['of a folder', ['-f', 'FOLDER/tree'], ['default/a', 'default/b']],
    [
      'of a folder and those in it',
      ['-R', '-f', 'FOLDER/tree'],
      ['default/a', 'default/b', 'default/e'],
    ],
    [
      'of several files, in another namespace',
      ['-n', 'shop', '-f', 'FOLDER/tree/d/e.yml', '-f', 'FOLDER/tree/a.yaml'],
      ['shop/e', 'shop/a'],
    ],
  ] as const)('%s', async ([, flags, found]) => {
    const ended = await planned(
      '',
      flags.map((flag) => flag.replace('FOLDER', folder)),
    );
    expect(names(ended.out)).toEqual(found);
    expect(ended.code).toBe(2);
  });

  const OF_CLASSES = all(
    volume('none', { size: 20 }),
    volume('gold', { size: 20 }).replace(
      '"metadata":{',
      '"metadata":{"labels":{"cloudinfra.dev/class":"gold"},',
    ),
  );
  test.for([
    ['of every class', [], ['default/none', 'default/gold'], []],
    ['of one class', ['--class', 'gold'], ['default/gold'], ['none']],
    ['without a class', ['--class', ''], ['default/none'], ['gold']],
    ['of a class that no manifest names', ['--class', 'silver'], [], ['none', 'gold']],
  ] as const)('%s', async ([, flags, found, leftOut]) => {
    const ended = await planned(OF_CLASSES, [...flags]);
    const output = leftOut.map(
      (name) =>
        `standard input: Volume default/${name}: omitted: an operator of another class serves it`,
    );
    expect([
      names(ended.out),
      ended.err.split('\n').filter((line) => line !== ''),
      ended.code,
    ]).toEqual([found, output, found.length > 0 ? 2 : 0]);
  });
});

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { KINDS } from '../../src/kinds/index.ts';
import { ANNOTATION, API_VERSION } from '../../src/model/group.ts';
import { reasonOf } from './cloud-object.ts';
import { startCommand } from './command.ts';
import { type Installation, startInstallation } from './installation.ts';
import { plane } from './plane.ts';
import { MAIN } from './service.ts';

const NAMESPACE = 'plan';
const DATA = { region: 'eu-west', size: 20 };
const WORK = {
  region: 'eu-west',
  k8sVersion: '1.25',
  pools: [{ name: 'web', type: 'g6-standard-2', count: 1 }],
};

let at: Installation;

beforeAll(async () => {
  at = await startInstallation(NAMESPACE, { service: ['--speed', '2000', '--limits', 'off'] });
});
afterAll(() => at?.close());

interface Ended {
  readonly code: number | null;
  readonly output: string;
}

async function program(
  args: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  const run = await startCommand(process.execPath, [MAIN, ...args], {
    NODE_COMPILE_CACHE: plane.compiled,
    ...variables,
  });
  return { code: await run.ended, output: run.output() };
}

/** Plans one object against the account and the cluster. */
async function planned(
  kind: string,
  name: string,
  spec: object,
  ...flags: readonly string[]
): Promise<Ended> {
  const file = join(at.directory, `${name}.json`);
  await writeFile(
    file,
    JSON.stringify({ apiVersion: API_VERSION, kind, metadata: { name }, spec }),
  );
  const surroundings = {
    KUBECONFIG: plane.kubeconfig,
    CLOUD_API_URL: at.service.url,
    CLOUD_API_TOKEN: at.service.tokens.admin,
  };
  return program(
    ['plan', '--cluster', '--namespace', NAMESPACE, '-f', file, ...flags],
    surroundings,
  );
}

test('the printed definitions are what kubectl applies', async () => {
  const { code, output } = await program(['crds']);
  expect(code).toBe(0);
  const file = join(at.directory, 'crds.yaml');
  await writeFile(file, output);
  const applied = await at.kubectl('apply', '--server-side', '--force-conflicts', '-f', file);
  expect(applied.match(/serverside-applied/g)).toHaveLength(KINDS.length + 1);
});

test('what is as it should be has nothing to plan, and a plan touches nothing', async () => {
  await at.objects.apply('Volume', 'data', DATA);
  const before = await at.objects.ready('Volume', 'data');
  await at.service.resetCalls();
  expect(await planned('Volume', 'data', DATA)).toEqual({
    code: 0,
    output: 'Nothing to do: 1 without a change.\n',
  });
  const grown = await planned('Volume', 'data', { ...DATA, size: 40 });
  expect(grown).toMatchObject({ code: 2, output: expect.stringContaining('size: 20 -> 40') });
  expect(grown.output).toContain(`Volume plan/data, item ${before.status.id}`);
  const frozen = await planned('Volume', 'data', { ...DATA, region: 'us-east' });
  expect(frozen).toMatchObject({
    code: 1,
    output: expect.stringContaining('spec.region: must not change after creation'),
  });
  expect(Object.keys(await at.service.calls()).filter((call) => !call.startsWith('GET '))).toEqual(
    [],
  );
  expect((await at.objects.get('Volume', 'data'))?.metadata.resourceVersion).toBe(
    before.metadata.resourceVersion,
  );
});

test('an object that is made beside one of the cluster is planned with its id', async () => {
  const { output } = await planned(
    'Volume',
    'copy',
    { cloneFrom: { volumeRef: { name: 'data' } } },
    '--json',
  );
  const source = await at.objects.get('Volume', 'data');
  expect(JSON.parse(output)).toMatchObject({
    exitCode: 2,
    objects: [
      {
        action: 'create',
        hash: null,
        waitsFor: [],
        steps: [{ verb: 'Clone', path: `/volumes/${source?.status.id}/clone` }],
      },
    ],
  });
});

test('consent can be given to the plan before the change is applied', async () => {
  await at.objects.apply('KubeCluster', 'work', WORK);
  await at.objects.ready('KubeCluster', 'work');
  const newer = { ...WORK, k8sVersion: '1.26' };
  const { code, output } = await planned('KubeCluster', 'work', newer);
  expect(code).toBe(3);
  expect(output).toContain('irreversible');
  const [, hash] =
    new RegExp(
      `kubectl annotate --overwrite -n ${NAMESPACE} kubecluster/work ${ANNOTATION.consent}=(\\w+)`,
    ).exec(output) ?? [];
  await at.objects.apply('KubeCluster', 'work', newer, { [ANNOTATION.consent]: hash });
  const upgraded = await at.objects.until('KubeCluster', 'work', 'upgraded or held', (object) => {
    return (
      object.status['k8sVersion'] === '1.26' || reasonOf(object, 'Synced') === 'ConsentRequired'
    );
  });
  expect(upgraded.status).toMatchObject({ k8sVersion: '1.26', internal: { consent: { hash } } });
});

test('an Operation is shown, and is nothing to do once the cluster has it', async () => {
  const spec = { target: { kind: 'Instance', name: 'later' }, verb: 'Reboot' };
  const before = await planned('Operation', 'reboot', spec);
  expect(before.output).toContain('performs Reboot on Instance/later once');
  await at.kubectl('apply', '-n', NAMESPACE, '-f', join(at.directory, 'reboot.json'));
  const after = await planned('Operation', 'reboot', spec);
  expect(after.output).toContain('exists in the cluster, and is not performed again');
  expect([before.code, after.code]).toEqual([2, 0]);
});

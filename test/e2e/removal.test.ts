import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ControlPlane, startControlPlane } from '../../local/controlplane/controlplane.ts';
import { startCommand } from './command.ts';
import { type InstallationOptions, startInstallation } from './installation.ts';
import { MAIN } from './service.ts';

const VOLUME = { region: 'eu-west', size: 20, policy: { deletion: 'Delete' } };
const INSTANCE = { region: 'eu-west', type: 'g6-nanode-1', image: 'compute/debian11' };

interface Item {
  readonly label: string;
  readonly tags: readonly string[];
}

let controlPlane: ControlPlane;

beforeAll(async () => {
  controlPlane = await startControlPlane({ controllerManager: true });
});
afterAll(() => controlPlane?.stop());

/** Builds an operator without a token of its own, and the Secret of its namespace. */
async function withSecret(namespace: string) {
  const options: InstallationOptions = {
    kubeconfig: controlPlane.kubeconfigPath,
    operator: { token: null },
  };
  const at = await startInstallation(namespace, options);
  await at.objects.secret('cloudinfra-credentials', { token: at.service.tokens.admin });
  return at;
}

async function uninstallFrom(namespace: string) {
  const flags = ['--namespace', namespace, '--lease-namespace', 'default'];
  const run = await startCommand(process.execPath, [MAIN, 'uninstall', ...flags], {
    KUBECONFIG: controlPlane.kubeconfigPath,
  });
  return { code: await run.ended, said: run.output() };
}

test('uninstall refuses while an operator without an election runs, and names it', async () => {
  const at = await withSecret('alone');
  await at.objects.apply('Volume', 'data', VOLUME);
  await at.objects.ready('Volume', 'data');
  const named =
    /^an operator runs without --leader-elect \(.+, which renews the Lease default\/cloudinfra-operator-alone\): stop it first$/m;
  expect(await uninstallFrom('alone')).toMatchObject({
    code: 1,
    said: expect.stringMatching(named),
  });
  await at.operator.component.kill('SIGTERM');
  expect(await uninstallFrom('alone')).toMatchObject({ code: 0 });
  await at.close();
});

test('a namespace goes with its objects, their items and the Secret that they need for it', async () => {
  const at = await withSecret('leaving');
  await at.objects.apply('Volume', 'data', VOLUME);
  await at.objects.apply('Instance', 'web', INSTANCE);
  await Promise.all([at.objects.ready('Volume', 'data'), at.objects.ready('Instance', 'web')]);
  await at.kubectl('delete', 'namespace', 'leaving', '--timeout=120s');
  expect(await at.service.rows<Item>('/volumes')).toEqual([]);
  expect(await at.service.rows<Item>('/compute/instances')).toEqual([]);
  await at.close();
});

test('a Secret that is deleted while objects at rest use it goes at once, and the next one of its name is used', async () => {
  const at = await withSecret('rotating');
  await at.objects.apply('Volume', 'data', VOLUME);
  await at.objects.ready('Volume', 'data');
  await at.kubectl('delete', 'secret', 'cloudinfra-credentials', '--timeout=60s');
  await at.objects.secret('cloudinfra-credentials', { token: at.service.tokens.admin });
  await at.objects.apply('Volume', 'data', { ...VOLUME, size: 30 });
  await at.objects.ready('Volume', 'data');
  expect((await at.objects.events('data')).map(({ reason }) => reason)).toContain(
    'CredentialDeleted',
  );
  await at.objects.delete('Volume', 'data');
  await at.objects.gone('Volume', 'data');
  await at.close();
});

test('when the definition of a kind is removed, every item stays, without our mark', async () => {
  const at = await withSecret('staying');
  for (const name of ['data', 'logs']) await at.objects.apply('Volume', name, VOLUME);
  await at.objects.ready('Volume', 'data');
  await at.objects.ready('Volume', 'logs');
  await at.kubectl(
    'delete',
    'customresourcedefinition',
    'volumes.cloudinfra.dev',
    '--timeout=120s',
  );
  const volumes = await at.service.rows<Item>('/volumes');
  expect(Object.fromEntries(volumes.map(({ label, tags }) => [label, tags]))).toEqual({
    data: [],
    logs: [],
  });
  expect((await at.objects.events('data')).map(({ message }) => message)).toContainEqual(
    expect.stringMatching(
      /^item \d+ remains in the account and continues to be billed, because the definition of Volume is being removed from the cluster$/,
    ),
  );
  await at.close();
});

test('uninstall lets all go: then the definitions go without an operator, and every item and every Secret stays', async () => {
  const elected = { token: null, flags: ['--leader-elect', '--lease-namespace', 'default'] };
  const at = await startInstallation('ending', {
    kubeconfig: controlPlane.kubeconfigPath,
    operator: elected,
  });
  await at.objects.secret('cloudinfra-credentials', { token: at.service.tokens.admin });
  await at.objects.apply('Instance', 'web', INSTANCE);
  await at.objects.ready('Instance', 'web');
  const uninstall = () => uninstallFrom('ending');
  const tooEarly = await uninstall();
  expect(tooEarly).toMatchObject({ code: 1, said: expect.stringContaining('an operator leads') });
  await at.operator.component.kill('SIGTERM');
  const { code, said } = await uninstall();
  expect(said.split('\n')).toEqual([
    expect.stringMatching(
      /^Instance ending\/web: detached; item \d+ remains in account [0-9A-F-]+ and continues to be billed$/,
    ),
    'Secret ending/cloudinfra-credentials: detached',
    '2 detached; no account was changed. You can now remove the operator and the definitions',
    '',
  ]);
  expect(code).toBe(0);
  await at.kubectl(
    'delete',
    'customresourcedefinition',
    'instances.cloudinfra.dev',
    '--timeout=120s',
  );
  await at.kubectl('delete', 'secret', 'cloudinfra-credentials', '--timeout=30s');
  expect(await at.kubectl('get', 'secret', 'web-root', '--output=name')).toBe('secret/web-root\n');
  expect(await at.service.rows<Item>('/compute/instances')).toHaveLength(1);
  await at.close();
});

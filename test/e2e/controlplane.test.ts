import { spawn } from 'node:child_process';
import { access, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type ControlPlane, startControlPlane } from '../../local/controlplane/controlplane.ts';
import { applyCrds } from '../../local/controlplane/crds.ts';
import { connectKubeApi, type KubeApi, readCredentials } from '../../local/controlplane/kubeapi.ts';
import { isAlive } from '../../local/process/lock.ts';
import { temporaryFolder } from '../../local/testing/folder.ts';
import { plane } from './plane.ts';

interface Named {
  readonly metadata: { readonly name: string };
}

const namesIn = (body: unknown): readonly string[] =>
  (body as { items: readonly Named[] }).items.map((item) => item.metadata.name);
const namespace = (name: string) => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
const namespaces = async (api: KubeApi): Promise<readonly string[]> =>
  namesIn((await api.request('GET', '/api/v1/namespaces')).body);

const isGone = (path: string): Promise<boolean> =>
  access(path).then(
    () => false,
    () => true,
  );

/** Waits until the port is closed: an existing connection may be cut first. */
const closed = (api: KubeApi): Promise<void> =>
  vi.waitFor(() => expect(api.request('GET', '/readyz')).rejects.toThrow('ECONNREFUSED'), {
    timeout: 60_000,
    interval: 50,
  });

describe('a control plane of its own', () => {
  let controlPlane: ControlPlane;
  beforeAll(async () => {
    controlPlane = await startControlPlane();
  });
  afterAll(() => controlPlane?.stop());

  test.each(['SIGKILL', 'SIGTERM'] as const)(
    'keeps its objects when kube-apiserver and etcd go by %s and come back',
    async (signal) => {
      const { api, apiServer, etcd } = controlPlane;
      const name = `kept-over-${signal.toLowerCase()}`;
      expect((await api.request('POST', '/api/v1/namespaces', namespace(name))).status).toBe(201);
      const pids = [apiServer.pid(), etcd.pid()];

      await apiServer.kill(signal);
      await closed(api);
      await apiServer.start();
      expect(await namespaces(api)).toContain(name);

      await etcd.kill(signal);
      expect(etcd.pid()).toBeNull();
      await etcd.start();
      await apiServer.ready();
      expect(await namespaces(api)).toEqual(expect.arrayContaining([name, 'default']));
      expect([apiServer.pid(), etcd.pid()]).not.toEqual(pids);
    },
  );

  test('knows service accounts by their tokens, and grants them what RBAC says and no more', async () => {
    const { api, credentials } = controlPlane;
    const accounts = '/api/v1/namespaces/default/serviceaccounts';
    await api.request('POST', accounts, {
      apiVersion: 'v1',
      kind: 'ServiceAccount',
      metadata: { name: 'reader' },
    });
    const issued = await api.request('POST', `${accounts}/reader/token`, {
      apiVersion: 'authentication.k8s.io/v1',
      kind: 'TokenRequest',
    });
    const { token } = (issued.body as { status: { token: string } }).status;
    const reader = connectKubeApi({ ...credentials, identity: { token } });
    expect(await reader.request('GET', '/api/v1/namespaces')).toMatchObject({
      status: 403,
      body: { reason: 'Forbidden' },
    });
    const rbac = '/apis/rbac.authorization.k8s.io/v1';
    const rules = [{ apiGroups: [''], resources: ['namespaces'], verbs: ['list'] }];
    await api.request('POST', `${rbac}/clusterroles`, { metadata: { name: 'reader' }, rules });
    await api.request('POST', `${rbac}/clusterrolebindings`, {
      metadata: { name: 'reader' },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'reader' },
      subjects: [{ kind: 'ServiceAccount', name: 'reader', namespace: 'default' }],
    });
    await vi.waitFor(
      async () => expect((await reader.request('GET', '/api/v1/namespaces')).status).toBe(200),
      {
        timeout: 60_000,
        interval: 50,
      },
    );
    expect((await reader.request('POST', '/api/v1/namespaces', namespace('refused'))).status).toBe(
      403,
    );
    await reader.close();
  });

  test('leaves nothing behind when it stops', async () => {
    const pids = [controlPlane.etcd.pid(), controlPlane.apiServer.pid()].map(Number);
    expect(pids.map(isAlive)).toEqual([true, true]);
    await controlPlane.stop();
    expect(pids.map(isAlive)).toEqual([false, false]);
    expect(await isGone(controlPlane.directory)).toBe(true);
  });
});

describe('the control plane that all end-to-end files share', () => {
  test('deletes what an owner leaves behind, and namespaces', async () => {
    const api = connectKubeApi(await readCredentials(plane.kubeconfig));
    const maps = '/api/v1/namespaces/owners/configmaps';
    await api.request('POST', '/api/v1/namespaces', namespace('owners'));
    const owner = (await api.request('POST', maps, { metadata: { name: 'owner' } })).body as {
      metadata: { uid: string };
    };
    const ownerReferences = [
      { apiVersion: 'v1', kind: 'ConfigMap', name: 'owner', uid: owner.metadata.uid },
    ];
    await api.request('POST', maps, { metadata: { name: 'owned', ownerReferences } });
    await api.request('DELETE', `${maps}/owner`);
    const waiting = { timeout: 60_000, interval: 100 };
    await vi.waitFor(
      async () => expect((await api.request('GET', `${maps}/owned`)).status).toBe(404),
      waiting,
    );
    await api.request('DELETE', '/api/v1/namespaces/owners');
    await vi.waitFor(
      async () => expect((await api.request('GET', '/api/v1/namespaces/owners')).status).toBe(404),
      waiting,
    );
    await api.close();
  });

  test('serves a kind as soon as its definition is applied, also the second time', async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'lanterns.yaml'), LANTERN);
    expect(await applyCrds(plane.kubeconfig, folder)).toEqual({
      names: ['lanterns.test.cloudinfra.dev'],
      warnings: [],
    });
    const api = connectKubeApi(await readCredentials(plane.kubeconfig));
    expect(await api.request('GET', '/apis/test.cloudinfra.dev/v1/lanterns')).toMatchObject({
      status: 200,
      body: { kind: 'LanternList' },
    });
    expect((await applyCrds(plane.kubeconfig, folder)).names).toHaveLength(1);

    await writeFile(join(folder, 'lanterns.yaml'), LANTERN.replace('type: object', 'type: lamp'));
    await expect(applyCrds(plane.kubeconfig, folder)).rejects.toThrow(
      /lanterns.test.cloudinfra.dev is refused \(422\).*lamp/,
    );
    await api.close();
  });
});

const LANTERN = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: lanterns.test.cloudinfra.dev }
spec:
  group: test.cloudinfra.dev
  scope: Cluster
  names: { kind: Lantern, plural: lanterns }
  versions: [{ name: v1, served: true, storage: true, schema: { openAPIV3Schema: { type: object } } }]
`;

describe('npm run controlplane', () => {
  const main = fileURLToPath(new URL('../../local/controlplane/main.ts', import.meta.url));

  test.each([
    ['SIGINT', 0],
    ['SIGTERM', 0],
    ['SIGKILL', null],
  ] as const)(
    'prints KUBECONFIG, serves until %s, and leaves nothing behind',
    async (signal, exitCode) => {
      const command = spawn(process.execPath, [main], { stdio: ['ignore', 'pipe', 'ignore'] });
      const ended = new Promise((resolve) => command.once('exit', resolve));
      const kubeconfig = await new Promise<string>((resolve) => {
        command.stdout.on('data', (text) =>
          resolve(/^KUBECONFIG=(.+)$/m.exec(String(text))?.[1] ?? ''),
        );
      });
      expect(await readFile(kubeconfig, 'utf8')).toContain('current-context');
      const api = connectKubeApi(await readCredentials(kubeconfig));
      expect(await namespaces(api)).toContain('default');
      command.kill(signal);
      expect(await ended).toBe(exitCode);
      await vi.waitFor(async () => expect(await isGone(dirname(kubeconfig))).toBe(true), {
        timeout: 60_000,
        interval: 50,
      });
      await closed(api);
      await api.close();
    },
  );
});

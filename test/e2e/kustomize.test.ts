import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { applyCrds } from '../../local/controlplane/crds.ts';
import { connectKubeApi, type KubeApi, readCredentials } from '../../local/controlplane/kubeapi.ts';
import { runKubectl } from '../../local/controlplane/kubectl.ts';
import { permissions } from '../../src/crd/permissions.ts';
import { KINDS } from '../../src/kinds/index.ts';
import { type AccessRequest, answeredTo, requestsOf } from './access-review.ts';
import { ACCOUNT } from './account.ts';
import { startInstallation } from './installation.ts';
import { PROMETHEUS_OPERATOR } from './manifests/manifest.ts';
import { plane } from './plane.ts';
import { asServiceAccount } from './service-account.ts';

/** An installation folder, its namespace, and the watched one: null means all. */
interface Folder {
  readonly folder: string;
  readonly home: string;
  readonly watched: string | null;
}

const FOLDERS: readonly Folder[] = [
  { folder: 'cluster-wide', home: 'cloudinfra-system', watched: null },
  { folder: 'single-namespace', home: 'cloudinfra', watched: 'cloudinfra' },
  { folder: 'with-simulator', home: 'cloudinfra-system', watched: null },
  { folder: 'with-prometheus-operator', home: 'cloudinfra-system', watched: null },
];
const TEAM = 'team-of-somebody';
const granted = permissions(KINDS);
const pathOf = (folder: string): string =>
  fileURLToPath(new URL(`../../deploy/kustomize/${folder}`, import.meta.url));

let api: KubeApi;
let directory: string;

beforeAll(async () => {
  api = connectKubeApi(await readCredentials(plane.kubeconfig));
  directory = await mkdtemp(join(tmpdir(), 'cloudinfra-kustomize-'));
  await applyCrds(plane.kubeconfig, PROMETHEUS_OPERATOR);
  for (const name of ['cloudinfra', TEAM])
    await api.request('POST', '/api/v1/namespaces', { metadata: { name } });
});
afterAll(async () => {
  await api.close();
  await rm(directory, { recursive: true });
});

const kubectl = (...args: readonly string[]): Promise<string> =>
  runKubectl(
    {
      binaries: plane.binaries,
      kubeconfigPath: plane.kubeconfig,
      cache: join(directory, 'kubectl'),
    },
    args,
  );

describe.each(FOLDERS)('what deploy/kustomize/$folder installs', ({ folder, home, watched }) => {
  const where = watched ?? TEAM;

  test('is taken by the API server', async () => {
    const said = await kubectl('apply', '--server-side', '--force-conflicts', '-k', pathOf(folder));
    expect(said.trim().split('\n')).toEqual(
      expect.arrayContaining([
        expect.stringContaining(`deployment.apps/${ACCOUNT} serverside-applied`),
      ]),
    );
    expect(said).not.toContain('Warning');
  });

  test('may do each thing that the operator does, where it is needed', async () => {
    const asked = granted.flatMap((row) => requestsOf(row, row.where === 'own' ? home : where));
    // A new binding takes effect with a delay.
    await expect.poll(() => answeredTo(api, home, asked, false), { timeout: 90_000 }).toEqual([]);
  });

  test('may do nothing beyond', async () => {
    const plural = KINDS[0]?.plural ?? '';
    const elsewhere: readonly AccessRequest[] = granted.flatMap((row) =>
      requestsOf(row, 'default'),
    );
    const beyond: readonly AccessRequest[] = [
      { namespace: where, group: 'cloudinfra.dev', resource: plural, verb: 'delete' },
      { namespace: where, group: 'cloudinfra.dev', resource: plural, verb: 'create' },
      { namespace: where, group: '', resource: 'secrets', verb: 'delete' },
      { namespace: where, group: '', resource: 'pods', verb: 'list' },
      { namespace: where, group: '', resource: 'configmaps', verb: 'delete' },
      { namespace: 'default', group: 'coordination.k8s.io', resource: 'leases', verb: 'patch' },
      ...(watched === null ? [] : elsewhere),
    ];
    expect(await answeredTo(api, home, beyond, true)).toEqual([]);
  });

  test('is enough for the operator to bring an object to life', async () => {
    const at = await startInstallation(where, {
      operator: {
        kubeconfig: await asServiceAccount(home, directory),
        flags: ['--leader-elect', '--lease-namespace', home],
      },
    });
    onTestFinished(at.close);
    await at.objects.apply('Volume', `of-${folder}`, {
      region: 'eu-west',
      size: 20,
      policy: { deletion: 'Delete' },
    });
    await at.objects.ready('Volume', `of-${folder}`);
    await kubectl('delete', 'volume', `of-${folder}`, '--namespace', where, '--timeout=90s');
    expect(await at.service.rows('/volumes')).toEqual([]);
    expect(await at.operator.metric('rest_client_requests_total', 'code="403"')).toBe(0);
    // A graceful stop releases the lease for the next one.
    await at.operator.component.kill('SIGTERM');
  });
});

test('the operator beside the simulator has the token that the simulator gives', async () => {
  const at = await startInstallation('token-of-the-simulator', { service: ['--seed', '1'] });
  onTestFinished(at.close);
  expect(await kubectl('kustomize', pathOf('with-simulator'))).toContain(
    `token: ${at.service.tokens.admin}`,
  );
});

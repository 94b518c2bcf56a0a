import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ControlPlane, startControlPlane } from '../../../local/controlplane/controlplane.ts';
import { KINDS } from '../../../src/kinds/index.ts';
import { soon } from '../soon.ts';
import { CHART, type Helm, NAME, openHelm } from './helm.ts';

const HOME = 'cloudinfra-system';
const NEW_TEXT = 'Desired state of the Volume.';
const OLD_TEXT = 'Desired state of the Volume, in the words of an older release.';
const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const VOLUMES = '/apis/cloudinfra.dev/v1alpha1/namespaces/default/volumes';

let controlPlane: ControlPlane;
let directory: string;
let older: string;
let helm: Helm;

beforeAll(async () => {
  // The definitions of the shared control plane belong to no release.
  controlPlane = await startControlPlane({ controllerManager: true });
  directory = await mkdtemp(join(tmpdir(), 'cloudinfra-release-'));
  helm = await openHelm(directory, controlPlane.kubeconfigPath);
  older = await olderChart();
});
afterAll(async () => {
  await controlPlane?.stop();
  await rm(directory, { recursive: true });
});

/** Copies the chart as an earlier version: with another text in a definition. */
async function olderChart(): Promise<string> {
  const chart = join(directory, 'older', NAME);
  await cp(CHART, chart, { recursive: true });
  const path = join(chart, 'files/crds/volumes.yaml');
  const text = await readFile(path, 'utf8');
  await writeFile(path, text.replace(NEW_TEXT, OLD_TEXT));
  return chart;
}

const get = async (path: string) => {
  const { status, body } = await controlPlane.api.request('GET', path);
  return {
    status,
    text: JSON.stringify(body),
    body: body as { readonly metadata: { readonly uid: string; readonly generation: number } },
  };
};
const definition = () => get(`${DEFINITIONS}/volumes.cloudinfra.dev`);
const deployment = () => get(`/apis/apps/v1/namespaces/${HOME}/deployments/${NAME}`);
const volume = () => get(`${VOLUMES}/kept`);
const served = () =>
  soon('the kinds to be served', async () => {
    const { status } = await get(VOLUMES);
    return { done: status === 200 || null, seen: String(status) };
  });
/** The namespaces of the operator's own token. */
const SERVED = ['--set', 'credentials.tokenNamespaces={default}'];
/** Upgrades to the older chart or the committed one. */
const upgrade = (chart: string, ...settings: readonly string[]) =>
  helm('upgrade', NAME, chart, '--namespace', HOME, ...SERVED, ...settings);
const install = (chart: string, ...settings: readonly string[]) =>
  helm('install', NAME, chart, '--namespace', HOME, '--create-namespace', ...SERVED, ...settings);

describe('a release', () => {
  test('is installed, definitions first', async () => {
    const said = await install(older);
    expect(said).toContain('STATUS: deployed');
    await served();
    expect((await definition()).text).toContain(OLD_TEXT);
    expect((await deployment()).body).toMatchObject({ spec: { replicas: 2 } });
    const created = await controlPlane.api.request('POST', VOLUMES, {
      apiVersion: 'cloudinfra.dev/v1alpha1',
      kind: 'Volume',
      metadata: { name: 'kept' },
      spec: { region: 'eu-west', size: 20 },
    });
    expect(created.status).toBe(201);
  });

  test('brings the definitions up to date when it is upgraded, and leaves the objects as they are', async () => {
    const before = (await volume()).body.metadata;
    expect(await upgrade(CHART, '--set', 'replicas=3')).toContain('STATUS: deployed');
    expect((await definition()).text).not.toContain(OLD_TEXT);
    expect((await deployment()).body).toMatchObject({ spec: { replicas: 3 } });
    expect((await volume()).body.metadata).toEqual(before);
  });

  test('writes nothing when it is upgraded to the same', async () => {
    const [before, pods] = [await definition(), await deployment()];
    await upgrade(CHART, '--set', 'replicas=3');
    expect((await definition()).text).toBe(before.text);
    expect((await deployment()).text).toBe(pods.text);
  });

  test('takes the definitions back when it is rolled back', async () => {
    const before = (await volume()).body.metadata;
    await helm('rollback', NAME, '1', '--namespace', HOME);
    expect((await definition()).text).toContain(OLD_TEXT);
    expect((await deployment()).body).toMatchObject({ spec: { replicas: 2 } });
    expect((await volume()).body.metadata).toEqual(before);
  });

  test('leaves room for another release that looks after a namespace of its own', async () => {
    const settings = ['namespaces={team}', 'crds.install=false'].flatMap((setting) => [
      '--set',
      setting,
    ]);
    await helm('install', 'team', CHART, '--namespace', 'team', '--create-namespace', ...settings);
    const role = await get(
      '/apis/rbac.authorization.k8s.io/v1/namespaces/team/roles/team-cloudinfra-operator-objects',
    );
    expect(role.status).toBe(200);
    expect(
      (await get('/apis/rbac.authorization.k8s.io/v1/clusterroles/team-cloudinfra-operator'))
        .status,
    ).toBe(404);
    await helm('uninstall', 'team', '--namespace', 'team');
    expect((await get(`${DEFINITIONS}/volumes.cloudinfra.dev`)).status).toBe(200);
  });

  test('leaves definitions and objects when it is uninstalled', async () => {
    const before = (await volume()).body.metadata;
    const said = await helm('uninstall', NAME, '--namespace', HOME);
    for (const { plural } of KINDS) expect(said).toContain(`${plural}.cloudinfra.dev`);
    expect((await deployment()).status).toBe(404);
    expect((await volume()).body.metadata).toEqual(before);
  });

  test('takes up again what it left', async () => {
    await install(CHART);
    expect((await definition()).text).not.toContain(OLD_TEXT);
    expect((await volume()).status).toBe(200);
  });

  test('takes the definitions with it where that was asked for', async () => {
    await upgrade(CHART, '--set', 'crds.keep=false');
    await helm('uninstall', NAME, '--namespace', HOME);
    await expect.poll(async () => (await definition()).status, { timeout: 90_000 }).toBe(404);
  });
});

import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { runKubectl } from '../../../local/controlplane/kubectl.ts';
import { temporaryFolder } from '../../../local/testing/folder.ts';
import { HEALTH_SCRIPT, OPERATION_HEALTH_SCRIPT } from '../../../src/crd/argo-health.ts';
import { KINDS } from '../../../src/kinds/index.ts';
import { plane } from '../plane.ts';

const PATCH = fileURLToPath(new URL('../../../deploy/argocd/argocd-cm.yaml', import.meta.url));
const ConfigMap = z.looseObject({ data: z.record(z.string(), z.string()) });

/** Existing settings of Argo CD, which stay. */
const OWN = { 'application.instanceLabelKey': 'argocd.argoproj.io/instance' };
const WANTED = {
  ...OWN,
  ...Object.fromEntries(
    KINDS.map(({ kind }) => [
      `resource.customizations.health.cloudinfra.dev_${kind}`,
      HEALTH_SCRIPT,
    ]),
  ),
  'resource.customizations.health.cloudinfra.dev_Operation': OPERATION_HEALTH_SCRIPT,
};

test('the settings of Argo CD take the health scripts for every kind and for Operation beside what they have, by kubectl and by kustomize', async () => {
  const cache = await temporaryFolder();
  const kubectl = (...args: readonly string[]) =>
    runKubectl({ binaries: plane.binaries, kubeconfigPath: plane.kubeconfig, cache }, args);
  await kubectl('create', 'namespace', 'argocd');
  const own = Object.entries(OWN).map(([key, value]) => `--from-literal=${key}=${value}`);
  await kubectl('--namespace', 'argocd', 'create', 'configmap', 'argocd-cm', ...own);
  await kubectl('--namespace', 'argocd', 'patch', 'configmap', 'argocd-cm', '--patch-file', PATCH);
  const patched = await kubectl(
    '--namespace',
    'argocd',
    'get',
    'configmap',
    'argocd-cm',
    '-o',
    'json',
  );
  expect(ConfigMap.parse(JSON.parse(patched)).data).toEqual(WANTED);

  const folder = await temporaryFolder();
  const resource = {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'argocd-cm' },
    data: OWN,
  };
  await writeFile(join(folder, 'argocd.json'), JSON.stringify(resource));
  await writeFile(join(folder, 'patch.yaml'), await readFile(PATCH));
  await writeFile(
    join(folder, 'kustomization.yaml'),
    JSON.stringify({ resources: ['argocd.json'], patches: [{ path: 'patch.yaml' }] }),
  );
  const built = await kubectl('create', '--dry-run=client', '-o', 'json', '-k', folder);
  expect(ConfigMap.parse(JSON.parse(built)).data).toEqual(WANTED);
  const textOf = (file: string) => readFile(join(dirname(PATCH), file), 'utf8');
  expect(await textOf('health.lua')).toContain(HEALTH_SCRIPT);
  expect(await textOf('operation-health.lua')).toContain(OPERATION_HEALTH_SCRIPT);
});

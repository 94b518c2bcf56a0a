import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { goTool } from '../../../local/binaries/tools.ts';
import { applyCrds } from '../../../local/controlplane/crds.ts';
import { connectKubeApi, readCredentials } from '../../../local/controlplane/kubeapi.ts';
import { KINDS } from '../../../src/kinds/index.ts';
import { plane } from '../plane.ts';
import { soon } from '../soon.ts';
import { type Helm, openHelm, rendered } from './helm.ts';
import { kustomized, PROMETHEUS_OPERATOR, ROOT } from './manifest.ts';
import { schemaLocation, writeSchemas } from './schemas.ts';

/** Kinds of other projects that no API server here serves: `test/deploy/gitops-examples.test.ts`
 *  checks them. */
const FOREIGN = [
  'argoproj.io/v1alpha1/Application',
  'source.toolkit.fluxcd.io/v1/GitRepository',
  'kustomize.toolkit.fluxcd.io/v1/Kustomization',
];
const Report = z.object({
  summary: z.object({
    valid: z.number(),
    invalid: z.number(),
    errors: z.number(),
    skipped: z.number(),
  }),
});

let directory: string;
let kubeconform: string;
let helm: Helm;

beforeAll(async () => {
  kubeconform = await goTool('kubeconform');
  directory = await mkdtemp(join(tmpdir(), 'cloudinfra-schemas-'));
  helm = await openHelm(directory);
  await mkdir(join(directory, 'schemas'));
  for (const definitions of [undefined, PROMETHEUS_OPERATOR])
    await applyCrds(plane.kubeconfig, definitions);
  const api = connectKubeApi(await readCredentials(plane.kubeconfig));
  const wanted = [
    'Deployment',
    'Service',
    'CustomResourceDefinition',
    'ServiceMonitor',
    'PrometheusRule',
    ...KINDS.map(({ kind }) => kind),
  ];
  await soon('the schemas of all kinds', async () => {
    const written = await writeSchemas(api, join(directory, 'schemas'));
    return { done: wanted.every((kind) => written.includes(kind)) || null, seen: written.join() };
  });
  await api.close();
});
afterAll(() => rm(directory, { recursive: true }));

/** Runs kubeconform on manifests: returns its problems as text, empty without any; and the number
 *  of valid ones. */
function judged(manifests: string): Promise<{ readonly wrong: string; readonly valid: number }> {
  const args = [
    '-strict',
    '-output',
    'json',
    '-summary',
    '-skip',
    FOREIGN.join(','),
    '-schema-location',
    schemaLocation(join(directory, 'schemas')),
  ];
  return new Promise((resolve) => {
    const child = execFile(
      kubeconform,
      args,
      { maxBuffer: Number.POSITIVE_INFINITY },
      (_, stdout) => {
        const { valid, invalid, errors } = Report.parse(JSON.parse(stdout)).summary;
        resolve({ wrong: invalid + errors > 0 ? stdout : '', valid });
      },
    );
    child.stdin?.end(manifests);
  });
}

const FILES = globSync(
  [
    'crds/*.yaml',
    'deploy/examples/*.yaml',
    'deploy/argocd/*.yaml',
    'deploy/flux/*.yaml',
    'src/kinds/*/example.yaml',
  ],
  {
    cwd: ROOT,
  },
);
const FOLDERS = globSync('deploy/kustomize/*/kustomization.yaml', { cwd: ROOT }).map(
  (path) => path.split('/').at(-2) ?? '',
);
/** Names that YAML misinterprets without quotes. */
const NAMESPACE = 'n';
const SERVED = 'credentials.tokenNamespaces={*}';
const SETTINGS: readonly (readonly string[])[] = [
  [SERVED],
  ['namespaces={n,off}', 'simulator.enabled=true', 'nameOverride=no'],
  [
    SERVED,
    'crds.keep=false',
    'image.pullPolicy=Always',
    'imagePullSecrets[0].name=registry',
    'priorityClassName=on',
  ],
  ['credentials.secretsOnly=true', 'credentials.existingSecret=yes', 'crds.install=false'],
  [
    SERVED,
    'podLabels.a=b',
    'podAnnotations.c=d',
    'nodeSelector.e=f',
    'serviceAccount.annotations.g=h',
    'tolerations[0].operator=Exists',
  ],
  ['serviceMonitor', 'prometheusRule', 'dashboard']
    .map((what) => `monitoring.${what}.enabled=true`)
    .concat(SERVED, 'monitoring.labels.release=on'),
];

describe('by the schemas of the API server, nothing is wrong with', () => {
  test.each(FILES.filter((path) => !path.endsWith('/kustomization.yaml')))('%s', async (path) => {
    expect(await judged(await readFile(join(ROOT, path), 'utf8'))).toMatchObject({ wrong: '' });
  });

  test.each(FOLDERS.filter((folder) => folder !== 'base'))(
    'deploy/kustomize/%s',
    async (folder) => {
      const { wrong, valid } = await judged(await kustomized(folder));
      expect([wrong, valid > 1]).toEqual(['', true]);
    },
  );

  test.each(SETTINGS.map((settings) => [settings]))('the chart with %j', async (settings) => {
    const { wrong, valid } = await judged(await rendered(helm, NAMESPACE, settings));
    expect([wrong, valid > 5]).toEqual(['', true]);
  });
});

describe('by the same schemas, something is wrong with', () => {
  const service = (port: object) =>
    JSON.stringify({
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name: 'x' },
      spec: { ports: [port] },
    });
  const volume = (spec: object) =>
    JSON.stringify({
      apiVersion: 'cloudinfra.dev/v1alpha1',
      kind: 'Volume',
      metadata: { name: 'x' },
      spec,
    });

  test.each([
    ['a field that does not exist', service({ port: 80, tragetPort: 80 }), 'tragetPort'],
    ['a field of another type', service({ port: 'eighty' }), 'integer'],
    ['a field of ours that does not exist', volume({ region: 'eu-west', sise: 20 }), 'sise'],
    [
      'a kind that does not exist',
      volume({ region: 'eu-west', size: 20 }).replace('Volume', 'Volum'),
      'could not find schema',
    ],
  ])('%s', async (_, manifest, word) => {
    expect((await judged(manifest)).wrong).toContain(word);
  });
});

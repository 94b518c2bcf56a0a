import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CHART, type Helm, NAME, openHelm, rendered } from './helm.ts';
import { identityOf, kustomized, type Manifest, manifestsIn } from './manifest.ts';

let helm: Helm;
let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'cloudinfra-chart-'));
  helm = await openHelm(directory);
});
afterAll(() => rm(directory, { recursive: true }));

/** A folder of deploy/kustomize, and the equivalent settings of the chart. */
interface Same {
  readonly folder: string;
  readonly namespace: string;
  readonly settings: readonly string[];
}

/** In the folders the Secret selects the namespaces of the operator's own token. */
const CHOICE = 'credentials.tokenNamespacesKey=token-namespaces';
const SAME: readonly Same[] = [
  { folder: 'cluster-wide', namespace: 'cloudinfra-system', settings: [CHOICE] },
  { folder: 'single-namespace', namespace: 'cloudinfra', settings: ['namespaces={cloudinfra}'] },
  {
    folder: 'with-prometheus-operator',
    namespace: 'cloudinfra-system',
    settings: [
      CHOICE,
      ...['serviceMonitor', 'prometheusRule', 'dashboard'].map(
        (what) => `monitoring.${what}.enabled=true`,
      ),
    ],
  },
  {
    folder: 'with-simulator',
    namespace: 'cloudinfra-system',
    settings: ['simulator.enabled=true'],
  },
];
/** Labels and annotations only of the chart: Helm's own, and the one that keeps the definitions on
 *  uninstall. */
const ONLY_IN_CHART = [
  'app.kubernetes.io/instance',
  'app.kubernetes.io/version',
  'app.kubernetes.io/managed-by',
  'helm.sh/chart',
  'helm.sh/resource-policy',
];

/** Removes allowed differences at any depth; empty results count as absent. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value)
    .filter(([key]) => !ONLY_IN_CHART.includes(key))
    .map(([key, one]) => [key, plain(one)] as const);
  return Object.fromEntries(
    kept.filter(([key, one]) => key !== 'annotations' || Object.keys(one as object).length > 0),
  );
}

const byIdentity = (manifests: readonly Manifest[]) =>
  Object.fromEntries(
    manifests
      .filter(({ kind }) => kind !== 'Namespace')
      .map((manifest) => [identityOf(manifest), plain(manifest)]),
  );

describe('the chart', () => {
  test('has nothing that helm complains about', async () => {
    const said = await helm('lint', '--strict', CHART);
    expect(said).toContain('1 chart(s) linted, 0 chart(s) failed');
    expect(said).not.toMatch(/WARNING|ERROR/);
  });

  test.each(SAME)(
    'makes the objects of deploy/kustomize/$folder',
    async ({ folder, namespace, settings }) => {
      const chart = (await rendered(helm, namespace, ['image.tag=latest', ...settings])).replaceAll(
        `${NAME}-simulator`,
        'cloudinfra-simulator',
      );
      // The kubelet inserts the namespace.
      const folders = (await kustomized(folder)).replaceAll('$(POD_NAMESPACE)', namespace);
      const [made, wanted] = [byIdentity(manifestsIn(chart)), byIdentity(manifestsIn(folders))];
      expect(Object.keys(made).toSorted()).toEqual(Object.keys(wanted).toSorted());
      expect(made).toEqual(wanted);
    },
  );

  test('has the version of the program', async () => {
    const { version } = JSON.parse(
      await readFile(new URL('../../../package.json', import.meta.url), 'utf8'),
    ) as {
      readonly version: string;
    };
    expect(load(await readFile(join(CHART, 'Chart.yaml'), 'utf8'))).toMatchObject({
      version,
      appVersion: version,
    });
  });
});

describe('the notes after an installation', () => {
  const notes = async (...settings: readonly string[]): Promise<string> =>
    helm(
      'install',
      NAME,
      CHART,
      '--dry-run=client',
      '--namespace',
      'n',
      ...settings.flatMap((setting) => ['--set', setting]),
    );

  test.each([
    [
      ['credentials.tokenNamespaces={*}'],
      'kubectl --namespace n create secret generic cloudinfra-operator \\',
    ],
    [['credentials.tokenNamespaces={*}'], '--from-literal=api-url='],
    [[CHOICE], '--from-literal=token-namespaces='],
    [['namespaces={a,b}'], 'The operator serves a, b.'],
    [['simulator.enabled=true'], 'Its items cost nothing'],
    [[CHOICE, 'crds.keep=false'], 'CAUTION: uninstalling this release deletes the definitions'],
    [[CHOICE, 'crds.install=false'], 'This release does not include the definitions of the kinds'],
  ])('%j: %s', async (settings, line) => {
    expect((await notes(...settings)).split('NOTES:')[1]).toContain(line);
  });
});

import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { readRunConfig } from '../../../src/config/config.ts';
import { parseDuration } from '../../../src/config/values.ts';
import { CHART, type Helm, NAME, openHelm, rendered } from './helm.ts';
import { manifestsIn } from './manifest.ts';
import { strictPaths } from './values-schema.ts';

let helm: Helm;
let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'cloudinfra-chart-'));
  helm = await openHelm(directory);
});
afterAll(() => rm(directory, { recursive: true }));

/** Renders the chart with the required namespaces of the token, unless the tested setting has
 *  them. */
const template = (...settings: readonly string[]): Promise<string> =>
  rendered(
    helm,
    'n',
    settings.some((setting) => setting.startsWith('credentials.tokenNamespaces'))
      ? settings
      : ['credentials.tokenNamespaces={all}', ...settings],
  );

const Values = z.object({
  brake: z.object({ count: z.number(), window: z.string() }),
  poll: z.string(),
  listingLag: z.string(),
  log: z.object({ level: z.string() }),
});

test('the defaults that the chart states are those of the program', async () => {
  const values = Values.parse(load(await readFile(join(CHART, 'values.yaml'), 'utf8')));
  const run = readRunConfig(['--api-url', 'https://api.example.com/v4'], {
    CLOUD_API_TOKEN: 'any',
    CLOUD_API_TOKEN_NAMESPACES: '*',
  });
  expect(run).toMatchObject({
    value: {
      brake: { count: values.brake.count, windowMs: parseDuration(values.brake.window) },
      pollMs: parseDuration(values.poll),
      listingLagMs: parseDuration(values.listingLag),
      logLevel: values.log.level,
      // Without a terminal this is JSON.
      logFormat: 'auto',
    },
  });
});

/** Settings and their effects, as a line of the rendered chart. */
const EFFECTS: readonly (readonly [setting: string, line: string])[] = [
  ['image.digest=sha256:' + 'a'.repeat(64), `image: ${NAME}@sha256:${'a'.repeat(64)}`],
  ['image.pullPolicy=Always', 'imagePullPolicy: Always'],
  ['imagePullSecrets[0].name=registry', '- name: registry'],
  ['replicas=3', 'replicas: 3'],
  ['credentials.existingSecret=account', 'secretName: "account"'],
  ['credentials.tokenKey=word', '- key: "word"'],
  ['credentials.apiUrlKey=address', 'key: "address"'],
  ['credentials.apiUrl=https://x.example/v4', 'value: "https://x.example/v4"'],
  ['credentials.insecureHttp=true', '- --insecure-http'],
  ['credentials.secretsOnly=true', '- --secrets-only'],
  ['class=gold', '- --class=gold'],
  ['credentials.tokenNamespaces={a}', '- "--token-namespace=a"'],
  ['credentials.tokenNamespaces={*}', '- "--token-namespace=*"'],
  ['credentials.tokenNamespacesKey=teams', 'key: "teams"'],
  ['credentials.allowedHosts={x.example}', '- --allow-host=x.example'],
  ['brake.count=0', '- --brake-count=0'],
  ['brake.window=1h', '- --brake-window=1h'],
  ['poll=1m', '- --poll=1m'],
  ['listingLag=1h', '- --listing-lag=1h'],
  ['log.level=debug', '- --log-level=debug'],
  ['log.format=pretty', '- --log-format=pretty'],
  ['extraArgs={--kubeconfig=/x}', '- "--kubeconfig=/x"'],
  ['approvalPolicy.enabled=true', 'policyName: "cloudinfra-operator-approval"'],
  ['networkPolicy.egressPorts={8443}', '- port: 8443'],
  ['networkPolicy.monitoringNamespaces={metrics}', '- metrics'],
  ['networkPolicy.monitoringNamespaces=null', 'ingress: []'],
  ['resources.limits.memory=1Gi', 'memory: 1Gi'],
  ['serviceAccount.annotations.a=b', 'a: b'],
  ['podAnnotations.c=d', 'c: d'],
  ['podLabels.e=f', 'e: f'],
  ['nodeSelector.g=h', 'g: h'],
  ['tolerations[0].key=gpu', '- key: gpu'],
  ['affinity.nodeAffinity.x=y', 'nodeAffinity:'],
  ['priorityClassName=high', 'priorityClassName: "high"'],
  ['nameOverride=cloud', 'app.kubernetes.io/name: "cloud"'],
  ['fullnameOverride=clouds', 'name: "clouds"'],
];

const linesOf = (text: string): readonly string[] => text.split('\n').map((line) => line.trim());

describe('a setting', () => {
  let byDefault: readonly string[];
  beforeAll(async () => {
    byDefault = linesOf(await template('crds.install=false'));
  });

  test.each(EFFECTS)('%s is seen in what is rendered', async (setting, line) => {
    expect(byDefault).not.toContain(line);
    expect(linesOf(await template('crds.install=false', setting))).toContain(line);
  });

  test.each([
    ['networkPolicy.enabled=false', 'NetworkPolicy'],
    ['admissionPolicy.enabled=false', 'ValidatingAdmissionPolicy'],
    ['podDisruptionBudget.enabled=false', 'PodDisruptionBudget'],
    ['replicas=1', 'PodDisruptionBudget'],
    ['crds.install=false', 'CustomResourceDefinition'],
    ['namespaces={a}', 'ClusterRole'],
  ])('%s takes every %s away', async (setting, kind) => {
    const kinds = async (settings: readonly string[]) =>
      manifestsIn(await template(...settings)).map((manifest) => manifest.kind);
    expect(await kinds([])).toContain(kind);
    expect(await kinds([setting])).not.toContain(kind);
  });

  test.each([
    ['by default', [], 'keep'],
    ['unless that is not wanted', ['crds.keep=false'], undefined],
  ])('the definitions stay when the release goes, %s', async (_, settings, policy) => {
    const definitions = manifestsIn(await template(...settings)).filter(
      ({ kind }) => kind === 'CustomResourceDefinition',
    );
    const policies = definitions.map(
      ({ metadata }) =>
        (metadata['annotations'] as Readonly<Record<string, string>>)?.['helm.sh/resource-policy'],
    );
    expect([definitions.length > 0, new Set(policies)]).toEqual([true, new Set([policy])]);
  });

  test('has to say which namespaces the token serves', async () => {
    await expect(rendered(helm, 'n', [])).rejects.toThrow(
      "credentials.tokenNamespaces is not set: name the namespaces that the operator's own token serves, or '*' for every one; or set namespaces, or credentials.secretsOnly",
    );
    for (const setting of [
      'namespaces={a}',
      'credentials.secretsOnly=true',
      'simulator.enabled=true',
    ])
      expect(await rendered(helm, 'n', [setting])).not.toContain('--token-namespace');
  });

  test('that does not exist is refused, at every level', async () => {
    const paths = await strictPaths();
    expect(paths).toEqual(
      expect.arrayContaining([[], ['image'], ['credentials'], ['networkPolicy']]),
    );
    for (const path of paths)
      await expect(template(`${[...path, 'typo'].join('.')}=1`)).rejects.toThrow(
        "'typo' not allowed",
      );
  });

  test.each([
    'replicas=-1',
    'replicas=two',
    'log.level=loud',
    'namespaces={Not_A_Name}',
    'namespaces={a,a}',
    'namespaces={*}',
    'credentials.tokenNamespaces={Not_A_Name}',
    'credentials.apiUrl=api.example.com',
    'image.digest=abc',
    'image.repository=',
    'poll=often',
    'listingLag=late',
    'brake.count=-1',
    'networkPolicy.egressPorts={70000}',
    'imagePullSecrets={registry}',
  ])('%s is refused', async (setting) => {
    await expect(template(setting)).rejects.toThrow(
      "values don't meet the specifications of the schema",
    );
  });
});

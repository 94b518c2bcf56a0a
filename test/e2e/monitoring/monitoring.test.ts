import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadAll } from 'js-yaml';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { runKubectl } from '../../../local/controlplane/kubectl.ts';
import { ROWS } from '../../../local/dashboards/files.ts';
import type { Panel, Query } from '../../../local/dashboards/panel.ts';
import { type Reaper, startReaper } from '../../../local/process/reaper.ts';
import { pictureOf, type Shown } from '../../deploy/monitoring/picture.ts';
import { type Installation, startInstallation } from '../installation.ts';
import type { OperatorProcess } from '../operator-process.ts';
import { plane } from '../plane.ts';
import { soon } from '../soon.ts';
import { type Point, type Prometheus, RULES, startPrometheus } from './prometheus.ts';
import { promtool } from './promtool.ts';

const CASES = fileURLToPath(new URL('../../../deploy/monitoring/rules.test.yaml', import.meta.url));
const VOLUME = { region: 'eu-west', size: 20, policy: { deletion: 'Delete', drift: 'Correct' } };

describe('promtool', () => {
  test('takes the rules', async () => {
    expect(await promtool(['check', 'rules', '--lint=all', '--lint-fatal', RULES])).toMatchObject({
      code: 0,
      said: expect.stringContaining('SUCCESS'),
    });
  });

  test('sees each alert fire in its case, and not fire in the other', async () => {
    expect(await promtool(['test', 'rules', CASES])).toMatchObject({
      code: 0,
      said: expect.stringContaining('SUCCESS'),
    });
  });
});

describe('deploy/kustomize/with-prometheus-operator', () => {
  test('is deploy/kustomize/cluster-wide, and beside it what the Prometheus operator and Grafana look for', async () => {
    const [wide, watched] = await Promise.all(
      ['cluster-wide', 'with-prometheus-operator'].map(built),
    );
    const more = (watched ?? []).filter(
      (manifest) => !(wide ?? []).some((one) => isSame(one, manifest)),
    );
    expect((watched ?? []).length - more.length).toBe(wide?.length);
    expect(
      more.map(({ kind, metadata }) => `${kind} ${metadata.namespace}/${metadata.name}`).toSorted(),
    ).toEqual([
      'ConfigMap cloudinfra-system/cloudinfra-operator-dashboard',
      'PrometheusRule cloudinfra-system/cloudinfra-operator',
      'ServiceMonitor cloudinfra-system/cloudinfra-operator',
    ]);
  });
});

describe('a Prometheus that scrapes two replicas', () => {
  let at: Installation;
  let heir: OperatorProcess;
  let reaper: Reaper;
  let prometheus: Prometheus;

  beforeAll(async () => {
    const elect = ['--leader-elect', '--lease-namespace', 'watched', '--brake-count', '5'];
    at = await startInstallation('watched', { operator: { flags: elect } });
    heir = await at.another('heir', { flags: elect });
    await heir.component.start();
    const directory = await mkdtemp(join(tmpdir(), 'cloudinfra-prometheus-'));
    reaper = startReaper(directory);
    prometheus = await startPrometheus(
      directory,
      reaper,
      [at.operator, heir].map(({ url }) => new URL(url).host),
    );
    await live(at);
  });
  afterAll(async () => {
    await reaper?.release();
    await at?.close();
  });

  /** Resolves with the value of an expression once it matches. */
  const until = (
    expr: string,
    isSo: (points: readonly Point[]) => boolean,
  ): Promise<readonly Point[]> =>
    soon(expr, async () => {
      const points = await prometheus.ask(expr);
      return { done: isSo(points) ? points : null, seen: JSON.stringify(points) };
    });

  test('scrapes both replicas, and accepts all their metrics', async () => {
    await until(
      'up{job="cloudinfra-operator"}',
      (points) => points.length === 2 && points.every(({ value }) => value === 1),
    );
    const told = await prometheus.ask('scrape_samples_scraped{job="cloudinfra-operator"}');
    for (const { value } of told) expect(value).toBeGreaterThan(500);
    await until('sum(leader_election_master_status)', ([point]) => point?.value === 1);
  });

  test.each(['operator', 'heir'] as const)(
    'the metrics of the %s are as promtool wants them',
    async (who) => {
      const text = await (who === 'heir' ? heir : at.operator).metrics();
      expect(await promtool(['check', 'metrics'], text)).toEqual({ code: 0, said: '' });
    },
  );

  test('evaluates every rule, and no alert fires', async () => {
    const Rules = z.object({
      groups: z.array(
        z.object({
          rules: z.array(
            z.object({ name: z.string(), health: z.string(), lastError: z.string().optional() }),
          ),
        }),
      ),
    });
    await soon('the rules to be evaluated', async () => {
      const rules = Rules.parse(await prometheus.api('rules')).groups.flatMap(
        (group) => group.rules,
      );
      const odd = rules.filter(({ health }) => health !== 'ok');
      return { done: (rules.length > 10 && odd.length === 0) || null, seen: JSON.stringify(odd) };
    });
    expect(await prometheus.ask('ALERTS{alertstate="firing"}')).toEqual([]);
    await until(
      'cloudinfra:budget_used:ratio_rate5m',
      ([point]) => point !== undefined && point.value > 0 && point.value < 1,
    );
  });

  test('both replicas show the same objects, and only the one that leads shows accounts', async () => {
    const ready = await until(
      'cloudinfra_objects{kind="Volume", condition="Ready", status="True"}',
      (points) => points.length === 2,
    );
    expect(new Set(ready.map(({ value }) => value)).size).toBe(1);
    expect(await prometheus.ask('count by (instance) (cloudinfra_budget_limit)')).toHaveLength(1);
    for (const metric of [
      'drift_found_total',
      'drift_corrected_total',
      'time_to_delete_seconds_count',
      'plans_held',
    ])
      await until(
        `sum(cloudinfra_${metric}{kind="Volume"})`,
        ([point]) => (point?.value ?? 0) >= 1,
      );
  });

  const shown = async ({ queries }: Panel): Promise<readonly Shown[]> => {
    const answers = await Promise.all(
      queries.map(async (query) =>
        (await prometheus.ask(exprOf(query))).map((point) => shownAs(query, point)),
      ),
    );
    return answers.flat();
  };

  test('has data for every panel of the dashboard', async () => {
    const filled = await Promise.all(
      ROWS.flatMap((row) => row.panels).map(async (panel) => [panel, await shown(panel)] as const),
    );
    expect(filled.filter(([, points]) => points.length === 0).map(([{ title }]) => title)).toEqual(
      [],
    );
    const picture = pictureOf(ROWS, (panel) => filled.find(([one]) => one === panel)?.[1] ?? []);
    for (const { title } of ROWS) expect(picture).toContain(`${title}\n`);
  });
});

const Manifest = z.looseObject({
  kind: z.string(),
  metadata: z.looseObject({ name: z.string(), namespace: z.string().optional() }),
});
type Manifest = z.infer<typeof Manifest>;

/** Builds a folder with kustomize. */
async function built(folder: string): Promise<readonly Manifest[]> {
  const path = fileURLToPath(new URL(`../../../deploy/kustomize/${folder}`, import.meta.url));
  const kubectl = {
    binaries: plane.binaries,
    kubeconfigPath: plane.kubeconfig,
    cache: join(tmpdir(), 'cloudinfra-kubectl'),
  };
  return loadAll(await runKubectl(kubectl, ['kustomize', path])).map((one) => Manifest.parse(one));
}

const isSame = (a: Manifest, b: Manifest): boolean =>
  a.kind === b.kind &&
  a.metadata.name === b.metadata.name &&
  a.metadata.namespace === b.metadata.namespace;

/** Creates, changes and deletes objects, with changes from outside. */
async function live(at: Installation): Promise<void> {
  await at.objects.apply('Instance', 'web', {
    region: 'eu-west',
    type: 'g6-nanode-1',
    image: 'compute/debian11',
  });
  for (const name of ['one', 'two'])
    await at.objects.apply('Volume', name, { ...VOLUME, label: name });
  await at.objects.apply('Volume', 'seen', { ...VOLUME, policy: { mode: 'Preview' } });
  await at.objects.ready('Instance', 'web');
  const one = await at.objects.ready('Volume', 'one');
  await at.objects.ready('Volume', 'two');
  await at.service.call('PUT', `/volumes/${one.status.id}`, { label: 'renamed' });
  await soon('the label to be put right', async () => {
    const { body } = await at.service.call('GET', `/volumes/${one.status.id}`);
    const { label } = body as { readonly label: string };
    return { done: label === 'one' || null, seen: label };
  });
  await at.objects.delete('Volume', 'two');
  await at.objects.gone('Volume', 'two');
}

/** Fills in Grafana's variables of an expression. */
const exprOf = ({ expr }: Query): string =>
  expr.replaceAll('$job', '.+').replaceAll('$__rate_interval', '1m');

const shownAs = ({ legend }: Query, { labels, value }: Point): Shown => ({
  name: legend.replace(/\{\{(\w+)\}\}/g, (_, label: string) => labels[label] ?? ''),
  value,
});

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { load } from 'js-yaml';
import { describe, expect, test } from 'vitest';
import { monitoringFiles, ROWS, RULES } from '../../local/dashboards/files.ts';
import { KINDS } from '../../src/kinds/index.ts';
import { createMetrics } from '../../src/telemetry/metrics.ts';
import { referencesIn } from './monitoring/promql.ts';

interface Rule {
  readonly record?: string;
  readonly alert?: string;
  readonly expr: string;
  readonly labels?: { readonly severity: string };
  readonly annotations?: {
    readonly summary: string;
    readonly description: string;
    readonly runbook_url: string;
  };
}
interface Cases {
  readonly tests: readonly {
    readonly alert_rule_test?: readonly {
      readonly alertname: string;
      readonly exp_alerts: readonly object[];
    }[];
  }[];
}
type Rules = {
  readonly groups: readonly { readonly name: string; readonly rules: readonly Rule[] }[];
};

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string): string => readFileSync(`${ROOT}${path}`, 'utf8');
const parsed = (path: string): unknown => load(read(path));

const { definitions } = createMetrics({ version: 'test', kinds: KINDS.map(({ kind }) => kind) });
const rules = (parsed(RULES) as Rules).groups.flatMap((group) => group.rules);
const alerts = rules.flatMap((rule) =>
  rule.alert === undefined ? [] : [{ ...rule, alert: rule.alert }],
);
const panels = ROWS.flatMap((row) => row.panels);
const panelExpressions = panels.flatMap(({ queries }) => queries.map(({ expr }) => expr));

/** Labels that Prometheus adds, and those of histograms. */
const ADDED = ['job', 'instance', 'namespace', 'pod', 'le', '__name__'];
const PARTS = /_(bucket|sum|count)$/;

/** Returns the parts of an expression that no metric provides. */
function unknownIn(expr: string): readonly string[] {
  const { references, grouped } = referencesIn(expr);
  const known = new Set(ADDED);
  const faults = references.flatMap(({ metric, labels }) => {
    if (rules.some(({ record }) => record === metric)) return [];
    const family = definitions.find(
      ({ name, type }) => name === (type === 'histogram' ? metric.replace(PARTS, '') : metric),
    );
    if (family === undefined) return [`no metric ${metric}`];
    for (const label of family.labels) known.add(label);
    return labels
      .filter((label) => !ADDED.includes(label) && !family.labels.includes(label))
      .map((label) => `${metric} has no label ${label}`);
  });
  return [
    ...faults,
    ...grouped
      .filter((label) => !known.has(label))
      .map((label) => `nothing here has the label ${label}`),
  ];
}

describe('a query uses exported metrics', () => {
  test.each(rules.map((rule) => [rule.record ?? rule.alert ?? '', rule.expr] as const))(
    'the rule %s',
    (_name, expr) => {
      expect(referencesIn(expr).references.length).toBeGreaterThan(0);
      expect(unknownIn(expr)).toEqual([]);
    },
  );

  test.each(panelExpressions)('%s', (expr) => {
    expect(referencesIn(expr).references.length).toBeGreaterThan(0);
    expect(unknownIn(expr)).toEqual([]);
  });

  test('every metric of the operator itself is in a panel or in a rule', () => {
    const asked = [...panelExpressions, ...rules.map(({ expr }) => expr)].flatMap((expr) =>
      referencesIn(expr).references.map(({ metric }) => metric.replace(PARTS, '')),
    );
    const names = definitions
      .map(({ name }) => name)
      .filter((name) => name.startsWith('cloudinfra_'));
    expect(names.filter((name) => !asked.includes(name))).toEqual([]);
  });

  test.each([
    ['cloudinfra_nothing', ['no metric cloudinfra_nothing']],
    ['sum by (colour) (cloudinfra_info)', ['nothing here has the label colour']],
    ['cloudinfra_objects{colour="red"} > 1', ['cloudinfra_objects has no label colour']],
    ['rate(cloudinfra_steps_total_bucket[5m])', ['no metric cloudinfra_steps_total_bucket']],
    [
      'histogram_quantile(0.9, sum by (le, kind) (rate(cloudinfra_time_to_ready_seconds_bucket{job=~"$job"}[5m])))',
      [],
    ],
  ])('and one that does not is found: %s', (expr, faults) =>
    expect(unknownIn(expr)).toEqual(faults),
  );
});

describe('an alert', () => {
  test.each(alerts)(
    '$alert says what is wrong, how bad it is, and which page helps',
    ({ alert, labels, annotations }) => {
      expect(alert).toMatch(/^Cloudinfra[A-Z][A-Za-z]+$/);
      expect(['critical', 'warning', 'info']).toContain(labels?.severity);
      expect(annotations?.summary).toMatch(/^.{10,80}$/);
      expect(annotations?.description.length).toBeGreaterThan(40);
      expect(annotations?.runbook_url).toBe(`docs/runbooks/${alert}.md`);
      const page = read(`docs/runbooks/${alert}.md`);
      expect(page).toMatch(new RegExp(`^# ${alert}\n\n\\*\\*Meaning\\.\\*\\*`));
      for (const part of ['**Diagnosis.**', '**Mitigation.**']) expect(page).toContain(part);
      expect(page.split('\n').length).toBeLessThan(40);
    },
  );

  test('has a case in which it fires, and one in which it does not', () => {
    const cases = (parsed('deploy/monitoring/rules.test.yaml') as Cases).tests.flatMap(
      (one) => one.alert_rule_test ?? [],
    );
    const rows = (fires: boolean) =>
      new Set(
        cases
          .filter((one) => one.exp_alerts.length > 0 === fires)
          .map(({ alertname }) => alertname),
      );
    const names = alerts.map(({ alert }) => alert);
    for (const seen of [rows(true), rows(false)])
      expect([...seen].toSorted()).toEqual(names.toSorted());
  });

  test('that is gone leaves no page behind', () => {
    expect(readdirSync(`${ROOT}docs/runbooks`).toSorted()).toEqual(
      alerts.map(({ alert }) => `${alert}.md`).toSorted(),
    );
  });
});

describe('what the Prometheus operator gets', () => {
  const OVERLAY = 'deploy/kustomize/with-prometheus-operator';
  const document = (name: string) => parsed(`${OVERLAY}/${name}`) as Record<string, unknown>;

  test('are the rules of the file, and no others', () => {
    expect(document('prometheus-rule.yaml')).toEqual({
      apiVersion: 'monitoring.coreos.com/v1',
      kind: 'PrometheusRule',
      metadata: { name: 'cloudinfra-operator' },
      spec: parsed(RULES),
    });
  });

  test('is the dashboard that can be imported by hand too', () => {
    const { data, metadata } = document('dashboard.yaml') as {
      readonly data: Record<string, string>;
      readonly metadata: object;
    };
    expect(metadata).toMatchObject({ labels: { grafana_dashboard: '1' } });
    expect(Object.values(data)).toEqual([read('deploy/monitoring/dashboard.json')]);
  });

  test('is a ServiceMonitor for the port and the labels that the Service has', () => {
    const monitor = document('service-monitor.yaml') as {
      readonly spec: {
        readonly selector: { readonly matchLabels: object };
        readonly endpoints: readonly object[];
      };
    };
    const service = parsed('deploy/kustomize/base/service.yaml') as {
      readonly spec: { readonly ports: readonly { readonly name: string }[] };
    };
    const base = parsed('deploy/kustomize/base/kustomization.yaml') as {
      readonly labels: readonly { readonly pairs: object }[];
    };
    expect(monitor.spec.endpoints).toEqual([
      { port: service.spec.ports[0]?.name, path: '/metrics', interval: '30s' },
    ]);
    expect(base.labels[0]?.pairs).toMatchObject(monitor.spec.selector.matchLabels);
  });

  test('is all in the folder, and the folder has all of it', () => {
    const { resources } = document('kustomization.yaml') as {
      readonly resources: readonly string[];
    };
    const files = readdirSync(`${ROOT}${OVERLAY}`).filter((file) => file !== 'kustomization.yaml');
    expect(resources.toSorted()).toEqual(['../cluster-wide', ...files].toSorted());
  });
});

describe('the dashboard', () => {
  interface Shown {
    readonly id: number;
    readonly type: string;
    readonly title: string;
    readonly gridPos: {
      readonly x: number;
      readonly y: number;
      readonly w: number;
      readonly h: number;
    };
    readonly targets?: readonly { readonly refId: string; readonly expr: string }[];
  }
  const { panels: shown } = JSON.parse(read('deploy/monitoring/dashboard.json')) as {
    readonly panels: readonly Shown[];
  };

  test('has each panel once, with its queries, and no two in one place', () => {
    expect(shown.filter(({ type }) => type !== 'row').map(({ title }) => title)).toEqual(
      panels.map(({ title }) => title),
    );
    expect(shown.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))).toEqual(
      panelExpressions,
    );
    expect(new Set(shown.map(({ id }) => id)).size).toBe(shown.length);
    const cells = shown.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, i) => `${x + (i % w)} ${y + Math.floor(i / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
    expect(shown.every(({ gridPos: { x, w } }) => x + w <= 24)).toBe(true);
  });

  test('names no installation', () => {
    expect(read('deploy/monitoring/dashboard.json')).not.toMatch(/https?:\/\/|cloudinfra-system/);
  });
});

test('the generated files are up to date', () => {
  for (const [path, text] of Object.entries(monitoringFiles(read(RULES)))) {
    expect(existsSync(`${ROOT}${path}`), path).toBe(true);
    expect(read(path)).toBe(text);
  }
});

import type { CloudAdapter } from '../cloud/cloud.ts';
import type { Engine } from '../engine/engine.ts';
import type { Cluster, KubeObject } from '../engine/ports/cluster.ts';
import type { AnyKind } from '../model/kind.ts';
import type { Terms } from '../term.ts';
import type { Metrics } from './metrics.ts';

/** Where the gauges read what they show, at the time of a scrape. */
export interface Sources {
  readonly kinds: readonly AnyKind[];
  readonly cluster: Cluster;
  readonly cloud: CloudAdapter;
  readonly terms: Terms<Engine>;
}

const CONDITIONS = ['Ready', 'Synced', 'Stalled'] as const;
const STATUSES = ['True', 'False', 'Unknown'] as const;

/** Fills the gauges that show how things stand, each time the metrics are read. */
export function collectGauges(metrics: Metrics, sources: Sources): void {
  metrics.onScrape(() => {
    metrics.leader.set({ name: 'cloudinfra-operator' }, sources.terms.engine() === null ? 0 : 1);
    for (const { kind } of sources.kinds) countObjects(metrics, kind, sources.cluster.all(kind));
    for (const [controller, activity] of sources.terms.engine()?.activity() ?? []) {
      metrics.activeWorkers.set({ controller }, activity.active);
      metrics.queueDepth.set({ name: controller }, activity.due);
    }
    showCloud(metrics, sources.cloud);
  });
}

function countObjects(metrics: Metrics, kind: string, objects: readonly KubeObject[]): void {
  for (const condition of CONDITIONS) {
    const statuses = objects.map((object) => statusOf(object, condition));
    for (const status of STATUSES) metrics.objects.set({ kind, condition, status }, statuses.filter((one) => one === status).length);
  }
}

function statusOf(object: KubeObject, type: string): string {
  const { conditions } = (object.status ?? {}) as { readonly conditions?: readonly { readonly type: string; readonly status: string }[] };
  return conditions?.find((one) => one.type === type)?.status ?? (type === 'Stalled' ? 'False' : 'Unknown');
}

function showCloud(metrics: Metrics, cloud: CloudAdapter): void {
  const { budgets, observations, sweeps } = cloud.gauges();
  for (const { account, budget, limit, remaining, waiting } of budgets) {
    const labels = { account, budget: String(budget) };
    metrics.budgetLimit.set(labels, limit);
    metrics.budgetRemaining.set(labels, remaining);
    metrics.budgetWaiting.set(labels, waiting);
  }
  for (const { account, route, items, ageSeconds, distrusted } of observations) {
    if (ageSeconds !== null) metrics.observationAge.set({ account, route }, ageSeconds);
    metrics.observedItems.set({ account, route }, items);
    metrics.observationDistrusted.set({ account, route }, distrusted);
  }
  for (const { account, periodSeconds } of sweeps) metrics.sweepPeriod.set({ account }, periodSeconds);
}

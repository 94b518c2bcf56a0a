import type { CloudAdapter } from '../cloud/cloud.ts';
import type { Activity } from '../engine/loop/activity.ts';
import type { Cluster } from '../engine/ports/cluster.ts';
import type { BrakeGauge } from '../engine/ports/telemetry.ts';
import type { WatchEnd } from '../kube/observer.ts';
import type { WatchHealth } from '../kube/watching.ts';
import { accountLabel } from './account-label.ts';
import type { Metrics } from './metrics.ts';
import { countObjects } from './object-gauges.ts';

/** Sources of the gauges at the time of a scrape. */
export interface Sources {
  readonly kinds: readonly string[];
  /** The name of the Lease. */
  readonly lease: string;
  readonly cluster: Pick<Cluster, 'all'>;
  readonly cloud: Pick<CloudAdapter, 'gauges'>;
  readonly watch: () => WatchHealth;
  /** Returns the activity of each controller; null while this process does not lead. */
  readonly activity: () => ReadonlyMap<string, Activity> | null;
  readonly brakes: () => readonly BrakeGauge[];
  /** Maximum number of concurrent reconciliations of each controller, by kind. */
  readonly controllers: ReadonlyMap<string, number>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

const WATCH_ENDS: readonly WatchEnd[] = ['closed', 'expired', 'silent', 'failed'];

/** Updates the gauges before each scrape. */
export function collectGauges(metrics: Metrics, sources: Sources): void {
  metrics.onScrape(async () => {
    const activity = sources.activity();
    metrics.leader.set({ name: sources.lease }, activity === null ? 0 : 1);
    for (const [kind, workers] of sources.controllers)
      showController(metrics, kind, activity?.get(kind), workers);
    await countObjects(metrics, sources);
    showWatches(metrics, sources.watch());
    showAccounts(
      metrics,
      activity === null ? STANDBY : sources.cloud.gauges(),
      activity === null ? [] : sources.brakes(),
    );
  });
}

/** The cloud gauges of a process that does not lead, which reads no account: old values would only
 *  seem to age. */
const STANDBY: ReturnType<CloudAdapter['gauges']> = {
  budgets: [],
  observations: [],
  sweeps: [],
  credentials: { accepted: 0, refused: 0 },
};

function showController(
  metrics: Metrics,
  controller: string,
  activity: Activity | undefined,
  workers: number,
): void {
  metrics.activeWorkers.set({ controller }, activity?.active ?? 0);
  metrics.mostWorkers.set({ controller }, workers);
  metrics.longestPass.set({ name: controller }, (activity?.longestPassMs ?? 0) / 1_000);
  metrics.queueDepth.set({ name: controller }, activity?.due ?? 0);
}

/** Shows the longest silence of a resource over all separately watched namespaces. */
function showWatches(metrics: Metrics, { reflectors }: WatchHealth): void {
  for (const [resource, watches] of Map.groupBy(reflectors, ({ plural }) => plural)) {
    const longestMs = Math.max(
      ...watches.map(({ sinceLastSeenMs, triedMs }) => sinceLastSeenMs ?? triedMs),
    );
    metrics.watchSilence.set({ resource }, longestMs / 1_000);
    for (const why of WATCH_ENDS) metrics.watchEnds.inc({ resource, why }, 0);
  }
}

const gaugesOfAccounts = (metrics: Metrics) => [
  metrics.budgetLimit,
  metrics.budgetRemaining,
  metrics.budgetWaiting,
  metrics.observationAge,
  metrics.observedItems,
  metrics.observationDistrusted,
  metrics.sweepPeriod,
  metrics.brakeDeletions,
  metrics.brakeLimit,
];

/** Shows the current accounts, and removes the series of earlier ones. */
function showAccounts(
  metrics: Metrics,
  cloud: ReturnType<CloudAdapter['gauges']>,
  brakes: readonly BrakeGauge[],
): void {
  for (const gauge of gaugesOfAccounts(metrics)) gauge.reset();
  for (const [state, count] of Object.entries(cloud.credentials))
    metrics.credentials.set({ state }, count);
  for (const { account, budget, limit, remaining, waiting } of cloud.budgets) {
    const labels = { account: accountLabel(account), budget: String(budget) };
    metrics.budgetLimit.set(labels, limit);
    metrics.budgetRemaining.set(labels, remaining);
    metrics.budgetWaiting.set(labels, waiting);
  }
  for (const { account, route, items, ageSeconds, distrusted } of cloud.observations) {
    const labels = { account: accountLabel(account), route };
    metrics.observationAge.set(labels, ageSeconds);
    metrics.observedItems.set(labels, items);
    metrics.observationDistrusted.set(labels, distrusted);
  }
  for (const { account, periodSeconds } of cloud.sweeps)
    metrics.sweepPeriod.set({ account: accountLabel(account) }, periodSeconds);
  for (const { account, kind, counted, limit } of brakes) {
    metrics.brakeDeletions.set({ account: accountLabel(account), kind }, counted);
    metrics.brakeLimit.set({ account: accountLabel(account), kind }, limit);
  }
}

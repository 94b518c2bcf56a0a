import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { PassRecord } from '../engine/ports/telemetry.ts';

const SECONDS = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60];
const LONG_SECONDS = [1, 5, 15, 30, 60, 120, 300, 600, 1_200, 2_400, 4_800];

/** Makes the instruments of one registry. */
function instrumentsOf(registry: Registry) {
  const registers = [registry];
  return {
    counter: (name: string, help: string, labelNames: readonly string[] = []) => new Counter({ name, help, labelNames, registers }),
    gauge: (name: string, help: string, labelNames: readonly string[] = []) => new Gauge({ name, help, labelNames, registers }),
    histogram: (name: string, help: string, labelNames: readonly string[], buckets = SECONDS) =>
      new Histogram({ name, help, labelNames, buckets, registers }),
  };
}

type Instruments = ReturnType<typeof instrumentsOf>;

/** The loop, under the names that controllers in Go have. */
const loopMetrics = ({ counter, gauge, histogram }: Instruments) => ({
  reconciles: counter('controller_runtime_reconcile_total', 'Passes over objects, by how they ended.', ['controller', 'result']),
  reconcileErrors: counter('controller_runtime_reconcile_errors_total', 'Passes that failed.', ['controller']),
  reconcilePanics: counter('controller_runtime_reconcile_panics_total', 'Passes that threw: bugs.', ['controller']),
  reconcileSeconds: histogram('controller_runtime_reconcile_time_seconds', 'How long passes take.', ['controller']),
  activeWorkers: gauge('controller_runtime_active_workers', 'Passes under way.', ['controller']),
  queueDepth: gauge('workqueue_depth', 'Objects that are due for a pass.', ['name']),
  queueSeconds: histogram('workqueue_queue_duration_seconds', 'How long an object is due before its pass begins.', ['name']),
  kubeRequests: counter('rest_client_requests_total', 'Requests to the Kubernetes API.', ['code', 'method', 'host']),
  leader: gauge('leader_election_master_status', 'Whether this process leads (1) or not (0).', ['name']),
});

/** Requests to the service, their budget, and how old what is known of an account is. */
const serviceMetrics = ({ counter, gauge, histogram }: Instruments) => ({
  apiRequests: counter('cloudinfra_api_requests_total', 'Requests to the service.', ['method', 'route', 'code']),
  apiSeconds: histogram('cloudinfra_api_request_duration_seconds', 'How long requests to the service take.', ['method', 'route']),
  budgetSpent: counter('cloudinfra_budget_spent_total', 'Requests paid from the budget of an account, by what for.', ['account', 'class']),
  budgetLimit: gauge('cloudinfra_budget_limit', 'Requests a minute that a token may send.', ['account', 'budget']),
  budgetRemaining: gauge('cloudinfra_budget_remaining', 'Requests that this minute has left.', ['account', 'budget']),
  budgetWaiting: gauge('cloudinfra_budget_waiting', 'Requests that wait for budget.', ['account', 'budget']),
  observationAge: gauge('cloudinfra_observation_age_seconds', 'Age of the oldest listing of a collection.', ['account', 'route']),
  observedItems: gauge('cloudinfra_observed_items', 'Items in the listings of a collection.', ['account', 'route']),
  observationDistrusted: gauge('cloudinfra_observation_distrusted', 'Listings that too much is missing from.', ['account', 'route']),
  sweepPeriod: gauge('cloudinfra_sweep_period_seconds', 'Time between two sweeps, stretched where the budget is short.', ['account']),
});

/** Objects and what was done for them. */
const objectMetrics = ({ counter, gauge, histogram }: Instruments) => ({
  objects: gauge('cloudinfra_objects', 'Objects by kind, and by the status of a condition.', ['kind', 'condition', 'status']),
  readySeconds: histogram('cloudinfra_time_to_ready_seconds', 'From the first pass for a wish until Ready.', ['kind'], LONG_SECONDS),
  steps: counter('cloudinfra_steps_total', 'Steps executed.', ['kind']),
  kubeWrites: counter('cloudinfra_kubernetes_writes_total', 'Writes of objects and their status.', ['kind']),
  watchEnds: counter('cloudinfra_watch_ends_total', 'Watches that ended and were begun again.', ['resource', 'why']),
  eventsLost: counter('cloudinfra_events_lost_total', 'Events that could not be written.'),
  info: gauge('cloudinfra_info', 'The version of the operator.', ['version']),
});

/** Every series of the operator, in a registry of its own. Labels never hold an object's name, an id or any part of a token. */
export function createMetrics(version: string) {
  const registry = new Registry();
  const instruments = instrumentsOf(registry);
  const metrics = { ...loopMetrics(instruments), ...serviceMetrics(instruments), ...objectMetrics(instruments) };
  metrics.info.set({ version }, 1);
  const fillers: (() => void)[] = [];
  return {
    ...metrics,
    /** Adds what is to be done each time before the metrics are read. */
    onScrape: (fill: () => void) => void fillers.push(fill),
    /** The metrics as text, with their content type. */
    text: async () => {
      for (const fill of fillers) fill();
      return { text: await registry.metrics(), type: registry.contentType };
    },
  };
}

export type Metrics = ReturnType<typeof createMetrics>;

/** Counts one pass. */
export function countPass(metrics: Metrics, record: PassRecord): void {
  const controller = record.kind;
  const result = record.failure === undefined && record.error === undefined ? 'success' : 'error';
  metrics.reconciles.inc({ controller, result });
  if (result === 'error') metrics.reconcileErrors.inc({ controller });
  if (record.error !== undefined) metrics.reconcilePanics.inc({ controller });
  metrics.reconcileSeconds.observe({ controller }, record.tookMs / 1_000);
  metrics.queueSeconds.observe({ name: controller }, record.waitedMs / 1_000);
  metrics.steps.inc({ kind: record.kind }, record.steps.length);
  metrics.kubeWrites.inc({ kind: record.kind }, record.wrote);
  if (record.readyAfterMs !== undefined) metrics.readySeconds.observe({ kind: record.kind }, record.readyAfterMs / 1_000);
}

import { type Instruments, MINUTES } from './instruments.ts';

/** The loop, under the names that controllers in Go have. */
export const loopSeries = ({ counter, gauge, histogram }: Instruments) => ({
  reconciles: counter('controller_runtime_reconcile_total', 'Reconciliations, by result.', [
    'controller',
    'result',
  ]),
  reconcileErrors: counter(
    'controller_runtime_reconcile_errors_total',
    'Reconciliations that failed.',
    ['controller'],
  ),
  reconcilePanics: counter(
    'controller_runtime_reconcile_panics_total',
    'Reconciliations that threw an exception, which is a bug.',
    ['controller'],
  ),
  reconcileSeconds: histogram(
    'controller_runtime_reconcile_time_seconds',
    'Duration of reconciliations.',
    ['controller'],
  ),
  activeWorkers: gauge('controller_runtime_active_workers', 'Reconciliations in progress.', [
    'controller',
  ]),
  mostWorkers: gauge(
    'controller_runtime_max_concurrent_reconciles',
    'Maximum number of concurrent reconciliations.',
    ['controller'],
  ),
  queueDepth: gauge('workqueue_depth', 'Objects that wait for a reconciliation.', ['name']),
  longestPass: gauge(
    'workqueue_longest_running_processor_seconds',
    'Duration of the longest reconciliation in progress.',
    ['name'],
  ),
  queueSeconds: histogram(
    'workqueue_queue_duration_seconds',
    'Time that objects wait before their reconciliation begins.',
    ['name'],
  ),
  kubeRequests: counter('rest_client_requests_total', 'Requests to the Kubernetes API.', [
    'code',
    'method',
    'host',
  ]),
  leader: gauge(
    'leader_election_master_status',
    'Leadership: 1 if this process leads, otherwise 0.',
    ['name'],
  ),
});

/** The process, under the names that every client library of Prometheus gives. */
export const processSeries = ({ counter, gauge }: Instruments) => ({
  cpuSeconds: counter('process_cpu_seconds_total', 'CPU time that the process has used.'),
  startTime: gauge(
    'process_start_time_seconds',
    'Start time of the process, in seconds since the epoch.',
  ),
  residentMemory: gauge('process_resident_memory_bytes', 'Resident memory of the process.'),
  heapUsed: gauge('nodejs_heap_size_used_bytes', 'Used heap memory.'),
  longestBlock: gauge(
    'nodejs_eventloop_lag_max_seconds',
    'Longest time since the last scrape during which the event loop was blocked.',
  ),
  eventLoopUse: gauge(
    'nodejs_eventloop_utilization',
    'Share of the time since the last scrape during which the event loop was busy, from 0 to 1.',
  ),
});

/** Requests to the service, their budget, and how old what is known of an account is. */
export const serviceSeries = ({ counter, gauge, histogram }: Instruments) => ({
  apiRequests: counter('cloudinfra_api_requests_total', 'Requests to the service.', [
    'method',
    'route',
    'code',
  ]),
  apiSeconds: histogram(
    'cloudinfra_api_request_duration_seconds',
    'Duration of requests to the service.',
    ['method', 'route', 'code'],
  ),
  credentials: gauge('cloudinfra_credentials', 'Tokens in use, by state.', ['state']),
  budgetSpent: counter(
    'cloudinfra_budget_spent_total',
    'Requests counted against the budget of an account, by purpose.',
    ['account', 'class'],
  ),
  budgetLimit: gauge('cloudinfra_budget_limit', 'Requests that a token may send in a minute.', [
    'account',
    'budget',
  ]),
  budgetRemaining: gauge('cloudinfra_budget_remaining', 'Requests left in this minute.', [
    'account',
    'budget',
  ]),
  budgetWaiting: gauge('cloudinfra_budget_waiting', 'Requests that wait for the budget.', [
    'account',
    'budget',
  ]),
  observationAge: gauge(
    'cloudinfra_observation_age_seconds',
    'Age of the oldest listing of a collection.',
    ['account', 'route'],
  ),
  observedItems: gauge('cloudinfra_observed_items', 'Items in the listings of a collection.', [
    'account',
    'route',
  ]),
  observationDistrusted: gauge(
    'cloudinfra_observation_distrusted',
    'Listings that lack too many items to be trusted.',
    ['account', 'route'],
  ),
  sweepPeriod: gauge(
    'cloudinfra_sweep_period_seconds',
    'Time between two sweeps. A small budget makes it longer.',
    ['account'],
  ),
  brakeDeletions: gauge(
    'cloudinfra_brake_deletions',
    'Deletions and re-creations in the window of the brake.',
    ['account', 'kind'],
  ),
  brakeLimit: gauge(
    'cloudinfra_brake_limit',
    'Deletions and re-creations that the brake allows in its window.',
    ['account', 'kind'],
  ),
});

/** Objects and what was done for them. */
export const objectSeries = ({ counter, gauge, histogram }: Instruments) => ({
  objects: gauge('cloudinfra_objects', 'Objects, by condition and status.', [
    'kind',
    'condition',
    'status',
  ]),
  unsynced: gauge(
    'cloudinfra_objects_unsynced',
    'Objects whose condition Synced is False, by reason.',
    ['kind', 'reason'],
  ),
  plansHeld: gauge('cloudinfra_plans_held', 'Plans that wait, by reason.', ['kind', 'why']),
  notReadySeconds: gauge(
    'cloudinfra_longest_not_ready_seconds',
    'Longest time that any object has been not Ready.',
    ['kind'],
  ),
  deletingSeconds: gauge(
    'cloudinfra_longest_deletion_seconds',
    'Longest time that any object has been in deletion.',
    ['kind'],
  ),
  readySeconds: histogram(
    'cloudinfra_time_to_ready_seconds',
    'Time from the first reconciliation of a new spec until the object is Ready.',
    ['kind'],
    MINUTES,
  ),
  deleteSeconds: histogram(
    'cloudinfra_time_to_delete_seconds',
    'Time from the deletion of an object until its finalizer is removed.',
    ['kind'],
    MINUTES,
  ),
  steps: counter('cloudinfra_steps_total', 'Steps that were sent to the service, by result.', [
    'kind',
    'result',
  ]),
  driftFound: counter(
    'cloudinfra_drift_found_total',
    'Fields that were changed outside the cluster.',
    ['kind'],
  ),
  driftCorrected: counter(
    'cloudinfra_drift_corrected_total',
    'Fields that were changed outside the cluster and corrected.',
    ['kind'],
  ),
  kubeWrites: counter('cloudinfra_kubernetes_writes_total', 'Writes to objects and their status.', [
    'kind',
  ]),
  watchEnds: counter(
    'cloudinfra_watch_ends_total',
    'Watches that ended and were restarted, by reason.',
    ['resource', 'why'],
  ),
  watchSilence: gauge(
    'cloudinfra_watch_silence_seconds',
    'Time since the last message in a watch.',
    ['resource'],
  ),
  eventsLost: counter('cloudinfra_events_lost_total', 'Events that could not be recorded.'),
  info: gauge('cloudinfra_info', 'The version of the operator.', ['version']),
});

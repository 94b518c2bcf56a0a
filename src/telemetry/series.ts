import { type Instruments, MINUTES } from './instruments.ts';

/** The loop, under the names that controllers in Go have. */
export const loopSeries = ({ counter, gauge, histogram }: Instruments) => ({
  reconciles: counter(
    'controller_runtime_reconcile_total',
    'Passes over objects, by how they ended.',
    ['controller', 'result'],
  ),
  reconcileErrors: counter('controller_runtime_reconcile_errors_total', 'Passes that failed.', [
    'controller',
  ]),
  reconcilePanics: counter(
    'controller_runtime_reconcile_panics_total',
    'Passes that threw: bugs.',
    ['controller'],
  ),
  reconcileSeconds: histogram(
    'controller_runtime_reconcile_time_seconds',
    'How long passes take.',
    ['controller'],
  ),
  activeWorkers: gauge('controller_runtime_active_workers', 'Passes under way.', ['controller']),
  mostWorkers: gauge(
    'controller_runtime_max_concurrent_reconciles',
    'Passes that may be under way at once.',
    ['controller'],
  ),
  queueDepth: gauge('workqueue_depth', 'Objects that are due for a pass.', ['name']),
  longestPass: gauge(
    'workqueue_longest_running_processor_seconds',
    'How long the longest of the passes under way has taken.',
    ['name'],
  ),
  queueSeconds: histogram(
    'workqueue_queue_duration_seconds',
    'How long an object is due before its pass begins.',
    ['name'],
  ),
  kubeRequests: counter('rest_client_requests_total', 'Requests to the Kubernetes API.', [
    'code',
    'method',
    'host',
  ]),
  leader: gauge('leader_election_master_status', 'Whether this process leads (1) or not (0).', [
    'name',
  ]),
});

/** The process, under the names that every client library of Prometheus gives. */
export const processSeries = ({ counter, gauge }: Instruments) => ({
  cpuSeconds: counter(
    'process_cpu_seconds_total',
    'Time that the process has spent on processors.',
  ),
  startTime: gauge(
    'process_start_time_seconds',
    'When the process started, in seconds since the epoch.',
  ),
  residentMemory: gauge('process_resident_memory_bytes', 'Memory of the process.'),
  heapUsed: gauge('nodejs_heap_size_used_bytes', 'Memory that objects of the program take.'),
  longestBlock: gauge(
    'nodejs_eventloop_lag_max_seconds',
    'The longest time since the last scrape in which the event loop was blocked.',
  ),
  eventLoopUse: gauge(
    'nodejs_eventloop_utilization',
    'Part of the time since the last scrape in which the process was busy, from 0 to 1.',
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
    'How long requests to the service take.',
    ['method', 'route', 'code'],
  ),
  credentials: gauge(
    'cloudinfra_credentials',
    'Tokens in use, by whether the service accepts them.',
    ['state'],
  ),
  budgetSpent: counter(
    'cloudinfra_budget_spent_total',
    'Requests paid from the budget of an account, by what for.',
    ['account', 'class'],
  ),
  budgetLimit: gauge('cloudinfra_budget_limit', 'Requests a minute that a token may send.', [
    'account',
    'budget',
  ]),
  budgetRemaining: gauge('cloudinfra_budget_remaining', 'Requests that this minute has left.', [
    'account',
    'budget',
  ]),
  budgetWaiting: gauge('cloudinfra_budget_waiting', 'Requests that wait for budget.', [
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
    'Listings that too much is missing from.',
    ['account', 'route'],
  ),
  sweepPeriod: gauge(
    'cloudinfra_sweep_period_seconds',
    'Time between two sweeps, longer where the budget is short.',
    ['account'],
  ),
  brakeDeletions: gauge(
    'cloudinfra_brake_deletions',
    'Deletions and re-creations that the brake counts now.',
    ['account', 'kind'],
  ),
  brakeLimit: gauge(
    'cloudinfra_brake_limit',
    'Deletions and re-creations that the brake lets through in its window.',
    ['account', 'kind'],
  ),
});

/** Objects and what was done for them. */
export const objectSeries = ({ counter, gauge, histogram }: Instruments) => ({
  objects: gauge('cloudinfra_objects', 'Objects, by the status of a condition.', [
    'kind',
    'condition',
    'status',
  ]),
  unsynced: gauge(
    'cloudinfra_objects_unsynced',
    'Objects whose condition Synced is False, by its reason.',
    ['kind', 'reason'],
  ),
  plansHeld: gauge(
    'cloudinfra_plans_held',
    'Plans that are not carried out, by what they wait for.',
    ['kind', 'why'],
  ),
  notReadySeconds: gauge(
    'cloudinfra_longest_not_ready_seconds',
    'How long the object that is not Ready longest has not been.',
    ['kind'],
  ),
  deletingSeconds: gauge(
    'cloudinfra_longest_deletion_seconds',
    'How long the object that is being deleted longest has been.',
    ['kind'],
  ),
  readySeconds: histogram(
    'cloudinfra_time_to_ready_seconds',
    'From the first pass for a wish until Ready.',
    ['kind'],
    MINUTES,
  ),
  deleteSeconds: histogram(
    'cloudinfra_time_to_delete_seconds',
    'From the deletion of an object until it is let go.',
    ['kind'],
    MINUTES,
  ),
  steps: counter(
    'cloudinfra_steps_total',
    'Steps that were sent to the service, by how they ended.',
    ['kind', 'result'],
  ),
  driftFound: counter('cloudinfra_drift_found_total', 'Fields that were found changed outside.', [
    'kind',
  ]),
  driftCorrected: counter(
    'cloudinfra_drift_corrected_total',
    'Fields that were changed outside and put right.',
    ['kind'],
  ),
  kubeWrites: counter('cloudinfra_kubernetes_writes_total', 'Writes of objects and their status.', [
    'kind',
  ]),
  watchEnds: counter('cloudinfra_watch_ends_total', 'Watches that ended and were begun again.', [
    'resource',
    'why',
  ]),
  watchSilence: gauge(
    'cloudinfra_watch_silence_seconds',
    'Since the API server last said something in a watch.',
    ['resource'],
  ),
  eventsLost: counter('cloudinfra_events_lost_total', 'Events that could not be written.'),
  info: gauge('cloudinfra_info', 'The version of the operator.', ['version']),
});

import { type Instruments } from '../instruments.ts';

/** Declares metrics of reconciliations, with the names of controller-runtime. */
export const reconcileSeries = ({ counter, gauge, histogram }: Instruments) => ({
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
});

/** Declares metrics of the work queue, with the names of controller-runtime. */
export const queueSeries = ({ gauge, histogram }: Instruments) => ({
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
});

import { lines, once, quantile, query, type Row, rate } from '../panel.ts';

/** The work of the operator. */
export const LOOP: Row = {
  title: 'The loop',
  panels: [
    lines(
      'Passes',
      'ops',
      'Passes over objects, by outcome.',
      query(
        rate('controller_runtime_reconcile_total', 'controller, result'),
        '{{controller}} {{result}}',
      ),
    ),
    lines(
      'Duration of passes',
      's',
      '99 of 100 ended in this time.',
      query(
        quantile(0.99, 'controller_runtime_reconcile_time_seconds', 'controller'),
        '{{controller}}',
      ),
    ),
    lines(
      'Due and under way',
      'short',
      'A permanent queue is work that no worker takes.',
      query(once('workqueue_depth', 'name'), '{{name}} due'),
      query(once('controller_runtime_active_workers', 'controller'), '{{controller}} under way'),
    ),
    lines(
      'Time in the queue',
      's',
      '99 of 100 waited no longer for their pass.',
      query(quantile(0.99, 'workqueue_queue_duration_seconds', 'name'), '{{name}}'),
    ),
    lines(
      'Longest pass',
      's',
      'Longest pass in progress: after half an hour the liveness probe fails.',
      query(once('workqueue_longest_running_processor_seconds', 'name'), '{{name}}'),
    ),
    lines(
      'Bugs',
      'ops',
      'Passes that threw an exception. The correct value is zero.',
      query(rate('controller_runtime_reconcile_panics_total', 'controller'), '{{controller}}'),
    ),
  ],
};

import { lines, once, quantile, query, type Row, rate } from '../panel.ts';

/** The state of the objects, and the duration of their changes. */
export const OBJECTS: Row = {
  title: 'Objects',
  panels: [
    lines(
      'Objects by kind',
      'short',
      'Number of objects.',
      query(
        `sum by (kind) (${once('cloudinfra_objects', 'kind, status', ', condition="Ready"')})`,
        '{{kind}}',
      ),
    ),
    lines(
      'Not in sync, by reason',
      'short',
      'Reasons that keep objects from being in sync.',
      query(
        `sum by (reason) (${once('cloudinfra_objects_unsynced', 'kind, reason')})`,
        '{{reason}}',
      ),
    ),
    lines(
      'Longest not Ready',
      's',
      'A rising line is an object without progress.',
      query(once('cloudinfra_longest_not_ready_seconds', 'kind'), '{{kind}}'),
    ),
    lines(
      'Longest deletion',
      's',
      'A rising line is a deletion that does not end.',
      query(once('cloudinfra_longest_deletion_seconds', 'kind'), '{{kind}}'),
    ),
    lines(
      'Time to Ready',
      's',
      '50 and 95 percent of the changes were complete within this time.',
      query(quantile(0.5, 'cloudinfra_time_to_ready_seconds', 'kind'), '{{kind}} half'),
      query(quantile(0.95, 'cloudinfra_time_to_ready_seconds', 'kind'), '{{kind}} 95 %'),
    ),
    lines(
      'Time to delete',
      's',
      '50 and 95 percent of the deletions were complete within this time.',
      query(quantile(0.5, 'cloudinfra_time_to_delete_seconds', 'kind'), '{{kind}} half'),
      query(quantile(0.95, 'cloudinfra_time_to_delete_seconds', 'kind'), '{{kind}} 95 %'),
    ),
    lines(
      'Drift',
      'ops',
      'Fields that were changed outside the cluster, and corrected fields.',
      query(rate('cloudinfra_drift_found_total', 'kind'), '{{kind}} found'),
      query(rate('cloudinfra_drift_corrected_total', 'kind'), '{{kind}} corrected'),
    ),
    lines(
      'Steps',
      'ops',
      'Requests that change items, by outcome.',
      query(rate('cloudinfra_steps_total', 'kind, result'), '{{kind}} {{result}}'),
    ),
  ],
};

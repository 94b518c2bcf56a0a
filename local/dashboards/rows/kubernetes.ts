import { lines, OURS, once, query, type Row, rate } from '../panel.ts';

/** The API server, and the process itself. */
export const KUBERNETES: Row = {
  title: 'Kubernetes and the process',
  panels: [
    lines(
      'Requests to the API server',
      'reqps',
      'By code.',
      query(rate('rest_client_requests_total', 'code, method'), '{{method}} {{code}}'),
    ),
    lines(
      'Writes of objects',
      'ops',
      'At rest there are none.',
      query(rate('cloudinfra_kubernetes_writes_total', 'kind'), '{{kind}}'),
      query(rate('cloudinfra_events_lost_total', 'job'), 'events lost'),
    ),
    lines(
      'Silence of watches',
      's',
      'Above 150 seconds the operator restarts a watch.',
      query(
        once('cloudinfra_watch_silence_seconds', 'instance, resource'),
        '{{instance}} {{resource}}',
      ),
    ),
    lines(
      'Ends of watches',
      'ops',
      'By reason: closed is normal.',
      query(rate('cloudinfra_watch_ends_total', 'why'), '{{why}}'),
    ),
    lines(
      'Memory',
      'bytes',
      'Of each replica.',
      query(`process_resident_memory_bytes{${OURS}}`, '{{instance}}'),
    ),
    lines(
      'Busy',
      'percentunit',
      'Part of the time in which the event loop of each replica is busy; at 1 it falls behind.',
      query(`nodejs_eventloop_utilization{${OURS}}`, '{{instance}}'),
    ),
  ],
};

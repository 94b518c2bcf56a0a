import { type Instruments } from '../instruments.ts';

/** Creates the process's series, with the names of the Prometheus client libraries. */
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

/** Declares metrics of the program. */
export const programSeries = ({ gauge }: Instruments) => ({
  info: gauge('cloudinfra_info', 'The version of the operator.', ['version']),
});

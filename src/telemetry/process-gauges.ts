import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import type { Metrics } from './metrics.ts';

/** How often the delay of the event loop is sampled; what is measured contains it. */
const DELAY_RESOLUTION_MS = 10;

/** Shows how the process itself is, each time the metrics are read. */
export function collectProcess(metrics: Metrics): void {
  metrics.startTime.set(performance.timeOrigin / 1_000);
  let last = performance.eventLoopUtilization();
  let spentSeconds = 0;
  const delay = monitorEventLoopDelay({ resolution: DELAY_RESOLUTION_MS });
  delay.enable();
  metrics.onScrape(() => {
    const { rss, heapUsed } = process.memoryUsage();
    metrics.residentMemory.set(rss);
    metrics.heapUsed.set(heapUsed);
    const { user, system } = process.cpuUsage();
    metrics.cpuSeconds.inc((user + system) / 1e6 - spentSeconds);
    spentSeconds = (user + system) / 1e6;
    const now = performance.eventLoopUtilization();
    metrics.eventLoopUse.set(performance.eventLoopUtilization(now, last).utilization);
    last = now;
    metrics.longestBlock.set(Math.max(0, delay.max / 1e9 - DELAY_RESOLUTION_MS / 1e3));
    delay.reset();
  });
}

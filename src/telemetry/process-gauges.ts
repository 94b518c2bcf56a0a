import { performance } from 'node:perf_hooks';
import { watchBlocks } from './event-loop-blocks.ts';
import type { Metrics } from './metrics.ts';

/** Updates the metrics of the process before each scrape. */
export function collectProcess(metrics: Metrics): void {
  metrics.startTime.set(performance.timeOrigin / 1_000);
  let last = performance.eventLoopUtilization();
  let spentSeconds = 0;
  const blocks = watchBlocks();
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
    metrics.longestBlock.set(blocks.take() / 1_000);
  });
}

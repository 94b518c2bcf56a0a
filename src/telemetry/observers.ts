import type { CloudObserver } from '../cloud/observer.ts';
import type { Telemetry } from '../engine/ports/telemetry.ts';
import type { KubeObserver } from '../kube/observer.ts';
import { type Log, logPass } from './log.ts';
import { countPass, type Metrics } from './metrics.ts';

/** Turns a pass into a log line and metrics: the one place that does. */
export const telemetryOf = (log: Log, metrics: Metrics): Telemetry => ({
  pass: (record) => {
    logPass(log, record);
    countPass(metrics, record);
  },
});

/** What the service's adapter tells. */
export const cloudObserverOf = (log: Log, metrics: Metrics): CloudObserver => ({
  requested: ({ method, route, code, seconds }) => {
    metrics.apiRequests.inc({ method, route, code });
    metrics.apiSeconds.observe({ method, route }, seconds);
  },
  spent: (account, paidBy) => metrics.budgetSpent.inc({ account, class: paidBy }),
  failed: (error) => log.error({ error: String(error) }, 'something threw in the adapter of the service'),
});

/** What the Kubernetes adapter tells. */
export const kubeObserverOf = (log: Log, metrics: Metrics): KubeObserver => ({
  requested: ({ code, method, host }) => metrics.kubeRequests.inc({ code, method, host }),
  watchEnded: ({ plural, namespace, why, detail }) => {
    metrics.watchEnds.inc({ resource: plural, why });
    if (why === 'failed' || why === 'silent') log.warn({ resource: plural, namespace, why, detail }, 'a watch ended and is begun again');
  },
  listenerFailed: (error) => log.error({ error: String(error) }, 'a listener of a watch threw'),
  eventsLost: (count, detail) => {
    metrics.eventsLost.inc(count);
    log.warn({ count, detail }, 'events could not be written');
  },
  leaseFailed: (failure) => log.warn({ code: failure.code, detail: failure.detail }, 'the lease could not be read or written'),
});

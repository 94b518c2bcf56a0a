import type { CloudObserver } from '../cloud/observer.ts';
import type { Telemetry } from '../engine/ports/telemetry.ts';
import type { KubeObserver } from '../kube/observer.ts';
import { accountLabel } from './account-label.ts';
import { countPass } from './count-pass.ts';
import { LineBudget } from './line-budget.ts';
import { type Log, logPass } from './log.ts';
import type { Metrics } from './metrics.ts';

/** Turns a pass into a log line and metrics. */
export function telemetryOf(log: Log, metrics: Metrics): Telemetry {
  const lines = new LineBudget(() => performance.now());
  return {
    pass: (record) => {
      logPass(log, record, lines);
      countPass(metrics, record);
    },
  };
}

/** Observes the cloud adapter. The log maps each account to its label once. */
export function cloudObserverOf(log: Log, metrics: Metrics): CloudObserver {
  const labels = new Map<string, string>();
  const labelOf = (account: string): string => {
    const known = labels.get(account);
    if (known !== undefined) return known;
    const label = accountLabel(account);
    labels.set(account, label);
    if (account !== '') log.info({ account, label }, 'an account is in use');
    return label;
  };
  return {
    requested: ({ method, route, code, seconds }) => {
      metrics.apiRequests.inc({ method, route, code });
      metrics.apiSeconds.observe({ method, route, code }, seconds);
    },
    spent: (account, paidBy) =>
      metrics.budgetSpent.inc({ account: labelOf(account), class: paidBy }),
    failed: (error) =>
      log.error({ error: String(error) }, 'the adapter of the service threw an exception'),
  };
}

/** Observes the Kubernetes adapter. */
export const kubeObserverOf = (log: Log, metrics: Metrics): KubeObserver => ({
  requested: ({ code, method, host }) => metrics.kubeRequests.inc({ code, method, host }),
  watchEnded: ({ plural, namespace, why, detail }) => {
    metrics.watchEnds.inc({ resource: plural, why });
    if (why === 'failed' || why === 'silent')
      log.warn({ resource: plural, namespace, why, detail }, 'a watch ended and restarts');
  },
  listenerFailed: (error) =>
    log.error({ error: String(error) }, 'a listener of a watch threw an exception'),
  eventsLost: (count, detail) => {
    metrics.eventsLost.inc(count);
    log.warn({ count, detail }, 'events could not be written');
  },
  placeUnknown: (namespace, detail) =>
    log.warn(
      { namespace, detail },
      'no permission to read the namespace: a status of another cluster cannot be distinguished',
    ),
  leaseFailed: (failure) =>
    log.warn({ code: failure.code, detail: failure.detail }, 'the lease cannot be read or written'),
});

import type { PassRecord } from '../engine/ports/telemetry.ts';
import type { Metrics } from './metrics.ts';

/** Counts one pass: its result, and its actions for the object. */
export function countPass(metrics: Metrics, record: PassRecord): void {
  countTurn(metrics, record);
  countDeeds(metrics, record);
}

function countTurn(metrics: Metrics, record: PassRecord): void {
  const controller = record.kind;
  const result = record.failure === undefined && record.error === undefined ? 'success' : 'error';
  metrics.reconciles.inc({ controller, result });
  if (result === 'error') metrics.reconcileErrors.inc({ controller });
  if (record.error !== undefined) metrics.reconcilePanics.inc({ controller });
  metrics.reconcileSeconds.observe({ controller }, record.tookMs / 1_000);
  metrics.queueSeconds.observe({ name: controller }, record.waitedMs / 1_000);
}

function countDeeds(metrics: Metrics, record: PassRecord): void {
  const { kind, steps, failedSteps, readyAfterMs, deletedAfterMs } = record;
  metrics.steps.inc({ kind, result: 'success' }, steps.length - failedSteps.length);
  metrics.steps.inc({ kind, result: 'error' }, failedSteps.length);
  metrics.driftFound.inc({ kind }, record.driftFound);
  metrics.driftCorrected.inc({ kind }, record.driftCorrected);
  metrics.kubeWrites.inc({ kind }, record.wrote);
  if (readyAfterMs !== undefined) metrics.readySeconds.observe({ kind }, readyAfterMs / 1_000);
  if (deletedAfterMs !== undefined) metrics.deleteSeconds.observe({ kind }, deletedAfterMs / 1_000);
}

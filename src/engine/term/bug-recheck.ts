import type { KubeObject, ObjectName } from '../ports/cluster.ts';
import type { PassRecord, Telemetry } from '../ports/telemetry.ts';

/** Requeue delay of an object whose pass failed because of a bug (milliseconds). */
export const AFTER_BUG_MS = 5 * 60_000;

/** Runs work for one object outside its passes. An exception is a bug: it is reported as a failed
 *  pass and affects this object alone. */
export function containBug(
  telemetry: Telemetry,
  { kind, metadata }: Pick<KubeObject, 'kind' | 'metadata'>,
  doing: () => void,
): void {
  try {
    doing();
  } catch (error) {
    telemetry.pass(bugOf({ kind, ...metadata }, error));
  }
}

/** Builds the record of a bug outside a pass, in the form of a pass for logs and metrics. */
export const bugOf = ({ kind, namespace, name }: ObjectName, error: unknown): PassRecord => ({
  kind,
  namespace,
  name,
  outcome: 'broken',
  detail: `bug in the operator, please report it: ${error instanceof Error ? error.message : String(error)}`,
  steps: [],
  failedSteps: [],
  driftFound: 0,
  driftCorrected: 0,
  waitedMs: 0,
  tookMs: 0,
  wrote: 0,
  error,
});

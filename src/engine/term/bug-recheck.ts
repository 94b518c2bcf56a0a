import type { KubeObject, ObjectName } from '../ports/cluster.ts';
import type { PassRecord, Telemetry } from '../ports/telemetry.ts';

/** An object that nothing could be done for because of a bug gets another pass after this time
 *  (milliseconds). */
export const AFTER_BUG_MS = 5 * 60_000;

/** Does something for one object beside its passes. What throws is a bug: it is told as a pass that
 *  threw, and costs this object alone. */
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

/** A bug outside of a pass, as the log and the metrics tell a pass. */
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

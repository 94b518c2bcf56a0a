import type { Failure } from '../../model/failure.ts';

/** Describes one pass. Logs and metrics are derived from it alone. */
export interface PassRecord {
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  readonly outcome: string;
  readonly detail: string;
  /** Requests sent to the service, one line per step; and the steps that were refused or not
   *  answered. */
  readonly steps: readonly string[];
  readonly failedSteps: readonly string[];
  /** Fields in which this pass first found drift, and fields that it corrected. */
  readonly driftFound: number;
  readonly driftCorrected: number;
  /** Time from the due time of the pass to its start, and its duration. */
  readonly waitedMs: number;
  readonly tookMs: number;
  /** Writes to the Kubernetes API. */
  readonly wrote: number;
  /** Milliseconds from the start of the work for this generation until Ready, in the pass that
   *  reached it. */
  readonly readyAfterMs?: number;
  /** Milliseconds from the deletion of the object until this pass released it. */
  readonly deletedAfterMs?: number;
  readonly error?: unknown;
  readonly failure?: Failure;
}

/** Use of the brake's limit for one kind in one account. */
export interface BrakeGauge {
  readonly account: string;
  readonly kind: string;
  /** Deletions and re-creations in the window, and their limit. */
  readonly counted: number;
  readonly limit: number;
}

export interface Telemetry {
  pass(record: PassRecord): void;
}

import type { Failure } from '../../model/failure.ts';

/** One line about one pass. Logs and metrics are made of it and of nothing else. */
export interface PassRecord {
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  readonly outcome: string;
  readonly detail: string;
  /** What was sent to the service, one line a step; and which of it was refused or never
   *  answered. */
  readonly steps: readonly string[];
  readonly failedSteps: readonly string[];
  /** Fields that this pass was the first to find changed outside, and those that it put right. */
  readonly driftFound: number;
  readonly driftCorrected: number;
  /** How long the pass was due before it began, and how long it took. */
  readonly waitedMs: number;
  readonly tookMs: number;
  /** Writes to the Kubernetes API. */
  readonly wrote: number;
  /** Milliseconds from the start of the work for this generation until Ready, where this pass made
   *  it so. */
  readonly readyAfterMs?: number;
  /** Milliseconds from the deletion of the object until this pass let it go. */
  readonly deletedAfterMs?: number;
  readonly error?: unknown;
  readonly failure?: Failure;
}

/** How much of what the brake allows is used up, of one kind in one account and now. */
export interface BrakeGauge {
  readonly account: string;
  readonly kind: string;
  /** Deletions and re-creations that count now, and how many may. */
  readonly counted: number;
  readonly limit: number;
}

export interface Telemetry {
  pass(record: PassRecord): void;
}

import type { Failure } from '../../model/failure.ts';

/** One line about one pass. Logs and metrics are made of it and of nothing else. */
export interface PassRecord {
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  readonly outcome: string;
  readonly detail: string;
  readonly steps: readonly string[];
  /** How long the pass was due before it began, and how long it took. */
  readonly waitedMs: number;
  readonly tookMs: number;
  /** Writes to the Kubernetes API. */
  readonly wrote: number;
  /** Milliseconds from the start of the work for this generation until Ready, where this pass made it so. */
  readonly readyAfterMs?: number;
  readonly error?: unknown;
  readonly failure?: Failure;
}

export interface Telemetry {
  pass(record: PassRecord): void;
}

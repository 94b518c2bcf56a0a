/** Times that the engine and the adapters share, in milliseconds. The engine derives from them the
 *  time after which a request of another process has had its effect. */
export const LIMITS = {
  /** Timeout of a request to the service. */
  requestTimeoutMs: 30_000,
  /** Longest wait of a write for its budget before it is sent. */
  writePatienceMs: 5_000,
  /** Duration of the Lease after its last renewal. */
  leaseMs: 15_000,
} as const;

import type { ApiFailure } from './api/failures.ts';

/** The ending of a watch. */
export type WatchEnd =
  /** The API server closed it, as it does every few minutes. */
  | 'closed'
  /** The requested version has expired: a new listing follows. */
  | 'expired'
  /** The watch was silent for too long and was aborted. */
  | 'silent'
  /** The listing, the connection or the stream failed. */
  | 'failed';

/** Observes the traffic with the API server. Methods must not throw. */
export interface KubeObserver {
  /** One request ended; `code` is `<error>` without an answer. */
  requested(request: {
    readonly code: string;
    readonly method: string;
    readonly host: string;
  }): void;
  /** A listing or a watch ended and will be retried. */
  watchEnded(watch: {
    readonly plural: string;
    readonly namespace: string | null;
    readonly why: WatchEnd;
    readonly detail: string;
  }): void;
  /** A listener threw: a bug. The watch continues. */
  listenerFailed(error: unknown): void;
  /** Events that could not be recorded. */
  eventsLost(count: number, detail: string): void;
  /** The namespace whose uid identifies this place may not be read. Reported once per namespace. */
  placeUnknown(namespace: string, detail: string): void;
  /** A round of the leader election failed and will be retried. */
  leaseFailed(failure: ApiFailure): void;
}

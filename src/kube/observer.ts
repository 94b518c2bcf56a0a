import type { ApiFailure } from './api/failures.ts';

/** How a watch came to its end. */
export type WatchEnd =
  /** The API server closed it, as it does every few minutes. */
  | 'closed'
  /** What was asked for is no longer kept: everything is listed anew. */
  | 'expired'
  /** Nothing was heard for too long: cut by us. */
  | 'silent'
  /** The listing, the connection or the stream failed. */
  | 'failed';

/** Who wants to know what happens between us and the API server. Nothing here may throw. */
export interface KubeObserver {
  /** One request was answered, or not (`code` is then `<error>`). */
  requested(request: {
    readonly code: string;
    readonly method: string;
    readonly host: string;
  }): void;
  /** A listing or a watch ended and will be tried again by itself. */
  watchEnded(watch: {
    readonly plural: string;
    readonly namespace: string | null;
    readonly why: WatchEnd;
    readonly detail: string;
  }): void;
  /** A listener threw: a bug. The watch goes on. */
  listenerFailed(error: unknown): void;
  /** Events that could not be recorded. */
  eventsLost(count: number, detail: string): void;
  /** The namespace whose uid tells this place from others may not be read. Told once a
   *  namespace. */
  placeUnknown(namespace: string, detail: string): void;
  /** A turn of the leader election failed and will be tried again by itself. */
  leaseFailed(failure: ApiFailure): void;
}

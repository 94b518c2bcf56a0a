import type { Turns } from '../../engine/ports/turns.ts';
import type { KubeClient } from '../api/client.ts';
import type { Collection } from '../api/collection.ts';
import { type ApiFailure, isExpired } from '../api/failures.ts';
import type { KubeObserver, WatchEnd } from '../observer.ts';
import type { Time } from '../time.ts';
import type { Stored } from './objects.ts';
import type { Store } from './store.ts';

/** The reflected collection, its store, and the clock. */
export interface ReflectorOptions<O extends Stored> {
  readonly client: KubeClient;
  readonly from: Collection;
  /** Null for other objects. */
  readonly read: (json: unknown) => O | null;
  readonly store: Store<O>;
  readonly time: Time;
  readonly observer: KubeObserver;
  /** Yields the event loop during a listing and between the events of a watch. Absent: never
   *  yields. */
  readonly turns?: Turns;
}

/** A running reflector. Times are milliseconds of `Time.elapsed`. */
export interface Reflection<O extends Stored> extends ReflectorOptions<O> {
  readonly state: ReflectionState;
  readonly signal: AbortSignal;
  readonly onSynced: () => void;
}

export interface ReflectionState {
  /** Version of the store; null: a listing is required. */
  version: string | null;
  /** Failures in a row. */
  failures: number;
  restarts: number;
  /** True while a watch is open. */
  open: boolean;
  synced: boolean;
  lastSeenAt: number | null;
  triedAt: number;
}

/** The ending of a listing or a watch; `failure` null where nothing failed. */
export interface End {
  readonly why: WatchEnd;
  readonly failure: ApiFailure | null;
}

export const endOf = (failure: ApiFailure): End => ({
  why: isExpired(failure) ? 'expired' : 'failed',
  failure,
});

import type { Turns } from '../../engine/ports/turns.ts';
import type { KubeClient } from '../api/client.ts';
import type { Collection } from '../api/collection.ts';
import { type ApiFailure, isExpired } from '../api/failures.ts';
import type { KubeObserver, WatchEnd } from '../observer.ts';
import type { Time } from '../time.ts';
import type { Stored } from './objects.ts';
import type { Store } from './store.ts';

/** What is reflected, where it is kept, and by which clock. */
export interface ReflectorOptions<O extends Stored> {
  readonly client: KubeClient;
  readonly from: Collection;
  /** Null for what is no such object. */
  readonly read: (json: unknown) => O | null;
  readonly store: Store<O>;
  readonly time: Time;
  readonly observer: KubeObserver;
  /** Asked while a listing is taken in and between the events of a watch: never over if absent. */
  readonly turns?: Turns;
}

/** A reflector at work. Times are milliseconds of `Time.elapsed`. */
export interface Reflection<O extends Stored> extends ReflectorOptions<O> {
  readonly state: ReflectionState;
  readonly signal: AbortSignal;
  readonly onSynced: () => void;
}

export interface ReflectionState {
  /** Up to which version the store is; null: everything has to be listed. */
  version: string | null;
  /** Failures in a row. */
  failures: number;
  restarts: number;
  /** A watch is open. */
  open: boolean;
  synced: boolean;
  heardAt: number | null;
  triedAt: number;
}

/** How a listing or a watch ended; `failure` null where nothing was wrong. */
export interface End {
  readonly why: WatchEnd;
  readonly failure: ApiFailure | null;
}

export const endOf = (failure: ApiFailure): End => ({
  why: isExpired(failure) ? 'expired' : 'failed',
  failure,
});

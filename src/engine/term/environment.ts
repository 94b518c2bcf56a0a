import type { AnyKind } from '../../model/kind.ts';
import { formatKey } from '../../model/object-key.ts';
import type { Clock, Cloud, Credential } from '../ports/cloud.ts';
import type { Cluster, KubeObject, ObjectName } from '../ports/cluster.ts';
import { LIMITS } from '../ports/limits.ts';
import type { Telemetry } from '../ports/telemetry.ts';
import type { Turns } from '../ports/turns.ts';
import type { Brake } from './brake.ts';
import type { BrakeSettings } from './brake-circles.ts';
import { Claims } from './claims.ts';
import type { Custody } from './custody.ts';
import { Dependents } from './dependents.ts';
import { Operations } from './operations.ts';
import type { Self } from './operator-identity.ts';
import { Owners } from './owners.ts';
import { Looks } from './part-reads.ts';
import { RowIndex } from './row-index.ts';
import { UsedCredentials } from './used-credentials.ts';

/** Limits of the engine. Milliseconds unless said otherwise. */
export interface Settings {
  /** Timeout of a request to the service. */
  readonly requestTimeoutMs: number;
  /** Longest wait of a write for its budget before it is sent. */
  readonly writePatienceMs: number;
  /** Longest time a leader may write without renewing its lease. */
  readonly leaseMs: number;
  /** Longest time that listings of the service omit an item after its creation. */
  readonly listingLagMs: number;
  /** An idle object whose item could not be read for this long reports so. */
  readonly staleAfterMs: number;
  /** Limit of deletions and re-creations within a window. */
  readonly brake: BrakeSettings;
  /** Concurrent passes per kind. */
  readonly workers: number;
}

export const DEFAULT_SETTINGS: Settings = {
  ...LIMITS,
  listingLagMs: 15 * 60_000,
  staleAfterMs: 15 * 60_000,
  brake: { count: 5, windowMs: 10 * 60_000 },
  workers: 200,
};

/** Dependencies of a pass. */
export interface Environment {
  /** Identity of this operator. */
  readonly self: Self;
  readonly kinds: readonly AnyKind[];
  readonly cloud: Cloud;
  readonly cluster: Cluster;
  readonly clock: Clock;
  /** Yields the event loop before work that many passes start at once, after an event that all of
   *  them waited for. */
  readonly turns: Turns;
  readonly telemetry: Telemetry;
  readonly settings: Settings;
  /** Returns a number in [0, 1), for jitter. */
  readonly random: () => number;
  /** Generates a password of this length in characters. */
  readonly password: (length: number) => string;
  /** Returns the operator's own credential for a namespace that has none; null where it does not
   *  serve that namespace. */
  readonly ownCredential: (namespace: string) => Credential | null;
  readonly brake: Brake;
  readonly custody: Pick<Custody, 'take'>;
  readonly claims: Claims;
  readonly dependents: Dependents;
  readonly owners: Owners;
  readonly looks: Looks;
  readonly operations: Operations;
  readonly rowIndex: RowIndex;
  readonly usedCredentials: UsedCredentials;
}

/** State that all passes of a process share. */
export type Shared = Pick<
  Environment,
  'claims' | 'dependents' | 'owners' | 'looks' | 'operations' | 'rowIndex' | 'usedCredentials'
>;

/** Creates the shared state of a new process. @param ask schedules a close read of an object */
export const newShared = (ask: (name: ObjectName) => void): Shared => ({
  claims: new Claims(),
  dependents: new Dependents(),
  owners: new Owners(),
  looks: new Looks(ask),
  operations: new Operations(),
  rowIndex: new RowIndex(),
  usedCredentials: new UsedCredentials(),
});

/** Removes the shared state of a deleted object. */
export function forgetObject(
  { claims, owners, looks, dependents, usedCredentials }: Environment,
  { kind, metadata }: KubeObject,
): void {
  const key = formatKey({ kind, ...metadata });
  claims.keepOnly(metadata.uid, []);
  owners.drop(key);
  looks.forget(metadata.uid);
  usedCredentials.forget(metadata.uid);
  dependents.set(key, []);
}

/** Time after which a request has had its effect, whichever process sent it. */
export const graceMs = (settings: Settings): number =>
  Math.max(settings.requestTimeoutMs, settings.leaseMs) + 30_000;

/** Time after which every listing shows the effect of a request. */
export const lagMs = (settings: Settings): number =>
  Math.max(graceMs(settings), settings.listingLagMs);

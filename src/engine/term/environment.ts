import type { AnyKind } from '../../model/kind.ts';
import { formatKey } from '../../model/object-key.ts';
import type { Clock, Cloud, Credential } from '../ports/cloud.ts';
import type { Cluster, KubeObject, ObjectName } from '../ports/cluster.ts';
import type { Telemetry } from '../ports/telemetry.ts';
import type { Turns } from '../ports/turns.ts';
import type { Brake } from './brake.ts';
import type { BrakeSettings } from './brake-circles.ts';
import { Claims } from './claims.ts';
import type { Custody } from './custody.ts';
import { Dependents } from './dependents.ts';
import type { Self } from './operator-identity.ts';
import { Owners } from './owners.ts';
import { Looks } from './part-reads.ts';
import { RowIndex } from './row-index.ts';
import { UsedCredentials } from './used-credentials.ts';

/** Numbers that bound what the engine does. Milliseconds unless said otherwise. */
export interface Settings {
  /** How long a request to the service may take. */
  readonly requestTimeoutMs: number;
  /** How long a write may wait for its budget before it is sent. */
  readonly writePatienceMs: number;
  /** How long a leader may write without renewing. */
  readonly leaseMs: number;
  /** How long the service may show listings without what was created before they began. */
  readonly listingLagMs: number;
  /** An object at rest whose item could not be looked at for this long says so. */
  readonly staleAfterMs: number;
  /** How much may be deleted or made again, and in what time. */
  readonly brake: BrakeSettings;
  /** Passes at once, per kind. */
  readonly workers: number;
}

export const DEFAULT_SETTINGS: Settings = {
  requestTimeoutMs: 30_000,
  writePatienceMs: 5_000,
  leaseMs: 15_000,
  listingLagMs: 15 * 60_000,
  staleAfterMs: 15 * 60_000,
  brake: { count: 5, windowMs: 10 * 60_000 },
  workers: 200,
};

/** Everything a pass can reach. */
export interface Environment {
  /** Which operator this is. */
  readonly self: Self;
  readonly kinds: readonly AnyKind[];
  readonly cloud: Cloud;
  readonly cluster: Cluster;
  readonly clock: Clock;
  /** Asked in front of work that many passes may have at once, after something that all of them
   *  waited for. */
  readonly turns: Turns;
  readonly telemetry: Telemetry;
  readonly settings: Settings;
  /** A number in [0, 1): for jitter. */
  readonly random: () => number;
  /** A new password of so many characters. */
  readonly password: (length: number) => string;
  /** The operator's own credential, for a namespace that has none; null where it does not serve
   *  that namespace. */
  readonly ownCredential: (namespace: string) => Credential | null;
  readonly brake: Brake;
  readonly custody: Pick<Custody, 'take'>;
  readonly claims: Claims;
  readonly dependents: Dependents;
  readonly owners: Owners;
  readonly looks: Looks;
  readonly rowIndex: RowIndex;
  readonly usedCredentials: UsedCredentials;
}

/** What the passes of a process share, and remember together. */
export type Shared = Pick<
  Environment,
  'claims' | 'dependents' | 'owners' | 'looks' | 'rowIndex' | 'usedCredentials'
>;

/** The memory of a process that begins. @param ask has an object looked at closely soon */
export const newShared = (ask: (name: ObjectName) => void): Shared => ({
  claims: new Claims(),
  dependents: new Dependents(),
  owners: new Owners(),
  looks: new Looks(ask),
  rowIndex: new RowIndex(),
  usedCredentials: new UsedCredentials(),
});

/** Forgets what is shared about an object that is gone. */
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

/** What a request does, it has done after this long, whichever process sent it. */
export const graceMs = (settings: Settings): number =>
  Math.max(settings.requestTimeoutMs, settings.leaseMs) + 30_000;

/** After this long every listing shows what a request has made. */
export const lagMs = (settings: Settings): number =>
  Math.max(graceMs(settings), settings.listingLagMs);

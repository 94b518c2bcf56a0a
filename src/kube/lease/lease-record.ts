import { LEASE_LABEL } from '../../model/group.ts';
import { isRecord } from '../api/merge.ts';
import { apiVersionOf, LEASES } from '../resources.ts';
import { microTime } from '../time.ts';

/** The members of a Lease that the election uses. */
export interface LeaseRecord {
  readonly resourceVersion: string;
  /** Null when it has no holder. */
  readonly holder: string | null;
  readonly durationMs: number;
  readonly transitions: number;
}

/** Parses a Lease; null where it is none. A missing duration becomes `fallbackMs`. */
export function readLease(json: unknown, fallbackMs: number): LeaseRecord | null {
  if (
    !isRecord(json) ||
    !isRecord(json['metadata']) ||
    typeof json['metadata']['resourceVersion'] !== 'string'
  )
    return null;
  const { holderIdentity, leaseDurationSeconds, leaseTransitions } = isRecord(json['spec'])
    ? json['spec']
    : {};
  return {
    resourceVersion: json['metadata']['resourceVersion'],
    holder: typeof holderIdentity === 'string' && holderIdentity !== '' ? holderIdentity : null,
    durationMs:
      typeof leaseDurationSeconds === 'number' ? leaseDurationSeconds * 1_000 : fallbackMs,
    transitions: typeof leaseTransitions === 'number' ? leaseTransitions : 0,
  };
}

interface Hold {
  readonly identity: string;
  readonly durationMs: number;
  /** The previous record; null when there is no Lease. */
  readonly previous: LeaseRecord | null;
  readonly epochMs: number;
}

/** Builds the spec of a Lease that this identity acquires or renews. */
export function heldSpec({ identity, durationMs, previous, epochMs }: Hold): object {
  const renewal = {
    holderIdentity: identity,
    leaseDurationSeconds: Math.ceil(durationMs / 1_000),
    renewTime: microTime(epochMs),
  };
  if (previous?.holder === identity) return renewal;
  return {
    ...renewal,
    acquireTime: microTime(epochMs),
    leaseTransitions: previous === null ? 0 : previous.transitions + 1,
  };
}

/** Builds the spec of a released Lease: other candidates may acquire it at once. */
export const releasedSpec = (epochMs: number): object => ({
  holderIdentity: null,
  leaseDurationSeconds: 1,
  renewTime: microTime(epochMs),
});

/** Marks a Lease whose holder takes part in no election; and the merge patch that removes the
 *  mark. */
export const UNELECTED = { [LEASE_LABEL]: 'true' };
export const NO_LABELS = { [LEASE_LABEL]: null };

interface LeaseMetadata {
  readonly namespace: string;
  readonly name: string;
  readonly labels: Readonly<Record<string, string | null>>;
}

/** Builds a Lease; omits labels that are null. */
export const leaseManifest = (
  { namespace, name, labels }: LeaseMetadata,
  spec: object,
): object => ({
  apiVersion: apiVersionOf(LEASES),
  kind: LEASES.kind,
  metadata: {
    namespace,
    name,
    labels: Object.fromEntries(Object.entries(labels).filter(([, value]) => value !== null)),
  },
  spec,
});

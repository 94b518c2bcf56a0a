import { ok, type Result } from '../../model/failure.ts';
import { LEASE_LABEL } from '../../model/group.ts';
import { namespacedName } from '../../model/object-key.ts';
import type { KubeClient } from '../api/client.ts';
import type { ApiFailure } from '../api/failures.ts';
import { isRecord } from '../api/merge.ts';
import { listAll } from '../reflect/listing.ts';
import { readObject, type Stored } from '../reflect/objects.ts';
import { LEASES } from '../resources.ts';
import { readLease } from './lease-record.ts';

/** The holder of a Lease, and the version of the Lease, which changes as long as the holder
 *  runs. */
export interface LeaseHolder {
  /** `default/cloudinfra-operator`. */
  readonly lease: string;
  readonly holder: string;
  readonly version: string;
}

const TIMEOUT_MS = 10_000;

/** Returns the Leases of processes without an election, in all namespaces. */
export async function listUnelected(
  client: KubeClient,
): Promise<Result<readonly LeaseHolder[], ApiFailure>> {
  const from = { resource: LEASES, namespace: null, label: LEASE_LABEL };
  const listed = await listAll({
    client,
    from,
    read: readHolder,
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  return listed.ok ? ok(listed.value.objects.flatMap(({ holder }) => holder ?? [])) : listed;
}

function readHolder(json: unknown): (Stored & { readonly holder: LeaseHolder | null }) | null {
  const [object, lease] = [readObject(LEASES, json), readLease(json, 0)];
  if (object === null || lease === null || !isRecord(json)) return null;
  const { metadata } = object;
  const place = namespacedName(metadata);
  return {
    metadata,
    holder:
      lease.holder === null
        ? null
        : { lease: place, holder: lease.holder, version: lease.resourceVersion },
  };
}

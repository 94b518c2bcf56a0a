import type { Result } from '../../model/failure.ts';
import type { Cluster, KubeFailure, KubeObject } from '../ports/cluster.ts';

/** Writes members of the status of an object, under the lock of this copy. All status writes use
 *  it. */
export const writeStatus = (
  cluster: Cluster,
  object: KubeObject,
  status: Readonly<Record<string, unknown>>,
): Promise<Result<KubeObject, KubeFailure>> => cluster.patchStatus(object, status);

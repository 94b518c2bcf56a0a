import { inject } from 'vitest';

/** A control plane and its files. */
export interface Plane {
  /** Path of an administrator's kubeconfig. */
  readonly kubeconfig: string;
  /** The folder with kubectl. */
  readonly binaries: string;
  /** Requests of service accounts to the API server: see local/controlplane/audit.ts. */
  readonly auditLog: string;
  /** A cache folder of compiled code, so that later processes start sooner. */
  readonly compiled: string;
}

/** Gets the control plane of this worker, which the first file starts. Throws the reason of a
 *  failed start. */
async function ownPlane(): Promise<Plane> {
  const answer = await fetch(`${inject('planes')}/${process.env['VITEST_POOL_ID']}`);
  if (!answer.ok) throw new Error(await answer.text());
  return (await answer.json()) as Plane;
}

/** The control plane of the running file: earlier files used it too, concurrent files do not. */
export const plane = await ownPlane();

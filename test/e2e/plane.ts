import { inject } from 'vitest';

/** A control plane, and what goes with it. */
export interface Plane {
  /** Path of an administrator's kubeconfig. */
  readonly kubeconfig: string;
  /** The folder with kubectl. */
  readonly binaries: string;
  /** What service accounts asked the API server for: see local/controlplane/audit.ts. */
  readonly auditLog: string;
  /** A folder in which processes of the same program keep what they have compiled, so that the next
   *  one starts sooner. */
  readonly compiled: string;
}

/** Gets the control plane of this worker, which starts with the first file that asks. Throws why it
 *  cannot start. */
async function ownPlane(): Promise<Plane> {
  const answer = await fetch(`${inject('planes')}/${process.env['VITEST_POOL_ID']}`);
  if (!answer.ok) throw new Error(await answer.text());
  return (await answer.json()) as Plane;
}

/** The control plane of the file that runs: files before it used it too, files beside it do not. */
export const plane = await ownPlane();

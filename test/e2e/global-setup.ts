import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { goTool, TOOL_NAMES } from '../../local/binaries/tools.ts';
import { auditLog } from '../../local/controlplane/audit.ts';
import { startControlPlane } from '../../local/controlplane/controlplane.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Path of an administrator's kubeconfig for the control plane that all end-to-end files
     *  share. */
    readonly kubeconfig: string;
    /** The folder with kubectl. */
    readonly binaries: string;
    /** What service accounts asked the API server for: see local/controlplane/audit.ts. */
    readonly auditLog: string;
    /** A folder in which processes of the same program keep what they have compiled, so that the
     *  next one starts sooner. */
    readonly compiled: string;
  }
}

/** Starts one control plane, with garbage collection, for all end-to-end files. A file that kills
 *  servers starts its own. Tools are built before the time of any test runs, which is minutes once;
 *  why one cannot be had is told by the test that needs it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  for (const name of TOOL_NAMES) await Promise.allSettled([goTool(name)]);
  const controlPlane = await startControlPlane({ controllerManager: true });
  project.provide('kubeconfig', controlPlane.kubeconfigPath);
  project.provide('binaries', controlPlane.binaries);
  project.provide('auditLog', auditLog(controlPlane.directory));
  project.provide('compiled', join(controlPlane.directory, 'compiled'));
  return controlPlane.stop;
}

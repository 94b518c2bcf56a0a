import type { TestProject } from 'vitest/node';
import { startControlPlane } from '../../local/controlplane.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Path of an administrator's kubeconfig for the control plane that all end-to-end files share. */
    readonly kubeconfig: string;
    /** The folder with kubectl. */
    readonly binaries: string;
  }
}

/** Starts one control plane, with garbage collection, for all end-to-end files. A file that kills servers starts its own. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const controlPlane = await startControlPlane({ controllerManager: true });
  project.provide('kubeconfig', controlPlane.kubeconfigPath);
  project.provide('binaries', controlPlane.binaries);
  return controlPlane.stop;
}

import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { resolveBinaries } from '../binaries/binaries.ts';
import { controlPlaneSources, NO_CONTROL_PLANE } from '../binaries/sources.ts';
import { readEnvironment } from '../process/environment.ts';
import { createProgress, type Progress } from '../process/progress.ts';
import { startReaper } from '../process/reaper.ts';
import type { Component } from './component.ts';
import { connectKubeApi, type KubeApi, type KubeCredentials } from './kubeapi.ts';
import { writeKubeconfig } from './kubeconfig.ts';
import type { BinaryName } from './module.ts';
import { ADMIN, CONTROLLER_MANAGER, createPki } from './pki.ts';
import { freePort } from './ports.ts';
import * as servers from './servers.ts';

export interface ControlPlaneOptions {
  /** Also runs kube-controller-manager: garbage collection, namespace deletion, default service
   *  accounts. */
  readonly controllerManager?: boolean;
  /** Progress output of a build; default stderr. */
  readonly progress?: Progress;
}

/** A running control plane; its processes and its folder end with this process in every case. */
export interface ControlPlane {
  /** A kubeconfig of a cluster administrator, inside `directory`. */
  readonly kubeconfigPath: string;
  readonly kubeconfig: string;
  /** Credentials of the same administrator. */
  readonly credentials: KubeCredentials;
  /** A client of the same administrator. */
  readonly api: KubeApi;
  /** The folder with etcd, kube-apiserver and kubectl. */
  readonly binaries: string;
  /** All files of the control plane: data, keys, logs, including the audit log of service
   *  accounts. */
  readonly directory: string;
  readonly etcd: Component;
  readonly apiServer: Component;
  readonly controllerManager: Component | null;
  /** Ends all processes and removes the folder; may be called twice. */
  readonly stop: () => Promise<void>;
}

/** Starts etcd and kube-apiserver and resolves when they are ready; first builds or fetches missing
 *  binaries. Rejects with an Error whose message names the missing prerequisite and the remedy, or
 *  contains the end of the failed server's log. */
export async function startControlPlane(options: ControlPlaneOptions = {}): Promise<ControlPlane> {
  const binaries = await requireBinaries(options);
  const directory = await mkdtemp(join(tmpdir(), 'cloudinfra-controlplane-'));
  const reaper = startReaper(directory);
  try {
    const pki = await createPki(join(directory, 'pki'));
    return await startServers(
      { directory, binaries, pki, reaper },
      options.controllerManager ?? false,
    );
  } catch (error) {
    await reaper.release();
    throw error;
  }
}

async function requireBinaries({
  controllerManager,
  progress = createProgress(process.stderr),
}: ControlPlaneOptions): Promise<string> {
  const wanted: BinaryName[] = ['etcd', 'kube-apiserver', 'kubectl'];
  if (controllerManager) wanted.push('kube-controller-manager');
  const resolved = await resolveBinaries(
    wanted,
    await controlPlaneSources(readEnvironment(), progress),
    NO_CONTROL_PLANE,
  );
  if (!resolved.ok) throw new Error(resolved.problem);
  return resolved.directory;
}

async function startServers(site: servers.Site, withManager: boolean): Promise<ControlPlane> {
  const { directory, binaries, pki, reaper } = site;
  const [port, etcdPort, managerPort] = [await freePort(), await freePort(), await freePort()];
  const credentials: KubeCredentials = {
    server: `https://127.0.0.1:${port}`,
    caPem: pki.caPem,
    identity: pki.admin,
  };
  const api = connectKubeApi(credentials);
  const kubeconfigPath = join(directory, 'kubeconfig');
  const kubeconfig = await writeKubeconfig(kubeconfigPath, ADMIN, credentials);
  const managerKubeconfig = join(directory, 'controller-manager.kubeconfig');
  await writeKubeconfig(managerKubeconfig, CONTROLLER_MANAGER, {
    ...credentials,
    identity: pki.controllerManager,
  });
  const etcd = servers.etcd(site, etcdPort);
  const apiServer = await servers.apiServer(site, {
    port,
    etcdPort,
    api,
    serviceAccounts: withManager ? 'enforced' : 'issued',
  });
  const controllerManager = withManager
    ? servers.controllerManager(site, managerPort, managerKubeconfig)
    : null;
  for (const component of [etcd, apiServer, controllerManager]) await component?.start();
  const stop = async (): Promise<void> => {
    await reaper.release();
    await api.close();
  };
  return {
    kubeconfigPath,
    kubeconfig,
    credentials,
    api,
    binaries,
    directory,
    etcd,
    apiServer,
    controllerManager,
    stop,
  };
}

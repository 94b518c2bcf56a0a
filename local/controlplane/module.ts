import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { GoModule } from '../binaries/toolchain.ts';

export type BinaryName = 'etcd' | 'kube-apiserver' | 'kubectl' | 'kube-controller-manager';

/** The committed module of the control plane, with the Kubernetes version that it pins, defined
 *  only there. */
export interface ControlPlaneModule extends GoModule<BinaryName> {
  readonly version: string;
}

const PACKAGES: GoModule<BinaryName>['packages'] = {
  etcd: 'go.etcd.io/etcd/server/v3',
  'kube-apiserver': 'k8s.io/kubernetes/cmd/kube-apiserver',
  kubectl: 'k8s.io/kubernetes/cmd/kubectl',
  'kube-controller-manager': 'k8s.io/kubernetes/cmd/kube-controller-manager',
};

/** Reads `controlplane/go.mod`. */
export async function controlPlaneModule(): Promise<ControlPlaneModule> {
  const directory = fileURLToPath(new URL('./', import.meta.url));
  const version = /^\s*k8s\.io\/kubernetes (v\S+)/m.exec(
    await readFile(join(directory, 'go.mod'), 'utf8'),
  )?.[1];
  if (version === undefined) throw new Error(`${directory}go.mod requires no k8s.io/kubernetes`);
  return { directory, version, packages: PACKAGES, tags: [], stamp: stampOf(version) };
}

/** Returns linker flags for the version of Kubernetes' binaries; without them the server reports
 *  v0.0.0 and clients reject it. */
function stampOf(version: string): readonly string[] {
  const [major, minor] = version.replace(/^v/, '').split('.');
  const values = { gitVersion: version, gitMajor: major, gitMinor: minor };
  return Object.entries(values).map(
    ([key, value]) => `-X k8s.io/component-base/version.${key}=${value}`,
  );
}

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { folderSource, type Source } from './binaries.ts';
import { downloadSource } from './download.ts';
import type { LocalEnvironment } from './environment.ts';
import { goSource } from './gosource.ts';
import { realLockWorld } from './lock.ts';
import type { Progress } from './progress.ts';
import { type GoModule, goToolchain } from './toolchain.ts';

const MODULE = fileURLToPath(new URL('controlplane/', import.meta.url));

/** Where a control plane's binaries come from, in the order in which they are looked for. */
export async function controlPlaneSources(environment: LocalEnvironment, progress: Progress): Promise<readonly Source[]> {
  const goModule = await readGoModule(MODULE);
  const cache = join(environment.cache, 'controlplane', `${goModule.version}-${environment.platform}`);
  return [
    folderSource('KUBEBUILDER_ASSETS', environment.assets),
    folderSource('cache', cache),
    goSource({ directory: cache, toolchain: goToolchain(environment, goModule), progress, lock: realLockWorld }),
    downloadSource(environment, goModule.version, progress),
  ];
}

/** The module's folder with the version it pins, which is said there and nowhere else. */
export async function readGoModule(directory: string): Promise<GoModule> {
  const version = /^\s*k8s\.io\/kubernetes (v\S+)/m.exec(await readFile(join(directory, 'go.mod'), 'utf8'))?.[1];
  if (version === undefined) throw new Error(`${directory}go.mod requires no k8s.io/kubernetes`);
  return { directory, version };
}

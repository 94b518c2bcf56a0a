import { join } from 'node:path';
import { type BinaryName, controlPlaneModule } from '../controlplane/module.ts';
import type { LocalEnvironment } from '../process/environment.ts';
import { realLockWorld } from '../process/lock.ts';
import type { Progress } from '../process/progress.ts';
import { folderSource, type Shortage, type Source } from './binaries.ts';
import { downloadSource } from './download.ts';
import { goSource } from './gosource.ts';
import { goToolchain } from './toolchain.ts';

/** Returns the sources of a control plane's binaries in order. */
export async function controlPlaneSources(
  environment: LocalEnvironment,
  progress: Progress,
): Promise<readonly Source<BinaryName>[]> {
  const goModule = await controlPlaneModule();
  const directory = join(
    environment.cache,
    'controlplane',
    `${goModule.version}-${environment.platform}`,
  );
  return [
    folderSource('KUBEBUILDER_ASSETS', environment.assets),
    folderSource('cache', directory),
    goSource({
      what: 'the control plane',
      directory,
      toolchain: goToolchain(environment, goModule),
      progress,
      lock: realLockWorld,
    }),
    downloadSource(environment, goModule.version, progress),
  ];
}

/** The message when no source has the binaries. */
export const NO_CONTROL_PLANE: Shortage = {
  title: 'There are no binaries for a control plane',
  advice: [
    'What to do, either of:',
    '  - install a current Go (https://go.dev/dl) and start again: the binaries are built once, in some minutes, and kept;',
    '  - put the binaries into a folder and set KUBEBUILDER_ASSETS to it.',
  ],
};

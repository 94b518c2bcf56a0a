import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { findOnPath } from '../binaries/binaries.ts';
import { readEnvironment } from '../process/environment.ts';

/** How a person calls kubectl: by its name where it is on the PATH, else by its file. */
export async function kubectlCommand(binaries: string): Promise<string> {
  return (await findOnPath('kubectl', readEnvironment().path)) === null
    ? join(binaries, 'kubectl')
    : 'kubectl';
}

export interface KubectlSite {
  /** The folder with kubectl. */
  readonly binaries: string;
  readonly kubeconfigPath: string;
  /** Where kubectl may keep what it learnt of the server: else it would leave that in the user's
   *  home. */
  readonly cache: string;
}

/** Runs kubectl and resolves with what it printed. Rejects with what it said when it fails. */
export function runKubectl(
  { binaries, kubeconfigPath, cache }: KubectlSite,
  args: readonly string[],
): Promise<string> {
  const own = [`--kubeconfig=${kubeconfigPath}`, `--cache-dir=${cache}`];
  return new Promise((resolve, reject) => {
    execFile(join(binaries, 'kubectl'), [...own, ...args], { env: {} }, (error, stdout, stderr) => {
      if (error === null) resolve(stdout);
      else reject(new Error(`kubectl ${args[0]} failed:\n${stderr || error.message}`));
    });
  });
}

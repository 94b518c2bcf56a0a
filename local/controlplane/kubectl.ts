import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { findOnPath } from '../binaries/binaries.ts';
import { readEnvironment } from '../process/environment.ts';
import type { Reaper } from '../process/reaper.ts';

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
  /** Ends kubectl where this process dies first; unless given, kubectl then runs on. */
  readonly reaper?: Pick<Reaper, 'guard'>;
}

/** Runs kubectl and resolves with what it printed. Rejects with what it said when it fails. */
export async function runKubectl(
  { binaries, kubeconfigPath, cache, reaper }: KubectlSite,
  args: readonly string[],
): Promise<string> {
  const own = [`--kubeconfig=${kubeconfigPath}`, `--cache-dir=${cache}`];
  const child = spawn(join(binaries, 'kubectl'), [...own, ...args], {
    env: {},
    // A reaper kills whole groups.
    detached: reaper !== undefined,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  reaper?.guard(child);
  const ended = new Promise<number | null>((resolve, reject) =>
    child.once('error', reject).once('close', resolve),
  );
  const [code, stdout, stderr] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
  if (code === 0) return stdout;
  throw new Error(`kubectl ${args[0]} failed:\n${stderr || `exit code ${code}`}`);
}

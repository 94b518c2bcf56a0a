import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { findOnPath } from '../binaries/binaries.ts';
import { readEnvironment } from '../process/environment.ts';
import type { Reaper } from '../process/reaper.ts';

/** Returns the kubectl command: its name where it is on the PATH, else its file. */
export async function kubectlCommand(binaries: string): Promise<string> {
  return (await findOnPath('kubectl', readEnvironment().path)) === null
    ? join(binaries, 'kubectl')
    : 'kubectl';
}

export interface KubectlSite {
  /** The folder with kubectl. */
  readonly binaries: string;
  readonly kubeconfigPath: string;
  /** Cache folder of kubectl, instead of the user's home. */
  readonly cache: string;
  /** Ends kubectl when this process dies; by default kubectl continues. */
  readonly reaper?: Pick<Reaper, 'guard'>;
}

/** Runs kubectl and resolves with its output. Rejects with its error message. */
export async function runKubectl(
  { binaries, kubeconfigPath, cache, reaper }: KubectlSite,
  args: readonly string[],
): Promise<string> {
  const own = [`--kubeconfig=${kubeconfigPath}`, `--cache-dir=${cache}`];
  const child = spawn(join(binaries, 'kubectl'), [...own, ...args], {
    env: {},
    // A reaper kills whole process groups.
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

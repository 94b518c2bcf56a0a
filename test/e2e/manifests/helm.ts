import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { goTool } from '../../../local/binaries/tools.ts';
import { ROOT } from './manifest.ts';

/** Name of the chart, and of a release with the object names of deploy/kustomize. */
export const NAME = 'cloudinfra-operator';
/** The committed chart. */
export const CHART = join(ROOT, 'deploy/helm', NAME);

/** Runs helm and resolves with its output. Rejects with its error message. */
export type Helm = (...args: readonly string[]) => Promise<string>;

/** Opens Helm, which is built first if missing; all its files stay in the folder.
 *  @param kubeconfig its cluster; empty without one */
export async function openHelm(directory: string, kubeconfig = ''): Promise<Helm> {
  const path = await goTool('helm');
  const homes = Object.fromEntries(
    ['CACHE', 'CONFIG', 'DATA'].map((what) => [
      `HELM_${what}_HOME`,
      join(directory, what.toLowerCase()),
    ]),
  );
  const env = { HOME: directory, KUBECONFIG: kubeconfig, ...homes };
  return (...args) =>
    new Promise((resolve, reject) => {
      execFile(
        path,
        args,
        { env, maxBuffer: Number.POSITIVE_INFINITY },
        (error, stdout, stderr) => {
          if (error === null) resolve(stdout);
          else reject(new Error(`helm ${args[0]} failed:\n${stderr}${stdout}`));
        },
      );
    });
}

/** Renders the chart. @param settings as for `--set` */
export const rendered = (
  helm: Helm,
  namespace: string,
  settings: readonly string[],
): Promise<string> =>
  helm(
    'template',
    NAME,
    CHART,
    '--namespace',
    namespace,
    ...settings.flatMap((setting) => ['--set', setting]),
  );

import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { goTool } from '../../../local/binaries/tools.ts';
import { ROOT } from './manifest.ts';

/** Name of the chart, and of a release whose objects have the names of deploy/kustomize. */
export const NAME = 'cloudinfra-operator';
/** The chart as it is committed. */
export const CHART = join(ROOT, 'deploy/helm', NAME);

/** Runs helm and resolves with what it printed. Rejects with what it said when it fails. */
export type Helm = (...args: readonly string[]) => Promise<string>;

/** Helm, built first where it is missing; whatever it keeps, it keeps in the folder.
 *  @param kubeconfig the cluster it talks to; none for what needs none */
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

/** What helm makes of the chart. @param settings as behind `--set` */
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

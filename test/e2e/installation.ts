import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { applyCrds } from '../../local/controlplane/crds.ts';
import { runKubectl } from '../../local/controlplane/kubectl.ts';
import { startReaper } from '../../local/process/reaper.ts';
import { type CloudObjects, openCloudObjects } from './cloud-objects.ts';
import { type OperatorOptions, type OperatorProcess, prepareOperator } from './operator-process.ts';
import { plane } from './plane.ts';
import { type Service, startService } from './service.ts';
import { asServiceAccount, grantEverywhere } from './service-account.ts';

/** The operator on a simulated service of its own, looking after one namespace of a control plane
 *  as the account that the manifests give it. */
export interface Installation {
  readonly service: Service;
  readonly operator: OperatorProcess;
  readonly objects: CloudObjects;
  /** The installation's own folder. */
  readonly directory: string;
  /** Another operator beside the first; not started. */
  readonly another: (name: string, options?: Partial<OperatorOptions>) => Promise<OperatorProcess>;
  readonly kubectl: (...args: readonly string[]) => Promise<string>;
  /** Ends every process and removes the folder. */
  readonly close: () => Promise<void>;
}

export interface InstallationOptions {
  /** Flags of the simulated service; by default it is 200 times as fast as the real one. */
  readonly service?: readonly string[];
  readonly operator?: Partial<OperatorOptions>;
  /** What service and operator run; the sources unless told. */
  readonly program?: readonly string[];
  /** Of another control plane than the one that all files share. */
  readonly kubeconfig?: string;
}

/** What every operator here is started with: it looks often enough for a test to wait for, and
 *  shares no count of deletions with those of other files. */
const FLAGS = ['--poll', '1s', '--listing-lag', '1m', '--brake-count', '0'];

/** Puts an installation together: the service runs, the operator is not started yet. */
export async function install(
  namespace: string,
  options: InstallationOptions = {},
): Promise<Installation> {
  const { kubeconfig = plane.kubeconfig } = options;
  const directory = await mkdtemp(join(tmpdir(), `cloudinfra-${namespace}-`));
  const site = { directory, reaper: startReaper(directory), program: options.program };
  const [service] = await Promise.all([
    startService(site, ['--speed', '200', ...(options.service ?? [])]),
    applyCrds(kubeconfig),
  ]);
  const objects = await openCloudObjects(
    namespace,
    kubeconfig,
    async () => `the end of the operator's log:\n${await operator.component.logEnd()}`,
  );
  const account = await asServiceAccount(
    await grantEverywhere(objects.api, [namespace, 'default']),
    directory,
    kubeconfig,
  );
  const another: Installation['another'] = (name, { flags = [], ...other } = {}) =>
    prepareOperator(site, {
      name,
      kubeconfig: account,
      apiUrl: service.url,
      token: service.tokens.admin,
      ...other,
      flags: ['--namespace', namespace, ...FLAGS, ...flags],
    });
  const kubectl = {
    binaries: plane.binaries,
    kubeconfigPath: kubeconfig,
    cache: join(directory, 'kubectl'),
  };
  const operator = await another('operator', options.operator);
  return {
    service,
    operator,
    objects,
    directory,
    another,
    kubectl: (...args) => runKubectl(kubectl, ['--namespace', namespace, ...args]),
    close: async () => {
      await objects.close();
      await site.reaper.release();
    },
  };
}

/** The same, with the operator at work. */
export async function startInstallation(
  namespace: string,
  options: InstallationOptions = {},
): Promise<Installation> {
  const installation = await install(namespace, options);
  await installation.operator.component.start();
  return installation;
}

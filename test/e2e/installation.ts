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

/** The operator with its own simulated service, for one namespace of a control plane, under the
 *  account of the manifests. */
export interface Installation {
  readonly service: Service;
  readonly operator: OperatorProcess;
  readonly objects: CloudObjects;
  /** The installation's own folder. */
  readonly directory: string;
  /** Prepares another operator beside the first, without starting it. */
  readonly another: (name: string, options?: Partial<OperatorOptions>) => Promise<OperatorProcess>;
  readonly kubectl: (...args: readonly string[]) => Promise<string>;
  /** Ends every process and removes the folder. */
  readonly close: () => Promise<void>;
}

export interface InstallationOptions {
  /** Flags of the simulated service; by default it is 200 times as fast as the real one. */
  readonly service?: readonly string[];
  readonly operator?: Partial<OperatorOptions>;
  /** The program of service and operator; default: the sources. */
  readonly program?: readonly string[];
  /** Kubeconfig of another control plane than the shared one. */
  readonly kubeconfig?: string;
}

/** Default flags of every operator: frequent polls for short waits, and no deletion limit shared
 *  with other files. */
const FLAGS = ['--poll', '1s', '--listing-lag', '1m', '--brake-count', '0'];

/** Builds an installation with a running service and a prepared operator. */
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
  const another = anotherOn(site, { namespace, service, account });
  const operator = await another('operator', options.operator);
  return {
    service,
    operator,
    objects,
    directory,
    another,
    kubectl: kubectlIn(namespace, kubeconfig, directory),
    close: async () => {
      await objects.close();
      await site.reaper.release();
    },
  };
}

type Site = Parameters<typeof prepareOperator>[0];

/** Returns the function that prepares an operator for a namespace.
 *  @param account kubeconfig of its service account */
const anotherOn =
  (
    site: Site,
    {
      namespace,
      service,
      account,
    }: { readonly namespace: string; readonly service: Service; readonly account: string },
  ): Installation['another'] =>
  (name, { flags = [], ...other } = {}) =>
    prepareOperator(site, {
      name,
      kubeconfig: account,
      apiUrl: service.url,
      token: service.tokens.admin,
      ...other,
      flags: ['--namespace', namespace, ...FLAGS, ...flags],
    });

/** Returns kubectl for a namespace, with a cache in the folder of the installation. */
const kubectlIn =
  (namespace: string, kubeconfigPath: string, directory: string): Installation['kubectl'] =>
  (...args) =>
    runKubectl({ binaries: plane.binaries, kubeconfigPath, cache: join(directory, 'kubectl') }, [
      '--namespace',
      namespace,
      ...args,
    ]);

/** Builds an installation with a running operator. */
export async function startInstallation(
  namespace: string,
  options: InstallationOptions = {},
): Promise<Installation> {
  const installation = await install(namespace, options);
  await installation.operator.component.start();
  return installation;
}

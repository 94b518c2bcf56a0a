import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { KubeConfig } from '@kubernetes/client-node';
import { fail, ok, type Result } from '../../model/failure.ts';
import { reasonOf } from '../api/failures.ts';

/** The reason that no API server can be located, as one sentence. */
export interface ConfigFailure {
  readonly detail: string;
}

const SERVICE_ACCOUNT_TOKEN = '/var/run/secrets/kubernetes.io/serviceaccount/token';

/** Returns the first line of an error's message: later lines may quote the file. */
export const firstLine = (error: unknown): string => reasonOf(error).trim().split('\n')[0] ?? '';

const refuse = (detail: string): Result<never, ConfigFailure> => fail({ detail });

/** Loads the kubeconfig.
 *  @param kubeconfig one path, or several as in KUBECONFIG; null: the pod's service account where
 *  there is one, else `~/.kube/config` */
export function loadKubeConfig(kubeconfig: string | null): Result<KubeConfig, ConfigFailure> {
  if (kubeconfig === null && existsSync(SERVICE_ACCOUNT_TOKEN)) return inCluster();
  const paths =
    kubeconfig === null
      ? [join(homedir(), '.kube', 'config')]
      : kubeconfig.split(delimiter).filter((path) => path !== '');
  const files = paths.filter((path) => existsSync(path));
  if (files.length > 0) return checked(fromFiles(files), `kubeconfig ${files.join(', ')}`);
  if (kubeconfig !== null) return refuse(`kubeconfig ${paths.join(', ')} does not exist`);
  return refuse(
    `no kubeconfig is set, ${paths.join(', ')} does not exist, and there is no service account of a pod: set --kubeconfig or KUBECONFIG`,
  );
}

function inCluster(): Result<KubeConfig, ConfigFailure> {
  const config = new KubeConfig();
  config.loadFromCluster();
  return checked(ok(config), "the pod's service account");
}

function fromFiles(files: readonly string[]): Result<KubeConfig, ConfigFailure> {
  const whole = new KubeConfig();
  for (const [index, file] of files.entries()) {
    try {
      const part = index === 0 ? whole : new KubeConfig();
      part.loadFromFile(file);
      if (part !== whole) whole.mergeConfig(part, true);
    } catch (error) {
      return refuse(
        `kubeconfig ${file} cannot be read: ${error instanceof TypeError ? 'it is not a kubeconfig' : firstLine(error)}`,
      );
    }
  }
  return ok(whole);
}

/** Checks that the kubeconfig contains everything it refers to, to fail with a clear message. */
function checked(
  loaded: Result<KubeConfig, ConfigFailure>,
  where: string,
): Result<KubeConfig, ConfigFailure> {
  if (!loaded.ok) return loaded;
  const config = loaded.value;
  const name = config.getCurrentContext();
  if (!name) return refuse(`${where} has no current-context`);
  const context = config.getContextObject(name);
  if (context === null) return refuse(`${where} has no context ${name}, its current-context`);
  const cluster = config.getCurrentCluster();
  if (cluster === null)
    return refuse(`${where} has no cluster ${context.cluster}, which context ${name} names`);
  if (config.getCurrentUser() === null)
    return refuse(`${where} has no user ${context.user}, which context ${name} names`);
  if (!URL.canParse(cluster.server)) return refuse(`${where} has no usable server address`);
  if (!/^https?:|^$/.test(cluster.proxyUrl ?? ''))
    return refuse(`${where} has a proxy-url that is neither http nor https`);
  if (cluster.proxyUrl && !URL.canParse(cluster.proxyUrl))
    return refuse(`${where} has a proxy-url that is no address`);
  return ok(config);
}

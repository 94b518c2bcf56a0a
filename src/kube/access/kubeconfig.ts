import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { KubeConfig } from '@kubernetes/client-node';
import { fail, ok, type Result } from '../../model/failure.ts';
import { reasonOf } from '../api/failures.ts';

/** Why there is no way to an API server: one sentence for a person. */
export interface ConfigFailure {
  readonly detail: string;
}

const SERVICE_ACCOUNT_TOKEN = '/var/run/secrets/kubernetes.io/serviceaccount/token';

/** The first line of what an error says: those after it may quote the file. */
export const firstLine = (error: unknown): string => reasonOf(error).trim().split('\n')[0] ?? '';

const refuse = (detail: string): Result<never, ConfigFailure> => fail({ detail });

/** Reads the kubeconfig anew.
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
    `no kubeconfig is given, ${paths.join(', ')} does not exist, and there is no service account of a pod: name one with --kubeconfig or in KUBECONFIG`,
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
        `kubeconfig ${file} cannot be read: ${error instanceof TypeError ? 'it is no kubeconfig' : firstLine(error)}`,
      );
    }
  }
  return ok(whole);
}

/** Finds what a kubeconfig names and does not hold, while it can still be said in words. */
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

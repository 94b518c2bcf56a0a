import { decodeBase64 } from '../../../model/base64.ts';
import { Secret } from '../../../model/secret.ts';
import type { Seen } from '../terms.ts';

/** The kubeconfig for the Secret of the cluster, as YAML; null while the service gives none, so that the one that is there stays.
 *  Source: clusters#access. */
export function kubeconfigSecret({ details }: Seen): Readonly<Record<string, Secret>> | null {
  const kubeconfig = decodeBase64(details.kubeconfig?.kubeconfig ?? '') ?? '';
  return kubeconfig === '' ? null : { kubeconfig: new Secret(kubeconfig) };
}

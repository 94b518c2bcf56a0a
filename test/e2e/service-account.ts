import { join } from 'node:path';
import { inject } from 'vitest';
import { connectKubeApi, readCredentials } from '../../local/kubeapi.ts';
import { writeKubeconfig } from '../../local/kubeconfig.ts';

/** The operator's own account where it is installed from `deploy/`. */
export const ACCOUNT = 'cloudinfra-operator';

/** How the API server calls it. */
export const userOf = (home: string): string => `system:serviceaccount:${home}:${ACCOUNT}`;

/** A kubeconfig of the account, as its pods have. @returns its path, in the folder */
export async function asServiceAccount(home: string, directory: string): Promise<string> {
  const credentials = await readCredentials(inject('kubeconfig'));
  const api = connectKubeApi(credentials);
  const request = { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest' };
  const { body } = await api.request('POST', `/api/v1/namespaces/${home}/serviceaccounts/${ACCOUNT}/token`, request);
  await api.close();
  const { token } = (body as { readonly status: { readonly token: string } }).status;
  const path = join(directory, `${home}.kubeconfig`);
  await writeKubeconfig(path, ACCOUNT, { ...credentials, identity: { token } });
  return path;
}

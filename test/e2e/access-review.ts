import type { KubeApi } from '../../local/controlplane/kubeapi.ts';
import type { Permission } from '../../src/crd/permissions.ts';
import { userOf } from './account.ts';

/** A request that may be allowed or denied. */
export interface AccessRequest {
  readonly namespace: string;
  readonly group: string;
  /** The resource with its subresource: `volumes/status`. */
  readonly resource: string;
  readonly verb: string;
}

export const requestsOf = (
  { group, resources, verbs }: Permission,
  namespace: string,
): readonly AccessRequest[] =>
  resources.flatMap((resource) => verbs.map((verb) => ({ namespace, group, resource, verb })));

/** Returns the requests that the API server answers as given for the account. */
export async function answeredTo(
  api: KubeApi,
  home: string,
  asked: readonly AccessRequest[],
  answer: boolean,
): Promise<readonly AccessRequest[]> {
  const answers = await Promise.all(asked.map((access) => may(api, home, access)));
  return asked.filter((_, index) => answers[index] === answer);
}

async function may(
  api: KubeApi,
  home: string,
  { resource, ...access }: AccessRequest,
): Promise<boolean> {
  const [name, subresource] = resource.split('/');
  const spec = {
    user: userOf(home),
    resourceAttributes: { ...access, resource: name, subresource },
  };
  const { body } = await api.request('POST', '/apis/authorization.k8s.io/v1/subjectaccessreviews', {
    spec,
  });
  return (body as { readonly status: { readonly allowed: boolean } }).status.allowed;
}

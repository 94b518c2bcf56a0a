import { join } from 'node:path';
import { inject } from 'vitest';
import { connectKubeApi, type KubeApi, readCredentials } from '../../local/kubeapi.ts';
import { writeKubeconfig } from '../../local/kubeconfig.ts';
import type { Permission } from '../../src/crd/permissions.ts';
import { objectsInOne, ownRole } from '../../src/crd/rbac.ts';

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

/** The namespace of the account, and the one whose objects it looks after. */
export interface Reach {
  readonly home: string;
  readonly watched: string;
}

const RBAC = 'rbac.authorization.k8s.io';

/** Makes the account, and lets it do this and nothing else. What it was let do before is taken back. */
export async function grant(api: KubeApi, { home, watched }: Reach, granted: readonly Permission[]): Promise<void> {
  await applied(api, '/api/v1/namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: home } });
  const account = { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: ACCOUNT } };
  await applied(api, `/api/v1/namespaces/${home}/serviceaccounts`, account);
  for (const [namespace, role] of [[home, ownRole(granted)] as const, [watched, objectsInOne(granted)] as const]) {
    const { apiVersion, metadata } = role;
    const binding = {
      apiVersion,
      kind: 'RoleBinding',
      metadata,
      roleRef: { apiGroup: RBAC, kind: role.kind, name: metadata.name },
      subjects: [{ kind: 'ServiceAccount', name: ACCOUNT, namespace: home }],
    };
    await applied(api, `/apis/${apiVersion}/namespaces/${namespace}/roles`, role);
    await applied(api, `/apis/${apiVersion}/namespaces/${namespace}/rolebindings`, binding);
  }
}

interface Applied {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
}

async function applied(api: KubeApi, path: string, object: Applied): Promise<void> {
  const query = 'fieldManager=person&force=true';
  const { status, body } = await api.request('PATCH', `${path}/${object.metadata.name}?${query}`, object, 'application/apply-patch+yaml');
  if (status >= 300) throw new Error(JSON.stringify(body));
}

/** Something that somebody may do, or not. */
export interface Wish {
  readonly namespace: string;
  readonly group: string;
  /** With the subresource: `volumes/status`. */
  readonly resource: string;
  readonly verb: string;
}

export const wishesOf = ({ group, resources, verbs }: Permission, namespace: string): readonly Wish[] =>
  resources.flatMap((resource) => verbs.map((verb) => ({ namespace, group, resource, verb })));

/** Those of the wishes that the API server answers so, when the account asks. */
export async function answeredTo(api: KubeApi, home: string, asked: readonly Wish[], answer: boolean): Promise<readonly Wish[]> {
  const answers = await Promise.all(asked.map((wish) => may(api, home, wish)));
  return asked.filter((_, index) => answers[index] === answer);
}

async function may(api: KubeApi, home: string, { resource, ...wish }: Wish): Promise<boolean> {
  const [name, subresource] = resource.split('/');
  const spec = { user: userOf(home), resourceAttributes: { ...wish, resource: name, subresource } };
  const { body } = await api.request('POST', '/apis/authorization.k8s.io/v1/subjectaccessreviews', { spec });
  return (body as { readonly status: { readonly allowed: boolean } }).status.allowed;
}

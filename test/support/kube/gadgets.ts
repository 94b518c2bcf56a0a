import { setTimeout as pause } from 'node:timers/promises';
import {
  connectKubeApi,
  type KubeAnswer,
  type KubeApi,
  type KubeCredentials,
  readCredentials,
} from '../../../local/controlplane/kubeapi.ts';
import type { Resource } from '../../../src/kube/resources.ts';

/** An artificial kind of the tests. */
export const GADGETS: Resource = {
  group: 'test.cloudinfra.dev',
  version: 'v1',
  plural: 'gadgets',
  kind: 'Gadget',
};

const ROOT = `/apis/${GADGETS.group}/${GADGETS.version}`;
const CRDS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const ANYTHING = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };

const CRD = {
  metadata: { name: `${GADGETS.plural}.${GADGETS.group}` },
  spec: {
    group: GADGETS.group,
    scope: 'Namespaced',
    names: { kind: GADGETS.kind, plural: GADGETS.plural },
    versions: [
      {
        name: GADGETS.version,
        served: true,
        storage: true,
        subresources: { status: {} },
        schema: {
          openAPIV3Schema: { type: 'object', properties: { spec: ANYTHING, status: ANYTHING } },
        },
      },
    ],
  },
};

/** Another client of a real API server that works with gadgets. */
export interface GadgetUser {
  readonly api: KubeApi;
  namespace(name: string): Promise<void>;
  create(
    namespace: string,
    name: string,
    extra?: { readonly spec?: object; readonly finalizers?: readonly string[] },
  ): Promise<KubeAnswer>;
  /** Changes the object; null when the API server does not answer. */
  change(namespace: string, name: string, patch: object): Promise<KubeAnswer>;
  remove(namespace: string, name: string): Promise<KubeAnswer>;
  /** Lists the objects as name@version, sorted. Rejects while the API server is unavailable. */
  list(): Promise<readonly string[]>;
}

const path = (namespace: string, name = ''): string =>
  `${ROOT}/namespaces/${namespace}/${GADGETS.plural}/${name}`.replace(/\/$/, '');

export const gadgetUser = (api: KubeApi): GadgetUser => ({
  api,
  namespace: async (name) =>
    void (await api.request('POST', '/api/v1/namespaces', { metadata: { name } })),
  create: (namespace, name, { spec = {}, finalizers = [] } = {}) =>
    api.request('POST', path(namespace), {
      apiVersion: `${GADGETS.group}/${GADGETS.version}`,
      kind: GADGETS.kind,
      metadata: { name, finalizers },
      spec,
    }),
  change: (namespace, name, patch) =>
    api.request('PATCH', path(namespace, name), patch, 'application/merge-patch+json'),
  remove: (namespace, name) => api.request('DELETE', path(namespace, name)),
  list: async () => {
    const { status, body } = await api.request('GET', `${ROOT}/${GADGETS.plural}`);
    if (status !== 200)
      throw new Error(`the API server answered ${status}: ${JSON.stringify(body)}`);
    const { items } = body as {
      readonly items: readonly {
        readonly metadata: { readonly name: string; readonly resourceVersion: string };
      }[];
    };
    return items.map(({ metadata }) => `${metadata.name}@${metadata.resourceVersion}`).sort();
  },
});

/** Creates the definition if it does not exist, and resolves when it is served. */
export async function defineGadgets(api: KubeApi): Promise<void> {
  await api.request('POST', CRDS, {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    ...CRD,
  });
  while ((await api.request('GET', `${ROOT}/${GADGETS.plural}`)).status !== 200) await pause(50);
}

/** Creates and connects a service account with these permissions in a single namespace. */
export async function serviceAccount(
  kubeconfig: string,
  namespace: string,
  name: string,
  rules: readonly object[],
): Promise<{ readonly credentials: KubeCredentials; readonly token: string }> {
  const credentials = await readCredentials(kubeconfig);
  const api = connectKubeApi(credentials);
  const rbac = `/apis/rbac.authorization.k8s.io/v1/namespaces/${namespace}`;
  await api.request('POST', `/api/v1/namespaces/${namespace}/serviceaccounts`, {
    metadata: { name },
  });
  await api.request('POST', `${rbac}/roles`, { metadata: { name }, rules });
  await api.request('POST', `${rbac}/rolebindings`, {
    metadata: { name },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name },
    subjects: [{ kind: 'ServiceAccount', name, namespace }],
  });
  const issued = await api.request(
    'POST',
    `/api/v1/namespaces/${namespace}/serviceaccounts/${name}/token`,
    {},
  );
  await api.close();
  const { token } = (issued.body as { readonly status: { readonly token: string } }).status;
  return { credentials: { ...credentials, identity: { token } }, token };
}

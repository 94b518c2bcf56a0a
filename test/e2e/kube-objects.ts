import {
  connectKubeApi,
  type KubeAnswer,
  readCredentials,
} from '../../local/controlplane/kubeapi.ts';
import { API_VERSION } from '../../src/model/group.ts';
import { plane } from './plane.ts';

/** Objects of the operator's kinds on the real API server, in one namespace, without an
 *  operator. */
export interface KubeObjects {
  readonly create: (kind: Named, name: string, spec: object, mode?: 'dry') => Promise<KubeAnswer>;
  /** Replaces the whole spec of an object. */
  readonly replace: (kind: Named, name: string, spec: object, mode?: 'dry') => Promise<KubeAnswer>;
  readonly patchStatus: (kind: Named, name: string, status: object) => Promise<KubeAnswer>;
  readonly patchMetadata: (kind: Named, name: string, metadata: object) => Promise<KubeAnswer>;
  readonly close: () => Promise<void>;
}

interface Named {
  readonly kind: string;
  readonly plural: string;
}

/** Returns the rejection in an answer; empty when there is none. */
export const refusalIn = ({ status, body }: KubeAnswer): string =>
  status < 300
    ? ''
    : typeof body === 'object' && body !== null && 'message' in body
      ? String(body.message)
      : JSON.stringify(body);

/** Returns the refusal with the field and the message of each rule side by side, as in the expected
 *  rows. */
export const plainRefusalIn = (answer: KubeAnswer): string =>
  refusalIn(answer).replaceAll(/: (Invalid value|Required value|Forbidden): /g, ': ');

/** Connects to the shared control plane as administrator and creates the namespace if needed. */
export async function openKubeObjects(namespace: string): Promise<KubeObjects> {
  const api = connectKubeApi(await readCredentials(plane.kubeconfig));
  await api.request('POST', '/api/v1/namespaces', { metadata: { name: namespace } });
  const collection = ({ plural }: Named): string =>
    `/apis/${API_VERSION}/namespaces/${namespace}/${plural}`;
  const query = (mode: 'dry' | undefined): string =>
    `?fieldValidation=Strict${mode === 'dry' ? '&dryRun=All' : ''}`;
  const manifest = (kind: Named, name: string, spec: object) => ({
    apiVersion: API_VERSION,
    kind: kind.kind,
    metadata: { name },
    spec,
  });
  const patch = (path: string, body: object) =>
    api.request('PATCH', path, body, 'application/merge-patch+json');
  return {
    create: (kind, name, spec, mode) =>
      api.request('POST', collection(kind) + query(mode), manifest(kind, name, spec)),
    replace: async (kind, name, spec, mode) => {
      const path = `${collection(kind)}/${name}`;
      const { body } = await api.request('GET', path);
      return api.request('PUT', path + query(mode), { ...(body as object), spec });
    },
    patchStatus: (kind, name, status) => patch(`${collection(kind)}/${name}/status`, { status }),
    patchMetadata: (kind, name, metadata) => patch(`${collection(kind)}/${name}`, { metadata }),
    close: api.close,
  };
}

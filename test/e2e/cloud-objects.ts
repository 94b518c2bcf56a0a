import { z } from 'zod';
import {
  connectKubeApi,
  type KubeAnswer,
  type KubeApi,
  readCredentials,
} from '../../local/controlplane/kubeapi.ts';
import { KINDS } from '../../src/kinds/index.ts';
import { API_VERSION } from '../../src/model/group.ts';
import { OPERATION } from '../../src/model/operation.ts';
import { CloudObject, isReady, shown } from './cloud-object.ts';
import { refusalIn } from './kube-objects.ts';
import { soon } from './soon.ts';

export interface KubeEvent {
  readonly reason: string;
  readonly type: string;
  readonly message: string;
  /** Number of occurrences, if more than one. */
  readonly series?: { readonly count: number };
  readonly involvedObject: { readonly kind: string; readonly name: string };
}

/** Objects of the operator's kinds in one namespace, for users that apply manifests, and other
 *  resources of that namespace. */
export interface CloudObjects {
  readonly namespace: string;
  readonly api: KubeApi;
  /** Sets the object's spec, as `kubectl apply --server-side` does. Throws with the rejection. */
  readonly apply: (
    kind: string,
    name: string,
    spec: object,
    annotations?: object,
  ) => Promise<CloudObject>;
  /** Returns the rejection of a spec by admission; empty when it is accepted. Changes nothing. */
  readonly refusal: (kind: string, name: string, spec: object) => Promise<string>;
  readonly annotate: (kind: string, name: string, annotations: object) => Promise<void>;
  readonly label: (kind: string, name: string, labels: object) => Promise<void>;
  /** Null when there is none. */
  readonly get: (kind: string, name: string) => Promise<CloudObject | null>;
  readonly list: (kind: string) => Promise<readonly CloudObject[]>;
  readonly delete: (kind: string, name: string) => Promise<void>;
  /** Resolves with the object once it matches; throws its state on a timeout. */
  readonly until: (
    kind: string,
    name: string,
    what: string,
    isSo: (object: CloudObject) => boolean,
  ) => Promise<CloudObject>;
  /** Resolves once it is Ready for the current spec. */
  readonly ready: (kind: string, name: string) => Promise<CloudObject>;
  readonly gone: (kind: string, name: string) => Promise<void>;
  readonly events: (name?: string) => Promise<readonly KubeEvent[]>;
  /** Creates a Secret, or replaces its contents. */
  readonly secret: (
    name: string,
    contents: Readonly<Record<string, string>>,
    labels?: Readonly<Record<string, string>>,
  ) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Connects to a control plane as its administrator and creates the namespace if needed.
 *  @param explain adds details to a timeout */
export async function openCloudObjects(
  namespace: string,
  kubeconfig: string,
  explain: () => Promise<string>,
): Promise<CloudObjects> {
  const api = connectKubeApi(await readCredentials(kubeconfig));
  await api.request('POST', '/api/v1/namespaces', { metadata: { name: namespace } });
  const core = `/api/v1/namespaces/${namespace}`;
  const get: CloudObjects['get'] = async (kind, name) => {
    const { status, body } = await api.request('GET', `${pathOf(namespace, kind)}/${name}`);
    return status === 404 ? null : CloudObject.parse(body);
  };
  return {
    namespace,
    api,
    get,
    ...writing(api, namespace),
    ...waiting(get, explain),
    list: async (kind) =>
      z.array(CloudObject).parse(itemsIn(await api.request('GET', pathOf(namespace, kind)))),
    events: async (name) => {
      const events = itemsIn(await api.request('GET', `${core}/events`)) as readonly KubeEvent[];
      return name === undefined
        ? events
        : events.filter((event) => event.involvedObject.name === name);
    },
    secret: async (name, stringData, labels = {}) => {
      const manifest = { apiVersion: 'v1', kind: 'Secret', metadata: { name, labels }, stringData };
      accepted(
        await api.request('PATCH', `${core}/secrets/${name}?${APPLY}`, manifest, APPLY_PATCH),
      );
    },
    close: api.close,
  };
}

const APPLY = 'fieldManager=person&force=true';
const APPLY_PATCH = 'application/apply-patch+yaml';

function writing(
  api: KubeApi,
  namespace: string,
): Pick<CloudObjects, 'apply' | 'refusal' | 'annotate' | 'label' | 'delete'> {
  const apply = async (
    kind: string,
    name: string,
    spec: object,
    query: string,
    annotations: object = {},
  ): Promise<KubeAnswer> => {
    const manifest = { apiVersion: API_VERSION, kind, metadata: { name, annotations }, spec };
    const path = `${pathOf(namespace, kind)}/${name}?${APPLY}&fieldValidation=Strict${query}`;
    return await api.request('PATCH', path, manifest, APPLY_PATCH);
  };
  const describe = async (kind: string, name: string, metadata: object): Promise<void> =>
    void accepted(
      await api.request(
        'PATCH',
        `${pathOf(namespace, kind)}/${name}`,
        { metadata },
        'application/merge-patch+json',
      ),
    );
  return {
    apply: async (kind, name, spec, annotations) =>
      CloudObject.parse(accepted(await apply(kind, name, spec, '', annotations))),
    refusal: async (kind, name, spec) => refusalIn(await apply(kind, name, spec, '&dryRun=All')),
    annotate: (kind, name, annotations) => describe(kind, name, { annotations }),
    label: (kind, name, labels) => describe(kind, name, { labels }),
    delete: async (kind, name) =>
      void accepted(await api.request('DELETE', `${pathOf(namespace, kind)}/${name}`)),
  };
}

function waiting(
  get: CloudObjects['get'],
  explain: () => Promise<string>,
): Pick<CloudObjects, 'until' | 'ready' | 'gone'> {
  const until: CloudObjects['until'] = (kind, name, what, isSo) => {
    const look = async () => {
      const object = await get(kind, name);
      return {
        done: object !== null && isSo(object) ? object : null,
        seen: object === null ? 'it does not exist' : shown(object),
      };
    };
    return soon(`${kind}/${name} to be ${what}`, look, explain);
  };
  const gone: CloudObjects['gone'] = async (kind, name) => {
    const look = async () => {
      const object = await get(kind, name);
      return { done: object === null || null, seen: object === null ? '' : shown(object) };
    };
    await soon(`${kind}/${name} to be gone`, look, explain);
  };
  return { until, gone, ready: (kind, name) => until(kind, name, 'Ready', isReady) };
}

const pathOf = (namespace: string, kind: string): string =>
  `/apis/${API_VERSION}/namespaces/${namespace}/${[...KINDS, OPERATION].find((one) => one.kind === kind)?.plural ?? kind}`;

const itemsIn = (answer: KubeAnswer): readonly unknown[] =>
  z.object({ items: z.array(z.unknown()) }).parse(accepted(answer)).items;

function accepted(answer: KubeAnswer): unknown {
  const refusal = refusalIn(answer);
  if (refusal !== '') throw new Error(refusal);
  return answer.body;
}

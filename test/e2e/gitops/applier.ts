import type { KubeAnswer, KubeApi } from '../../../local/controlplane/kubeapi.ts';
import { KINDS } from '../../../src/kinds/index.ts';
import { API_VERSION } from '../../../src/model/group.ts';
import { refusalIn } from '../kube-objects.ts';

/** A manifest in a Git repository. */
export interface Manifest {
  readonly kind: string;
  readonly name: string;
  readonly spec: object;
  readonly labels?: object;
}

type Fields = Readonly<Record<string, unknown>>;

/** An entry of `metadata.managedFields`. */
export interface Managed {
  readonly manager: string;
  readonly operation: string;
  readonly subresource?: string;
  readonly fieldsV1: Fields;
}

/** An object in the API server, with the managers of its fields. */
export interface ManagedObject {
  readonly metadata: {
    readonly resourceVersion: string;
    readonly generation: number;
    readonly finalizers?: readonly string[];
    readonly annotations?: Readonly<Record<string, string>>;
    readonly managedFields: readonly Managed[];
  };
  readonly spec: Readonly<Record<string, unknown>>;
}

/** Applies manifests from Git as Flux' kustomize-controller does. */
export interface Applier {
  /** Applies on the server side, without force: a field with another value of another manager is a
   *  conflict. Throws with the rejection. */
  readonly apply: (manifest: Manifest) => Promise<void>;
  /** Takes over the fields of managers named `kubectl…`, so that the next apply removes those that
   *  the manifest lacks. */
  readonly takeOver: (manifest: Manifest) => Promise<void>;
  readonly get: (manifest: Manifest) => Promise<ManagedObject>;
}

export const APPLIER = 'kustomize-controller';

export function createApplier(api: KubeApi, namespace: string): Applier {
  const pathOf = ({ kind, name }: Manifest): string =>
    `/apis/${API_VERSION}/namespaces/${namespace}/${KINDS.find((one) => one.kind === kind)?.plural}/${name}`;
  const get: Applier['get'] = async (manifest) =>
    accepted(await api.request('GET', pathOf(manifest))) as ManagedObject;
  return {
    get,
    apply: async (manifest) => {
      const { kind, name, spec, labels = {} } = manifest;
      const body = { apiVersion: API_VERSION, kind, metadata: { name, namespace, labels }, spec };
      accepted(
        await api.request(
          'PATCH',
          `${pathOf(manifest)}?fieldManager=${APPLIER}`,
          body,
          'application/apply-patch+yaml',
        ),
      );
    },
    takeOver: async (manifest) => {
      const { metadata } = await get(manifest);
      const patch = [
        { op: 'replace', path: '/metadata/managedFields', value: taken(metadata.managedFields) },
        { op: 'replace', path: '/metadata/resourceVersion', value: metadata.resourceVersion },
      ];
      accepted(await api.request('PATCH', pathOf(manifest), patch, 'application/json-patch+json'));
    },
  };
}

/** Merges the entries of kubectl into one of this applier. */
function taken(entries: readonly Managed[]): readonly Managed[] {
  const isTaken = ({ manager }: Managed): boolean => manager.startsWith('kubectl');
  const [first, ...others] = entries.filter(isTaken);
  if (first === undefined) return entries;
  const fieldsV1 = others.reduce((fields, other) => union(fields, other.fieldsV1), first.fieldsV1);
  return [
    ...entries.filter((entry) => !isTaken(entry)),
    { ...first, manager: APPLIER, operation: 'Apply', fieldsV1 },
  ];
}

const union = (one: Fields, other: Fields): Fields => ({
  ...one,
  ...Object.fromEntries(
    Object.entries(other).map(([key, below]) => [
      key,
      union((one[key] ?? {}) as Fields, below as Fields),
    ]),
  ),
});

function accepted(answer: KubeAnswer): unknown {
  const refusal = refusalIn(answer);
  if (refusal !== '') throw new Error(refusal);
  return answer.body;
}

import { clusters } from '../../../api/clusters.ts';
import { path } from '../../../api/endpoint.ts';
import { decodeBase64 } from '../../../model/base64.ts';
import { post } from '../../../model/request.ts';
import { Secret } from '../../../model/secret.ts';
import { type Call, call, type Step } from '../../../model/step.ts';
import type { Desired, Observed } from '../types.ts';

/** Builds the kubeconfig for the cluster's Secret, as YAML; null while the service provides none,
 *  so that the existing one stays. Source: clusters#access. */
export function kubeconfigSecret({ details }: Observed): Readonly<Record<string, Secret>> | null {
  const kubeconfig = decodeBase64(details.kubeconfig?.kubeconfig ?? '') ?? '';
  return kubeconfig === '' ? null : { kubeconfig: new Secret(kubeconfig) };
}

type Cost = Required<Pick<Call, 'effect' | 'loses'>>;

const action =
  (
    verb: string,
    template: typeof clusters.recycle.path | typeof clusters.regenerate.path,
    body: Readonly<Record<string, unknown>>,
    cost: Cost,
  ) =>
  (_desired: Desired, { item }: Observed): readonly Step[] => [
    call(verb, post(path(template, { clusterId: item.id }), body), [], cost),
  ];

/** One-shot actions on a cluster. Source: clusters#recycle; clusters#regenerate-access. */
export const clusterRequests = {
  Recycle: {
    does: 'Replaces all nodes of the cluster, one after another.',
    steps: action(
      'Recycle',
      clusters.recycle.path,
      {},
      {
        effect: 'destroys',
        loses: 'node-local storage of every node: all nodes are replaced, one after another',
      },
    ),
  },
  RegenerateKubeconfig: {
    does: 'Makes a new kubeconfig and revokes the one before.',
    steps: action(
      'RegenerateKubeconfig',
      clusters.regenerate.path,
      { kubeconfig: true },
      {
        effect: 'disrupts',
        loses: 'the credentials in all existing kubeconfigs',
      },
    ),
  },
  RegenerateServiceToken: {
    does: 'Makes a new token of the control plane and restarts it.',
    steps: action(
      'RegenerateServiceToken',
      clusters.regenerate.path,
      { servicetoken: true },
      {
        effect: 'disrupts',
        loses:
          'the control plane and storage drivers restart: without high availability the control plane is briefly down',
      },
    ),
  },
} as const;

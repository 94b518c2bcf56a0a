import { clusters } from '../../../api/clusters.ts';
import { path } from '../../../api/endpoint.ts';
import { post } from '../../../model/request.ts';
import { type Call, call, type Step } from '../../../model/step.ts';
import type { Seen, Wish } from '../terms.ts';

type Cost = Required<Pick<Call, 'effect' | 'loses'>>;
type Action = (desired: Wish, seen: Seen) => readonly Step[];

const action =
  (
    verb: string,
    template: typeof clusters.recycle.path | typeof clusters.regenerate.path,
    body: Readonly<Record<string, unknown>>,
    cost: Cost,
  ): Action =>
  (_desired, { item }) => [call(verb, post(path(template, { clusterId: item.id }), body), [], cost)];

/** One-shot actions on a cluster. Source: clusters#recycle; clusters#regenerate-access. */
export const clusterRequests = {
  recycle: action(
    'Recycle',
    clusters.recycle.path,
    {},
    {
      effect: 'destroys',
      loses: 'the node-local storage of every node: all nodes are replaced, one after the other',
    },
  ),
  'regenerate-kubeconfig': action(
    'RegenerateKubeconfig',
    clusters.regenerate.path,
    { kubeconfig: true },
    {
      effect: 'disrupts',
      loses: 'the credentials in kubeconfigs that were given out',
    },
  ),
  'regenerate-servicetoken': action(
    'RegenerateServiceToken',
    clusters.regenerate.path,
    { servicetoken: true },
    {
      effect: 'disrupts',
      loses: 'the control plane and storage drivers restart: without high availability the control plane is briefly down',
    },
  ),
} as const;

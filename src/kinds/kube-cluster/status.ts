import { z } from 'zod';
import { mapBy, setOf } from '../../model/lists.ts';
import { moment } from '../../model/moment.ts';

const text = (what: string) => z.string().optional().describe(what);
const whole = (what: string) => z.int().describe(what);

const Node = z.strictObject({
  id: z.string().describe('Id of the node.'),
  instanceId: whole('Id of its instance.').optional(),
  status: z.string().describe("The service's own status word."),
});

const Pool = z.strictObject({
  id: whole('Id of the pool.'),
  name: text('Name of the pool in the spec. A pool without one is left alone.'),
  type: z.string().describe('Plan of its nodes.'),
  count: whole('Number of nodes that it is to have.'),
  ready: whole('Number of nodes that are ready.'),
  autoscaler: z
    .strictObject({ min: whole('Fewest nodes.'), max: whole('Most nodes.') })
    .optional()
    .describe('Bounds of the autoscaler, where it is on.'),
  nodes: mapBy(z.array(Node), 'id').describe('Nodes of the pool.'),
});
export type RecordedPool = z.infer<typeof Pool>;

/** What a KubeCluster's status mirrors. Source: clusters#clusters. */
export const KubeClusterStatus = z.strictObject({
  label: text('Label in the account.'),
  region: text('Region that the cluster is in.'),
  k8sVersion: text('Kubernetes version of the control plane.'),
  highAvailability: z
    .boolean()
    .optional()
    .describe('Whether the control plane is highly available.'),
  tags: setOf(z.array(z.string())).optional().describe('Tags in the account.'),
  endpoints: setOf(z.array(z.string())).optional().describe('Addresses of the Kubernetes API.'),
  dashboard: text('Address of the dashboard.'),
  kubeconfig: z
    .boolean()
    .optional()
    .describe(
      'Whether the service has given the kubeconfig, which is kept in the Secret `<name>-kubeconfig`.',
    ),
  pools: mapBy(z.array(Pool), 'id').optional().describe('Node pools with their nodes.'),
  nodeAddresses: setOf(z.array(z.string()))
    .optional()
    .describe('Public and private IPv4 addresses of the nodes.'),
  createdAt: moment('When the cluster was made.').optional(),
  updatedAt: moment('When the cluster was last changed.').optional(),
});
export type KubeClusterStatus = typeof KubeClusterStatus;

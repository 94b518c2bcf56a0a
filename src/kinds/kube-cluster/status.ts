import { z } from 'zod';
import { mapBy, setOf } from '../../model/lists.ts';
import { moment } from '../../model/moment.ts';

const text = (what: string) => z.string().optional().describe(what);
const whole = (what: string) => z.int().describe(what);

const Node = z.strictObject({
  id: z.string().describe('Id of the node.'),
  instanceId: whole('Id of its instance.').optional(),
  status: z.string().describe('State that the service reports.'),
});

const Pool = z.strictObject({
  id: whole('Id of the pool.'),
  name: text('Name of the pool in the spec. A pool without a name is not managed.'),
  separate: z
    .boolean()
    .optional()
    .describe('True if another object manages the pool, such as a KubeNodePool.'),
  type: z.string().describe('Plan of the nodes.'),
  count: whole('Requested number of nodes.'),
  readyNodes: whole('Number of ready nodes.'),
  autoscaler: z
    .strictObject({ min: whole('Fewest nodes.'), max: whole('Most nodes.') })
    .optional()
    .describe('Bounds of the autoscaler, if it is enabled.'),
  nodes: mapBy(z.array(Node), 'id').describe('Nodes of the pool.'),
});
export type RecordedPool = z.infer<typeof Pool>;

/** The status of a KubeCluster. Source: clusters#clusters. */
export const KubeClusterStatus = z.strictObject({
  label: text('Label in the account.'),
  region: text('Region of the cluster.'),
  k8sVersion: text('Kubernetes version of the control plane.'),
  highAvailability: z
    .boolean()
    .optional()
    .describe('True if the control plane is highly available.'),
  tags: setOf(z.array(z.string())).optional().describe('Tags in the account.'),
  endpoints: setOf(z.array(z.string())).optional().describe('Addresses of the Kubernetes API.'),
  dashboard: text('Address of the dashboard.'),
  kubeconfigAvailable: z
    .boolean()
    .optional()
    .describe('True if the kubeconfig is available. The Secret `<name>-kubeconfig` contains it.'),
  pools: mapBy(z.array(Pool), 'id').optional().describe('Node pools with their nodes.'),
  nodeAddresses: setOf(z.array(z.string()))
    .optional()
    .describe('Public and private IPv4 addresses of the nodes.'),
  createdAt: moment('Time when the cluster was created.').optional(),
  updatedAt: moment('Time of the last change of the cluster.').optional(),
});
export type KubeClusterStatus = typeof KubeClusterStatus;

import type { Case } from '../../../model/case.ts';

const ONE = '/kube/clusters/31';

const node = (status: string, id = 1) => ({ id: `41-${id}`, instance_id: 100 + id, status });
const pool = (fields: object = {}) => ({
  id: 41,
  type: 'g6-standard-1',
  count: 2,
  nodes: [node('ready'), node('ready', 2)],
  disks: [],
  autoscaler: { enabled: false, min: 2, max: 2 },
  tags: ['k8s-pool:web'],
  ...fields,
});
const whole = {
  endpoints: [{ endpoint: 'https://example.com' }],
  kubeconfig: { kubeconfig: 'YTo=' },
  pools: [pool()],
};
const past = {
  endpoints: ['https://example.com'],
  kubeconfig: true,
  pools: [{ id: 41, name: 'web', type: 'g6-standard-1', count: 2, ready: 2, nodes: [] }],
};
const LATE = 'which the service gives some minutes after the creation';

const requests: readonly Case[] = [
  {
    name: 'all nodes are recycled by request',
    source: 'clusters#recycle',
    keptBy: 'plan',
    request: { verb: 'recycle', token: 'a' },
    plan: [`Recycle (POST ${ONE}/recycle)`],
  },
  {
    name: 'the kubeconfig is made anew by request',
    source: 'clusters#regenerate-access',
    keptBy: 'plan',
    request: { verb: 'regenerate-kubeconfig', token: 'a' },
    plan: [`RegenerateKubeconfig (POST ${ONE}/regenerate)`],
    sends: [{ kubeconfig: true }],
  },
  {
    name: 'the service token is made anew by request',
    source: 'clusters#regenerate-access',
    keptBy: 'plan',
    request: { verb: 'regenerate-servicetoken', token: 'a' },
    plan: [`RegenerateServiceToken (POST ${ONE}/regenerate)`],
    sends: [{ servicetoken: true }],
  },
];

const waits: readonly Case[] = [
  {
    name: 'endpoints that are not there yet are waited for',
    source: 'clusters#access',
    keptBy: 'wait',
    details: { ...whole, endpoints: null, kubeconfig: null },
    plan: [`wait for the API endpoints of the cluster, ${LATE}`],
    health: { ready: false, reason: 'Provisioning' },
  },
  {
    name: 'a kubeconfig that is not there yet is waited for',
    source: 'clusters#access',
    keptBy: 'wait',
    details: { ...whole, kubeconfig: null },
    plan: [`wait for the kubeconfig of the cluster, ${LATE}`],
    health: { ready: false, reason: 'Provisioning' },
  },
  {
    name: 'a kubeconfig that is made anew is waited for; the one before makes the cluster usable',
    source: 'clusters#regenerate-access',
    keptBy: 'wait',
    details: { ...whole, kubeconfig: null },
    recorded: past,
    plan: ['wait for the new kubeconfig of the cluster'],
    health: { ready: true, reason: 'Ready' },
  },
  {
    name: 'nodes that are not ready are waited for',
    source: 'clusters#nodes',
    keptBy: 'wait',
    details: { ...whole, pools: [pool({ nodes: [node('ready'), node('not_ready', 2)] })] },
    recorded: past,
    plan: ['wait for the nodes of pool web to be ready'],
    health: { ready: false, reason: 'NodesNotReady' },
  },
];

const said = (
  name: string,
  row: Pick<Case, 'details' | 'recorded' | 'item' | 'was'>,
  ready: boolean,
  reason: string,
): Case => ({
  name,
  source: 'clusters#status',
  keptBy: 'health',
  ...row,
  health: { ready, reason },
});

const health: readonly Case[] = [
  said(
    'is ready when it is reachable and has its nodes',
    { was: {}, details: whole },
    true,
    'Ready',
  ),
  said('stays ready while nobody looks closer', { was: {}, recorded: past }, true, 'Ready'),
  said('is not ready by its word alone', {}, false, 'Provisioning'),
  said('its word says nothing', { details: whole, item: { status: undefined } }, true, 'Ready'),
  said('is not ready without pools', { details: { ...whole, pools: [] } }, false, 'WithoutPools'),
  said(
    'an autoscaler needs its fewest nodes only',
    {
      details: {
        ...whole,
        pools: [
          pool({
            count: 4,
            nodes: [node('ready'), node('not_ready', 2)],
            autoscaler: { enabled: true, min: 1, max: 5 },
          }),
        ],
      },
    },
    true,
    'Ready',
  ),
  said(
    'a node that is on its way does not take readiness away',
    {
      details: {
        ...whole,
        pools: [pool({ nodes: [node('ready'), node('ready', 2), node('not_ready', 3)] })],
      },
    },
    true,
    'Ready',
  ),
];

/** What concerns reaching a cluster: endpoints, kubeconfig, nodes, and their renewal. */
export const accessCases: readonly Case[] = [...requests, ...waits, ...health];

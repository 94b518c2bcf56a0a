import { CASE_MARK, CASE_NAME, type Case, type CaseTable } from '../../../model/case.ts';
import { accessCases } from './access.ts';
import { clusterAdmission } from './admission.ts';
import { stages } from './fixtures.ts';
import { poolCases } from './pools.ts';
import { versionCases } from './version.ts';

const item = {
  id: 31,
  label: CASE_NAME,
  status: 'ready',
  region: 'us-east',
  k8s_version: '1.24',
  control_plane: { high_availability: false },
  tags: [CASE_MARK],
  created: '2018-01-02T03:04:05',
  updated: '2018-01-02T03:04:05',
};

const TYPE = 'g6-standard-1';
const PUT = 'Update (PUT /kube/clusters/31)';
const pools = [{ name: 'web', type: TYPE, count: 2 }];
const spec = { region: 'us-east', k8sVersion: '1.24', pools };
const sent = {
  label: CASE_NAME,
  region: 'us-east',
  k8s_version: '1.24',
  node_pools: [{ type: TYPE, count: 2, tags: ['k8s-pool:web'] }],
};
const smallest = `region: us-east, k8sVersion: 1.24, pools[web].type: ${TYPE}, pools[web].count: 2`;
const LABEL_RULE =
  'is not a valid label of a cluster: 1 to 32 characters, without characters of four bytes; set spec.label';

const creation: readonly Case[] = [
  {
    name: 'is made with its pools, each with its name as a tag',
    source: 'clusters#node-pools',
    keptBy: 'plan',
    item: null,
    plan: [`Create (POST /kube/clusters) ${smallest}`],
    sends: [{ ...sent, tags: [CASE_MARK] }],
  },
  {
    name: 'is made with all that the body can carry',
    source: 'clusters#create',
    keptBy: 'plan',
    item: null,
    spec: { label: 'shop', tags: ['web'], controlPlane: { highAvailability: true } },
    plan: [
      `Create (POST /kube/clusters) tags: ["web"], label: shop, region: us-east, k8sVersion: 1.24, controlPlane.highAvailability: true, pools[web].type: ${TYPE}, pools[web].count: 2`,
    ],
    sends: [
      {
        ...sent,
        label: 'shop',
        tags: [CASE_MARK, 'web'],
        control_plane: { high_availability: true },
      },
    ],
  },
  {
    name: 'is made without tags by a credential that may not tag',
    source: 'tags#assign',
    keptBy: 'plan',
    item: null,
    mayTag: false,
    ends: 'refused',
    spec: { tags: ['web'] },
    plan: [`Create (POST /kube/clusters) ${smallest}`],
    sends: [{ ...sent, node_pools: [{ type: TYPE, count: 2 }] }],
  },
  {
    name: 'a name that is too long needs a label',
    source: 'clusters#create',
    keptBy: 'refuse',
    item: null,
    called: 'a-name-of-thirty-three-characters',
    plan: [`refuse spec.label: a-name-of-thirty-three-characters ${LABEL_RULE}`],
  },
  {
    name: 'a pool with an id is refused before the cluster is made',
    source: 'clusters#node-pools',
    keptBy: 'refuse',
    item: null,
    spec: { pools: [{ name: 'web', type: TYPE, count: 2, id: 41 }] },
    plan: [
      'refuse spec.pools[web].id: a new cluster has no pool 41: remove the id, or import the cluster of the pool',
    ],
  },
];

const settings: readonly Case[] = [
  { name: 'matching fields are left alone', plan: [] },
  {
    name: 'label and tags go in one request',
    source: 'clusters#update',
    keptBy: 'plan',
    spec: { label: 'shop', tags: ['web'] },
    plan: [`${PUT} tags: [] -> ["web"], label: example -> shop`],
    sends: [{ label: 'shop', tags: [CASE_MARK, 'web'] }],
  },
  {
    name: 'a label alone leaves the tags out',
    spec: { label: 'shop' },
    plan: [`${PUT} label: example -> shop`],
    sends: [{ label: 'shop' }],
  },
  {
    name: 'a label may be shown in Unicode escapes',
    source: 'clusters#clusters',
    keptBy: 'canonical',
    spec: { label: 'Käse' },
    item: { label: 'K\\u00e4se' },
    plan: [],
  },
  {
    name: 'a lost mark is put back',
    item: { tags: ['old'] },
    plan: [`${PUT} mark: ${CASE_MARK}`],
    sends: [{ tags: [CASE_MARK, 'old'] }],
  },
  {
    name: 'a credential that may not tag is reported',
    source: 'tags#assign',
    keptBy: 'refuse',
    mayTag: false,
    spec: { tags: ['web'] },
    plan: [
      'refuse spec.tags: the user of this credential cannot write tags: use a credential of an unrestricted user, or remove the tags',
    ],
  },
  {
    name: 'another region is refused',
    source: 'clusters#update',
    keptBy: 'refuse',
    spec: { region: 'eu-west' },
    plan: ['refuse spec.region: a cluster cannot change region (is in us-east)'],
  },
];

const gone = 'Delete (DELETE /kube/clusters/31)';
const nodes = (status: string, more: object = {}) => [
  { id: 41, type: TYPE, count: 1, readyNodes: 0, nodes: [{ id: '41-1', status, ...more }] },
];
const removal: readonly Case[] = [
  {
    name: 'is deleted',
    source: 'clusters#delete',
    keptBy: 'plan',
    deleting: true,
    was: {},
    recorded: { pools: nodes('ready') },
    plan: [gone],
  },
  {
    name: 'is not deleted before its first node is there',
    source: 'clusters#delete',
    keptBy: 'wait',
    deleting: true,
    recorded: { pools: nodes('not_ready') },
    plan: [
      'wait for the first node to be ready, for at most 15 minutes: an earlier deletion leaves an instance behind',
      `${gone} [after wait]`,
    ],
  },
  {
    name: 'is deleted though no node ever was ready, once each node is an instance',
    source: 'clusters#delete',
    keptBy: 'plan',
    deleting: true,
    recorded: { pools: nodes('not_ready', { instanceId: 7 }) },
    plan: [gone],
  },
  {
    name: 'its nodes are looked at before it is deleted',
    deleting: true,
    plan: [
      'wait for a read of the nodes of the cluster before it is deleted, for at most 15 minutes',
      `${gone} [after wait]`,
    ],
  },
  {
    name: 'a cluster without pools is deleted',
    deleting: true,
    recorded: { pools: [] },
    plan: [gone],
  },
  {
    name: 'not_ready is not a deletion: only our own request is',
    source: 'clusters#delete',
    keptBy: 'plan',
    deleting: true,
    item: { status: 'not_ready' },
    recorded: { pools: nodes('ready') },
    plan: [gone],
  },
  {
    name: 'what stays loses its mark and keeps its tags',
    retaining: true,
    item: { tags: ['web', CASE_MARK] },
    plan: [`Unmark (PUT /kube/clusters/31) mark: ${CASE_MARK} -> null`],
    sends: [{ tags: ['web'] }],
  },
  {
    name: 'what stays without a mark is not written to',
    retaining: true,
    item: { tags: ['web'] },
    plan: [],
  },
];

/** Behaviour of a KubeCluster, row by row. */
export const kubeClusterCases: CaseTable = {
  spec,
  item,
  stages,
  cases: [
    ...creation,
    ...settings,
    ...versionCases,
    ...poolCases,
    ...accessCases,
    ...removal,
    ...clusterAdmission,
  ],
};

import { type Cluster, ClusterLabel, clusters } from '../../api/clusters.ts';
import { path } from '../../api/endpoint.ts';
import { post, put } from '../../model/request.ts';
import {
  among,
  type Change,
  call,
  changes,
  refuse,
  refuseChange,
  type Step,
  wait,
} from '../../model/step.ts';
import { refuseTags, unmarkSteps } from '../../model/tag-steps.ts';
import { tagsToSend } from '../../model/tags.ts';
import { clusterHas, clusterWants, labelOf } from './fields.ts';
import { SLOW_MS } from './parts/deletion.ts';
import { poolBody } from './parts/pools/body.ts';
import { fieldOf } from './parts/pools/fields.ts';
import { poolSteps } from './parts/pools/plan.ts';
import type { PoolSpec } from './parts/pools/spec.ts';
import { versionSteps } from './parts/version.ts';
import { lackOf } from './report.ts';
import type { Desired, Observed, Recorded } from './types.ts';

/** Creates a cluster with its pools in one request. Source: clusters#create. */
export function createCluster(desired: Desired): readonly Step[] {
  const { spec, mark } = desired;
  const label = labelOf(desired);
  if (!ClusterLabel.safeParse(label).success) {
    return [
      refuse(
        'spec.label',
        `${label} is not a valid label of a cluster: 1 to 32 characters, without characters of four bytes; set spec.label`,
      ),
    ];
  }
  const pools = spec.pools ?? [];
  const taken = pools.filter(({ id }) => id !== undefined);
  if (taken.length > 0) return taken.map(refuseTaken);
  const body = {
    label,
    region: spec.region,
    k8s_version: spec.k8sVersion,
    tags: mark === null ? undefined : tagsToSend(spec.tags, [], mark),
    control_plane:
      spec.controlPlane?.highAvailability === undefined
        ? undefined
        : { high_availability: spec.controlPlane.highAvailability },
    node_pools: pools.map((pool) => poolBody(pool, mark !== null)),
  };
  const omitted = mark === null ? ['mark', 'tags'] : ['mark'];
  const applied = changes(clusterWants(desired), {}).filter(
    ({ field }) => !omitted.includes(field),
  );
  return [call('Create', post(clusters.create.path, body), applied, { answers: 'item' })];
}

/** Refuses a pool with an id in a new cluster: an existing pool belongs to an existing cluster. */
const refuseTaken = ({ name, id }: PoolSpec): Step =>
  refuse(
    `spec.${fieldOf(name, 'id')}`,
    `a new cluster has no pool ${id}: remove the id, or import the cluster of the pool`,
  );

/** Returns the steps that bring the cluster to the spec: harmless ones first, then those that
 *  require consent, then waits for missing details; refusals last. Source: clusters#update. */
export function updateCluster(
  desired: Desired,
  observed: Observed,
  recorded: Recorded,
): readonly Step[] {
  const { item, details } = observed;
  const changed = changes(clusterWants(desired), clusterHas(item));
  const pools = poolSteps(desired, observed, recorded);
  return [
    ...settings(desired, item, changed),
    ...pools.harmless,
    ...versionSteps(item, desired.spec.k8sVersion, details.versions),
    ...availability(item, among(changed, 'controlPlane.highAvailability')),
    ...pools.costly,
    ...lacking(observed, recorded),
    ...pools.refusals,
    ...refusals(desired, item, changed),
  ];
}

const one = (item: Cluster): string => path(clusters.update.path, { clusterId: item.id });

function settings(
  { spec, mark }: Desired,
  item: Cluster,
  changed: readonly Change[],
): readonly Step[] {
  const applied = among(changed, 'label', ...(mark === null ? [] : ['tags', 'mark']));
  const [label] = among(applied, 'label');
  if (applied.length === 0) return [];
  const tags = applied.some(({ field }) => field !== 'label')
    ? tagsToSend(spec.tags, item.tags, mark)
    : undefined;
  return [call('Update', put(one(item), { label: label?.to, tags }), applied, { answers: 'item' })];
}

function availability(item: Cluster, changed: readonly Change[]): readonly Step[] {
  if (changed[0]?.to !== true) return [];
  const loses =
    'node-local storage of every node: all nodes are replaced, one after another; high availability cannot be turned off';
  const write = put(one(item), { control_plane: { high_availability: true } });
  return [
    call('EnableHighAvailability', write, changed, {
      effect: 'irreversible',
      loses,
      answers: 'item',
    }),
  ];
}

/** Returns waits for details that were read and do not exist yet. A renewed kubeconfig is waited
 *  for, although the previous one still works. */
function lacking(observed: Observed, recorded: Recorded): readonly Step[] {
  if (observed.details.pools === undefined) return [];
  const lack = lackOf(observed, recorded);
  if (lack !== null) return [wait(lack.what, SLOW_MS)];
  return observed.details.kubeconfig === null
    ? [wait('the new kubeconfig of the cluster', SLOW_MS)]
    : [];
}

const HA = 'controlPlane.highAvailability';

const refusals = (
  { mark }: Desired,
  item: Cluster,
  changed: readonly Change[],
): readonly Step[] => [
  ...refuseTags(mark, changed),
  ...refuseChange(changed, 'region', () => `a cluster cannot change region (is in ${item.region})`),
  ...refuseChange(
    changed.filter(({ to }) => to === false),
    HA,
    () => 'high availability cannot be turned off',
  ),
];

/** Removes the object's mark from a retained cluster. */
export const unmarkCluster = ({ item }: Observed, mark: string): readonly Step[] =>
  unmarkSteps(one(item), item.tags, mark);

import { type Cluster, clusters } from '../../api/clusters.ts';
import { path } from '../../api/endpoint.ts';
import { inOrder } from '../../model/chain.ts';
import { del, put } from '../../model/request.ts';
import { among, type Change, call, changes, refuse, type Step, wait, waitAtMost } from '../../model/step.ts';
import { tagsToSend, tagsWithout } from '../../model/tags.ts';
import { clusterHas, clusterWants } from './fields.ts';
import { poolSteps } from './pools/plan.ts';
import { lackOf } from './readiness.ts';
import type { Past, Seen, Wish } from './terms.ts';
import { versionSteps } from './version/plan.ts';

/** How often a cluster is looked at that takes minutes. */
const SLOW_MS = 30_000;

/** Steps that bring the cluster to the spec: what costs nothing first, then what wants consent, then what it still lacks; refusals last.
 *  Source: clusters#update. */
export function updateCluster(desired: Wish, seen: Seen, recorded: Past): readonly Step[] {
  const { item, details } = seen;
  const changed = changes(clusterWants(desired), clusterHas(item));
  const pools = poolSteps(desired, seen, recorded);
  return [
    ...settings(desired, item, changed),
    ...pools.harmless,
    ...versionSteps(item, desired.spec.k8sVersion, details.versions),
    ...availability(item, among(changed, 'controlPlane.highAvailability')),
    ...pools.costly,
    ...lacking(seen, recorded),
    ...pools.refusals,
    ...refusals(desired, item, changed),
  ];
}

const one = (item: Cluster): string => path(clusters.update.path, { clusterId: item.id });

function settings({ spec, mark }: Wish, item: Cluster, changed: readonly Change[]): readonly Step[] {
  const said = among(changed, 'label', ...(mark === null ? [] : ['tags', 'mark']));
  const [label] = among(said, 'label');
  if (said.length === 0) return [];
  const tags = said.some(({ field }) => field !== 'label') ? tagsToSend(spec.tags, item.tags, mark) : undefined;
  return [call('Update', put(one(item), { label: label?.to, tags }), said, { answers: 'item' })];
}

function availability(item: Cluster, changed: readonly Change[]): readonly Step[] {
  if (changed[0]?.to !== true) return [];
  const loses =
    'the node-local storage of every node: all nodes are replaced, one after the other; high availability is not turned off again';
  const write = put(one(item), { control_plane: { high_availability: true } });
  return [call('EnableHighAvailability', write, changed, { effect: 'irreversible', loses, answers: 'item' })];
}

/** What was looked for and is not there yet. A kubeconfig that is made anew is waited for, though the one before makes the cluster usable. */
function lacking(seen: Seen, recorded: Past): readonly Step[] {
  if (seen.details.pools === undefined) return [];
  const lack = lackOf(seen, recorded);
  if (lack !== null) return [wait(lack.what, SLOW_MS)];
  return seen.details.kubeconfig === null ? [wait('the new kubeconfig of the cluster', SLOW_MS)] : [];
}

function refusals({ mark }: Wish, item: Cluster, changed: readonly Change[]): readonly Step[] {
  const [tags] = mark === null ? among(changed, 'tags') : [];
  const [region] = among(changed, 'region');
  const [turnedOff] = among(changed, 'controlPlane.highAvailability').filter(({ to }) => to === false);
  const HA = 'spec.controlPlane.highAvailability';
  return [
    ...(tags ? [refuse('spec.tags', 'this credential may not tag: use one of an unrestricted user, or leave the tags out', tags)] : []),
    ...(region ? [refuse('spec.region', `a cluster cannot change region (is in ${item.region})`, region)] : []),
    ...(turnedOff ? [refuse(HA, 'high availability cannot be turned off', turnedOff)] : []),
  ];
}

/** How long a cluster without a node that is there holds up its own deletion. Source: clusters#delete. */
const FIRST_NODE_MS = 15 * 60_000;

/** Steps that delete the cluster. One that is deleted before its first node is there may leave an instance behind; it is deleted all the same
 *  when that lasts. The service's word not_ready is none for a deletion: only our own request is.
 *  Source: clusters#delete. */
export function removeCluster(_desired: Wish, { item, details }: Seen, recorded: Past): readonly Step[] {
  const loses = 'all nodes with what is stored on them, the control plane and the load balancers of the cluster; volumes stay';
  const gone = call('Delete', del(path(clusters.delete.path, { clusterId: item.id })), [], { effect: 'destroys', loses });
  const nodes =
    details.pools?.flatMap((pool) => pool.nodes.map(({ status, instance_id }) => ({ status, instance: instance_id }))) ??
    recorded.pools?.flatMap((pool) => pool.nodes.map(({ status, instanceId }) => ({ status, instance: instanceId ?? null })));
  if (nodes === undefined)
    return inOrder(waitAtMost('a look at the nodes of the cluster before it is deleted, for 15 minutes at most', FIRST_NODE_MS), gone);
  const hasBegun = nodes.every(({ instance }) => instance !== null) || nodes.some(({ status }) => status === 'ready');
  const first = 'the first node to be ready, for 15 minutes at most: a cluster deleted before leaves an instance behind';
  return hasBegun ? [gone] : inOrder(waitAtMost(first, FIRST_NODE_MS, SLOW_MS), gone);
}

/** Takes the object's mark off a cluster that stays in the account. */
export function unmarkCluster({ item }: Seen, mark: string): readonly Step[] {
  if (!item.tags.includes(mark)) return [];
  const write = put(one(item), { tags: tagsWithout(mark, item.tags) });
  return [call('Unmark', write, [{ field: 'mark', from: mark, to: null }], { answers: 'item' })];
}

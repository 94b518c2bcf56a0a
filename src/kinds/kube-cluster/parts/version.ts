import { type Cluster, type ClusterVersion, clusters } from '../../../api/clusters.ts';
import { path } from '../../../api/endpoint.ts';
import { inOrder } from '../../../model/chain.ts';
import { put } from '../../../model/request.ts';
import { call, refuse, type Step, wait } from '../../../model/step.ts';

/** Parses major and minor of a version; null for an invalid text. */
function partsOf(version: string): readonly [major: number, minor: number] | null {
  const [, major, minor] = /^(\d{1,3})\.(\d{1,3})$/.exec(version) ?? [];
  return major === undefined || minor === undefined ? null : [Number(major), Number(minor)];
}

/** Returns the steps to the desired version, one minor at a time, each of which the service has to
 *  offer; or the reason that there are none. Source: clusters#versions.
 *  @param offered undefined: not read. */
export function versionSteps(
  item: Cluster,
  wanted: string | undefined,
  offered: readonly ClusterVersion[] | null | undefined,
): readonly Step[] {
  if (wanted === undefined || wanted === item.k8s_version) return [];
  const [from, to] = [partsOf(item.k8s_version), partsOf(wanted)];
  const no = (reason: string): readonly Step[] => [
    refuse('spec.k8sVersion', reason, { field: 'k8sVersion', from: item.k8s_version, to: wanted }),
  ];
  if (from === null || to === null || from[0] !== to[0])
    return no(`version ${item.k8s_version} cannot be upgraded to ${wanted}`);
  if (to[1] <= from[1]) return no(`a cluster cannot be downgraded (is ${item.k8s_version})`);
  if (offered === undefined) return [];
  if (offered === null) return [wait('the list of the versions that the service offers')];
  const minors = Array.from({ length: to[1] - from[1] }, (_, i) => `${from[0]}.${from[1] + i + 1}`);
  const missing = minors.find((minor) => !offered.some(({ id }) => id === minor));
  const all = offered.map(({ id }) => id).join(', ');
  if (missing !== undefined)
    return no(
      `an upgrade takes one minor version at a time, and the service does not offer ${missing} (${all})`,
    );
  return inOrder(
    ...minors.flatMap((minor, i) => [
      ...(i === 0 ? [] : [wait(`version ${minors[i - 1]} before the step to ${minor}`)]),
      upgrade(item, minors[i - 1] ?? item.k8s_version, minor),
    ]),
  );
}

function upgrade(item: Cluster, from: string, to: string): Step {
  const loses = 'the option of a downgrade; nodes get the version when they are recycled';
  const write = put(path(clusters.update.path, { clusterId: item.id }), { k8s_version: to });
  return call('Upgrade', write, [{ field: 'k8sVersion', from, to }], {
    effect: 'irreversible',
    loses,
    answers: 'item',
  });
}

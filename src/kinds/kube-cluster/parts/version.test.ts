import { describe, expect, test } from 'vitest';
import type { Cluster } from '../../../api/clusters.ts';
import { describe as line } from '../../../model/step.ts';
import { kubeClusterCases } from '../cases/index.ts';
import { kubeCluster } from '../index.ts';
import { versionSteps } from './version.ts';

const at = (version: string): Cluster => ({
  ...kubeCluster.item.parse(kubeClusterCases.item),
  k8s_version: version,
});
const offered = (...ids: readonly string[]) => ids.map((id) => ({ id }));

describe('a step to a version', () => {
  test.each<[string, string, string | undefined]>([
    ['1.24', '1.24', undefined],
    ['1.24', '1.24.1', 'version 1.24 cannot be upgraded to 1.24.1'],
    ['1.24', 'v1.25', 'version 1.24 cannot be upgraded to v1.25'],
    ['latest', '1.25', 'version latest cannot be upgraded to 1.25'],
    ['1.24', '2.25', 'version 1.24 cannot be upgraded to 2.25'],
    ['1.24', '1.23', 'a cluster cannot be downgraded (is 1.24)'],
    ['1.24', '01.24', 'a cluster cannot be downgraded (is 1.24)'],
  ])('from %s to %s is refused: %s', (from, to, reason) => {
    const steps = versionSteps(at(from), to, offered('1.23', '1.24', '1.25'));
    const change = { field: 'k8sVersion', from, to };
    expect(steps).toEqual(
      reason === undefined ? [] : [{ type: 'refuse', field: 'spec.k8sVersion', reason, change }],
    );
  });

  test.each<[string, ReturnType<typeof offered> | null | undefined, readonly string[]]>([
    ['is not planned before anybody looked', undefined, []],
    [
      'waits for the versions that are not shown',
      null,
      ['wait for the list of the versions that the service offers'],
    ],
    [
      'is taken when it is offered',
      offered('1.25'),
      ['Upgrade (PUT /kube/clusters/31) k8sVersion: 1.24 -> 1.25'],
    ],
    [
      'is refused when it is not',
      offered('1.24', '1.26'),
      [
        'refuse spec.k8sVersion: an upgrade takes one minor version at a time, and the service does not offer 1.25 (1.24, 1.26)',
      ],
    ],
  ])('%s', (_, versions, lines) => {
    expect(versionSteps(at('1.24'), '1.25', versions).map(line)).toEqual(lines);
  });
});

import type { Case } from '../../../model/case.ts';

const STEP = 'Upgrade (PUT /kube/clusters/31)';
const offered = (...ids: readonly string[]) => ({ versions: ids.map((id) => ({ id })) });
const HA = { controlPlane: { highAvailability: true } };

/** Version of the control plane, and its availability. */
export const versionCases: readonly Case[] = [
  {
    name: 'the next minor version is a step',
    was: {},
    source: 'clusters#versions',
    keptBy: 'plan',
    spec: { k8sVersion: '1.25' },
    details: offered('1.24', '1.25'),
    plan: [`${STEP} k8sVersion: 1.24 -> 1.25`],
    sends: [{ k8s_version: '1.25' }],
  },
  {
    name: 'a later version is reached one minor at a time',
    was: {},
    source: 'clusters#versions',
    keptBy: 'plan',
    spec: { k8sVersion: '1.26' },
    details: offered('1.24', '1.25', '1.26'),
    plan: [
      `${STEP} k8sVersion: 1.24 -> 1.25`,
      'wait for version 1.25 before the step to 1.26 [after Upgrade]',
      `${STEP} k8sVersion: 1.25 -> 1.26 [after Upgrade, wait]`,
    ],
    sends: [{ k8s_version: '1.25' }, { k8s_version: '1.26' }],
  },
  {
    name: 'minor versions are numbers: 10 comes after 9',
    spec: { k8sVersion: '1.10' },
    item: { k8s_version: '1.9' },
    details: offered('1.10'),
    plan: [`${STEP} k8sVersion: 1.9 -> 1.10`],
  },
  {
    name: 'a step that is not offered is refused, and what is on offer named',
    was: {},
    source: 'clusters#versions',
    keptBy: 'refuse',
    spec: { k8sVersion: '1.27' },
    details: offered('1.24', '1.25', '1.27'),
    plan: [
      'refuse spec.k8sVersion: an upgrade takes one minor version at a time, and the service does not offer 1.26 (1.24, 1.25, 1.27)',
    ],
  },
  {
    name: 'there is no way back',
    source: 'clusters#versions',
    keptBy: 'refuse',
    spec: { k8sVersion: '1.23' },
    plan: ['refuse spec.k8sVersion: a cluster cannot be downgraded (is 1.24)'],
  },
  {
    name: 'there is no way to another major version',
    spec: { k8sVersion: '2.0' },
    plan: ['refuse spec.k8sVersion: version 1.24 cannot be upgraded to 2.0'],
  },
  {
    name: 'no step is taken before the offer was looked at',
    unseen: true,
    spec: { k8sVersion: '1.25' },
    plan: [],
  },
  {
    name: 'an offer that is not shown is waited for',
    spec: { k8sVersion: '1.25' },
    details: { versions: null },
    plan: ['wait for the list of the versions that the service offers'],
  },
  {
    name: 'high availability is turned on, for good',
    source: 'clusters#high-availability',
    keptBy: 'plan',
    spec: HA,
    plan: [
      'EnableHighAvailability (PUT /kube/clusters/31) controlPlane.highAvailability: false -> true',
    ],
    sends: [{ control_plane: { high_availability: true } }],
  },
  {
    name: 'high availability that is there is not sent again',
    spec: HA,
    item: { control_plane: { high_availability: true } },
    plan: [],
  },
  {
    name: 'high availability is not turned off',
    source: 'clusters#high-availability',
    keptBy: 'refuse',
    spec: { controlPlane: { highAvailability: false } },
    item: { control_plane: { high_availability: true } },
    plan: ['refuse spec.controlPlane.highAvailability: high availability cannot be turned off'],
  },
];

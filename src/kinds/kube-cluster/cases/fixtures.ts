import type { Outside, Stage } from '../../../model/case.ts';

const put = (field: string): readonly Outside[] => [
  { method: 'PUT', path: '/kube/clusters/{id}', body: { [field]: '{value}' } },
];

/** Stages for the clusters in the rows. */
export const stages: readonly Stage[] = [
  { field: 'label', value: 'K\\u00e4se', spec: { label: 'Käse' } },
  { field: 'label', requests: put('label') },
  { field: 'tags', requests: put('tags') },
  {
    field: 'control_plane',
    spec: { controlPlane: { highAvailability: '{value.high_availability}' } },
  },
];

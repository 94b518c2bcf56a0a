import type { Need, Stage } from '../../../model/case.ts';

/** A disk of the instance in the rows. */
export const disk = (over: object = {}) => ({
  id: 71,
  label: 'Debian 11 Disk',
  status: 'ready',
  filesystem: 'ext4',
  size: 25_088,
  created: '2018-01-02T03:04:05',
  updated: '2018-01-02T03:04:05',
  ...over,
});
export const swap = disk({ id: 72, label: '512 MB Swap Image', filesystem: 'swap', size: 512 });

/** The instance of the rows, as a create reads it. */
export const before = { instance: { id: 7, status: 'running' }, disks: [disk(), swap] };

/** A source on a disk of that instance. */
export const fromDisk = (over: object = {}) => ({
  source: { kind: 'Disk', instanceRef: { id: 7 }, ...over },
});
/** A source by upload. */
export const uploaded = { source: { kind: 'Upload', region: 'eu-west' } } as const;

export const needs: readonly Need[] = [
  {
    id: 7,
    fields: ['instanceRef'],
    method: 'POST',
    path: '/compute/instances',
    body: {
      region: 'eu-west',
      type: 'g6-nanode-1',
      image: 'compute/debian11',
      root_pass: 'correct horse battery staple',
      label: 'web-1',
    },
  },
];

const put = (field: string) =>
  ({ method: 'PUT', path: '/images/private/{id}', body: { [field]: '{value}' } }) as const;

export const stages: readonly Stage[] = [
  { field: 'label', requests: [put('label')] },
  {
    field: 'description',
    value: '',
    requests: [{ method: 'PUT', path: '/images/private/{id}', body: { description: null } }],
  },
  { field: 'description', requests: [put('description')] },
];

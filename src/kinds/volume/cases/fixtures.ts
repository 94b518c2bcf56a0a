import type { Need, Stage } from '../../../model/case.ts';

const deployed = {
  region: 'eu-west',
  type: 'g6-nanode-1',
  image: 'compute/debian11',
  root_pass: 'correct horse battery staple',
};
/** Builds an attachment to an instance. */
export const to = (id: number, how: object = {}) => ({
  attachment: { mode: 'Attached' as const, instanceRef: { id }, ...how },
});

const instance = ['instanceRef', 'compute_id'];
const profile = ['configId'];
const profiles = (computeId: number) =>
  ({ method: 'POST', path: `/compute/instances/{${computeId}}/configs` }) as const;

/** Instances, profiles and volumes to copy in the rows. */
export const needs: readonly Need[] = [
  {
    id: 7,
    fields: instance,
    method: 'POST',
    path: '/compute/instances',
    body: { ...deployed, label: 'web-1' },
  },
  {
    id: 8,
    fields: instance,
    method: 'POST',
    path: '/compute/instances',
    body: { ...deployed, label: 'web-2' },
  },
  {
    id: 9,
    fields: instance,
    method: 'POST',
    path: '/compute/instances',
    body: { ...deployed, region: 'us-east', label: 'far' },
  },
  { id: 3, fields: profile, ...profiles(7), body: { label: 'main', devices: {} } },
  { id: 4, fields: profile, ...profiles(8), body: { label: 'other', devices: {} } },
  {
    id: 5,
    fields: ['volumeRef'],
    method: 'POST',
    path: '/volumes',
    body: { label: 'source', region: 'eu-west', size: 20 },
  },
];

const put = (field: string) =>
  ({ method: 'PUT', path: '/volumes/{id}', body: { [field]: '{value}' } }) as const;

/** Stages for the volumes in the rows. */
export const stages: readonly Stage[] = [
  { field: 'tags', requests: [put('tags')] },
  { field: 'label', requests: [put('label')] },
  {
    field: 'compute_id',
    requests: [{ method: 'POST', path: '/volumes/{id}/attach', body: { compute_id: '{value}' } }],
    once: true,
  },
  { field: 'compute_label', requests: [] },
];

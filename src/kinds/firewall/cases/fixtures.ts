import type { Need, Outside, Stage } from '../../../model/case.ts';

const deployed = {
  region: 'eu-west',
  type: 'g6-nanode-1',
  image: 'compute/debian11',
  root_pass: 'correct horse battery staple',
};
const instance = (id: number): Need => ({
  id,
  fields: ['instanceRefs', 'id'],
  method: 'POST',
  path: '/compute/instances',
  body: { ...deployed, label: `web-${id}` },
});

/** The instances in the rows. */
export const needs: readonly Need[] = [instance(7), instance(8), instance(9)];

const put = (field: string): Outside => ({
  method: 'PUT',
  path: '/networking/firewalls/{id}',
  body: { [field]: '{value}' },
});

/** Stages for the firewalls in the rows. */
export const stages: readonly Stage[] = [
  { field: 'tags', requests: [put('tags')] },
  { field: 'label', requests: [put('label')] },
  { field: 'status', value: 'disabled', requests: [put('status')], once: true },
  { field: 'status', value: 'enabled', requests: [put('status')], once: true },
  {
    field: 'rules',
    requests: [{ method: 'PUT', path: '/networking/firewalls/{id}/rules', body: '{value}' }],
  },
];

export const detailStages: Readonly<Record<string, Outside>> = {
  devices: {
    method: 'POST',
    path: '/networking/firewalls/{id}/devices',
    body: '{value.entity}' as '{value}',
  },
};

import type { Outside, Stage } from '../../../model/case.ts';

const ONE = '/databases/mysql/instances/{id}';
const put = (field: string): readonly Outside[] => [
  { method: 'PUT', path: ONE, body: { [field]: '{value}' } },
];

/** Stages for the databases in the rows. */
export const stages: readonly Stage[] = [
  { field: 'cluster_size', spec: { clusterSize: '{value}' } },
  { field: 'ssl_connection', spec: { sslConnection: '{value}' } },
  { field: 'label', requests: put('label') },
  { field: 'allow_list', requests: put('allow_list') },
  { field: 'updates', requests: put('updates'), once: true },
];

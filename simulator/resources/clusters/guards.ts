import { type Refusal, refuse } from '../../core/reply.ts';
import { isRecorded, type World } from '../../core/world.ts';
import { type ClusterRow, clusterTable } from './table.ts';

/** Refuses changes of a cluster that is being deleted. Source: clusters#status. */
export const notReady = (cluster: ClusterRow): Refusal | undefined =>
  cluster.status === 'ready' ? undefined : refuse('The cluster is being deleted.');

/** Source: conventions#labels. */
export const labelTaken = (
  world: World,
  label: string | undefined,
  own: number | null,
): Refusal | undefined =>
  isRecorded(world) && clusterTable.all(world).some((row) => row.label === label && row.id !== own)
    ? refuse('Label must be unique among your Clusters', 'label')
    : undefined;

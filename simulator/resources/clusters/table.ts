import { table } from '../../core/table.ts';
import type { Entity, Turn } from '../../core/turn.ts';
import { isRecorded, type Row } from '../../core/world.ts';

/** A container cluster; members after `updated` are hidden. Times without a unit are milliseconds
 *  since the epoch. */
export interface ClusterRow extends Row {
  readonly status: 'ready' | 'not_ready';
  readonly label: string;
  readonly region: string;
  readonly k8s_version: string;
  readonly isHighlyAvailable: boolean;
  readonly tags: readonly string[];
  readonly created: string;
  readonly updated: string;
  /** First part of its host names. */
  readonly uuid: string;
  readonly address: string;
  /** Time from which the control plane answers: endpoints and dashboard are shown. */
  readonly readyAt: number;
  /** Time from which the kubeconfig is shown; later than `readyAt` after a renewal. */
  readonly kubeconfigAt: number;
  readonly authority: string;
  readonly token: string;
  /** Number of service tokens so far. */
  readonly serviceTokens: number;
  /** True if its deletion will leave an instance behind. */
  readonly isOrphaning: boolean;
}

export const clusterTable = table<ClusterRow>('clusters');

const escaped = (text: string): string =>
  text.replace(
    /[^\0-\x7f]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

const show = ({ world }: Turn, row: ClusterRow): Readonly<Record<string, unknown>> => ({
  id: row.id,
  status: row.status,
  created: row.created,
  updated: row.updated,
  label: isRecorded(world) ? row.label : escaped(row.label),
  region: row.region,
  k8s_version: row.k8s_version,
  control_plane: { high_availability: row.isHighlyAvailable },
  tags: row.tags,
});

/** Clusters; the documents' dialect escapes non-ASCII characters in labels. Source:
 *  clusters#clusters. */
export const clusters: Entity<ClusterRow> = {
  type: 'kubecluster',
  path: '/kube/clusters',
  table: clusterTable,
  label: (row) => row.label,
  show,
  tags: { key: null, of: (row) => row.tags, with: (tags) => ({ tags }) },
};

import { table } from '../../core/table.ts';
import type { Entity, Turn } from '../../core/turn.ts';
import { isRecorded, type Row } from '../../core/world.ts';

/** A container cluster; what follows `updated` is not in its record. Times without a unit are
 *  milliseconds since the epoch. */
export interface ClusterRow extends Row {
  readonly status: 'ready' | 'not_ready';
  readonly label: string;
  readonly region: string;
  readonly k8s_version: string;
  readonly isHighlyAvailable: boolean;
  readonly tags: readonly string[];
  readonly created: string;
  readonly updated: string;
  /** The first part of its host names. */
  readonly uuid: string;
  readonly address: string;
  /** From when on the control plane answers: endpoints and dashboard are shown. */
  readonly readyAt: number;
  /** From when on the kubeconfig is shown; later than `readyAt` after it was regenerated. */
  readonly kubeconfigAt: number;
  readonly authority: string;
  readonly token: string;
  /** How many service tokens there have been. */
  readonly serviceTokens: number;
  /** Whether its deletion will forget an instance. */
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

/** The documents' dialect escapes what is not ASCII in labels. Source: clusters#clusters. */
export const clusters: Entity<ClusterRow> = {
  type: 'kubecluster',
  path: '/kube/clusters',
  table: clusterTable,
  label: (row) => row.label,
  show,
  tags: { key: null, of: (row) => row.tags, with: (tags) => ({ tags }) },
};

import { table } from '../../core/table.ts';
import type { Entity } from '../../core/turn.ts';
import { isRecorded, type Row } from '../../core/world.ts';

/** A zone; times in seconds, 0 for the field's default; unset texts are empty. */
export interface DomainRow extends Row {
  readonly type: 'master' | 'slave';
  readonly domain: string;
  readonly tags: readonly string[];
  readonly group: string;
  readonly status: 'active' | 'disabled';
  readonly description: string;
  readonly soa_email: string;
  readonly retry_sec: number;
  readonly master_ips: readonly string[];
  readonly axfr_ips: readonly string[];
  readonly expire_sec: number;
  readonly refresh_sec: number;
  readonly ttl_sec: number;
  readonly created: string;
  readonly updated: string;
}

export const domainTable = table<DomainRow>('domains');

const orNull = (text: string): string | null => (text === '' ? null : text);

/** Domains. The recordings show empty unset texts, and a field for errors; the examples of the
 *  documents show null. Source: dns#domains. */
export const domains: Entity<DomainRow> = {
  type: 'domain',
  path: '/domains',
  table: domainTable,
  label: (row) => row.domain,
  show: ({ world }, row) =>
    isRecorded(world)
      ? { ...row, errors: '' }
      : {
          ...row,
          group: orNull(row.group),
          description: orNull(row.description),
          soa_email: orNull(row.soa_email),
        },
  tags: { key: 'domains', of: (row) => row.tags, with: (tags) => ({ tags }) },
};

import type { RECORD_TYPES } from '../../../src/api/records.ts';
import { type Table, table } from '../../core/table.ts';
import { isRecorded, type Row, type World } from '../../core/world.ts';

export type RecordType = (typeof RECORD_TYPES)[number];

/** The content of a record for clients. Members that its type does not use are 0 or null. */
export interface RecordContent {
  readonly type: RecordType;
  readonly name: string;
  readonly target: string;
  readonly priority: number;
  readonly weight: number;
  readonly port: number;
  readonly service: string | null;
  readonly protocol: string | null;
  readonly ttl_sec: number;
  readonly tag: string | null;
}

/** A stored record. `owner`: its canonical name in the zone; hidden. */
export interface RecordRow extends RecordContent, Row {
  readonly owner: string;
  readonly created: string;
  readonly updated: string;
}

/** Returns the table of a domain's records, one per domain, so that a large zone does not slow down
 *  another. */
export const recordsOf = (domainId: number): Table<RecordRow> =>
  table<RecordRow>(`records of ${domainId}`);

/** Ids are unique over all domains. */
export const RECORD_IDS = { family: 'record', start: 22_122_000 } as const;

/** Builds the record for clients. The documents' dialect adds the underscores to service and
 *  protocol. Source: dns#stored-forms. */
export const showRecord =
  (world: World) =>
  ({ owner: _owner, ...record }: RecordRow): object => {
    if (record.type !== 'SRV') return record;
    const { service, protocol } = record;
    const shown = { ...record, name: srvName(record) };
    if (isRecorded(world)) return shown;
    return {
      ...shown,
      service: `_${service}.`,
      protocol: protocol === null ? null : `_${protocol}`,
    };
  };

/** Returns the name of an SRV record in its zone. Source: dns#stored-forms. */
export const srvName = ({
  service,
  protocol,
}: Pick<RecordContent, 'service' | 'protocol'>): string =>
  [service, protocol].flatMap((part) => (part === null || part === '' ? [] : `_${part}`)).join('.');

import type { RECORD_TYPES } from '../../../src/api/records.ts';
import { type Table, table } from '../../core/table.ts';
import { isRecorded, type Row, type World } from '../../core/world.ts';

export type RecordType = (typeof RECORD_TYPES)[number];

/** What a client says of a record. What its type does not use is 0 or null. */
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

/** A record as it is kept. `owner`: its name in the zone, in the one spelling by which names are
 *  compared; not shown. */
export interface RecordRow extends RecordContent, Row {
  readonly owner: string;
  readonly created: string;
  readonly updated: string;
}

/** The records of a domain: a table of their own, so that a large zone does not slow down
 *  another. */
export const recordsOf = (domainId: number): Table<RecordRow> =>
  table<RecordRow>(`records of ${domainId}`);

/** Ids are given out over all domains. */
export const RECORD_IDS = { family: 'record', start: 22_122_000 } as const;

/** What clients see. The documents' letter writes the underscores into service and protocol.
 *  Source: dns#stored-forms. */
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

/** The name that an SRV record has in its zone. Source: dns#stored-forms. */
export const srvName = ({
  service,
  protocol,
}: Pick<RecordContent, 'service' | 'protocol'>): string =>
  [service, protocol].flatMap((part) => (part === null || part === '' ? [] : `_${part}`)).join('.');

import type { DomainRecord } from '../../api/records.ts';
import type * as Kind from '../../model/kind.ts';
import type { DnsRecordSpec } from './spec.ts';

export type Desired = Kind.Desired<DnsRecordSpec>;
export type Observed = Kind.Observed<DomainRecord, object>;
export type RecordType = DnsRecordSpec['type'];

/** Fields by name. */
export type Values = Readonly<Record<string, string | number | null>>;

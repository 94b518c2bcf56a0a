import type { DomainRecord } from '../../api/records.ts';
import type { Desired, Observed } from '../../model/kind.ts';
import type { DnsRecordSpec } from './spec.ts';

export type Wish = Desired<DnsRecordSpec>;
export type Seen = Observed<DomainRecord, object>;
export type RecordType = DnsRecordSpec['type'];

import { entryFor } from '../../../model/table.ts';
import type { RecordType } from '../types.ts';

/** Fields that only some types use, as the spec spells them. Source: dns#fields-of-each-type. */
export const PARTICULAR = ['priority', 'weight', 'port', 'service', 'protocol', 'tag'] as const;
export type Particular = (typeof PARTICULAR)[number];

/** What a type uses beside name, target and time. */
const USED: Readonly<Partial<Record<RecordType, readonly Particular[]>>> = {
  MX: ['priority'],
  SRV: ['priority', 'weight', 'port', 'service', 'protocol'],
  CAA: ['tag'],
};

/** What a type needs of them. Source: dns#fields-of-each-type. */
export const NEEDED: Readonly<Partial<Record<RecordType, readonly Particular[]>>> = {
  SRV: ['service', 'priority', 'weight', 'port'],
  CAA: ['tag'],
};

export const usedBy = (type: string): readonly Particular[] =>
  entryFor<readonly Particular[]>(USED, type) ?? [];

/** The types that use a field. */
export const usersOf = (field: Particular): readonly string[] =>
  Object.keys(USED).filter((type) => usedBy(type).includes(field));

/** A service names its record itself. Source: dns#fields-of-each-type. */
export const hasName = (type: string): boolean => type !== 'SRV';

/** Types whose targets are hosts. Source: dns#fields-of-each-type. */
export const leadsToHost = (type: string): boolean =>
  ['NS', 'MX', 'CNAME', 'SRV', 'PTR'].includes(type);

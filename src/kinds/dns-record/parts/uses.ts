import { entryFor } from '../../../model/table.ts';
import type { RecordType } from '../types.ts';

/** Fields that only some types use, in the spelling of the spec. Source:
 *  dns#fields-of-each-type. */
export const PARTICULAR = ['priority', 'weight', 'port', 'service', 'protocol', 'tag'] as const;
export type Particular = (typeof PARTICULAR)[number];

/** Fields that a type uses beside name, target and time. */
const USED: Readonly<Partial<Record<RecordType, readonly Particular[]>>> = {
  MX: ['priority'],
  SRV: ['priority', 'weight', 'port', 'service', 'protocol'],
  CAA: ['tag'],
};

/** Fields that a type requires. Source: dns#fields-of-each-type. */
export const NEEDED: Readonly<Partial<Record<RecordType, readonly Particular[]>>> = {
  SRV: ['service', 'priority', 'weight', 'port'],
  CAA: ['tag'],
};

export const usedBy = (type: string): readonly Particular[] =>
  entryFor<readonly Particular[]>(USED, type) ?? [];

/** Returns the types that use a field. */
export const usersOf = (field: Particular): readonly string[] =>
  Object.keys(USED).filter((type) => usedBy(type).includes(field));

/** Reports whether a type has a name of its own; a service derives it. Source:
 *  dns#fields-of-each-type. */
export const hasName = (type: string): boolean => type !== 'SRV';

/** Reports whether the targets of a type are hosts. Source: dns#fields-of-each-type. */
export const leadsToHost = (type: string): boolean =>
  ['NS', 'MX', 'CNAME', 'SRV', 'PTR'].includes(type);

import type { CaseTable, Need } from '../../src/model/case.ts';

type Part = readonly [field: string, value: number | string];

/** Returns every number and text of a value with its field name; in a list, that of the list. */
function partsOf(value: unknown, field = ''): readonly Part[] {
  if (typeof value === 'number' || typeof value === 'string') return [[field, value]];
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((one) => partsOf(one, field));
  return Object.entries(value).flatMap(([name, one]) => partsOf(one, fieldIn(field, name)));
}

/** Returns the field of a member: the id in a reference belongs to the referent. */
export const fieldIn = (field: string, member: string): string =>
  member === 'id' && /Refs?$/.test(field) ? field : member;

/** Returns the parts of a value that the needs of a table may stand for. */
export const partsIn = (table: CaseTable, value: unknown): readonly Part[] => {
  const fields = new Set((table.needs ?? []).flatMap((need) => need.fields));
  return partsOf(value).filter(([field]) => fields.has(field));
};

/** Returns the need that stands for a part. */
export const needFor = (table: CaseTable, [field, id]: Part): Need | undefined =>
  table.needs?.find((need) => need.id === id && need.fields.includes(field));

/** Returns the transitive needs of a value, in the order of the table. */
export function needsFor(table: CaseTable, value: unknown): readonly Need[] {
  const direct = partsIn(table, value).flatMap((part) => needFor(table, part) ?? []);
  const deeper = direct.flatMap((need) => [
    ...needsFor(table, need.body),
    ...(table.needs ?? []).filter((other) => need.path.includes(`{${other.id}}`)),
  ]);
  return (table.needs ?? []).filter((need) => direct.includes(need) || deeper.includes(need));
}

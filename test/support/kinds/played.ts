import { updateAmong } from '../../../src/engine/act/update.ts';
import { CASE_MARK, CASE_NAME, type Case, type CaseTable } from '../../../src/model/case.ts';
import type { AnyKind, Desired, Item, Observed } from '../../../src/model/kind.ts';
import type { Read } from '../../../src/model/request.ts';
import type { Step } from '../../../src/model/step.ts';

/** Merges a row into its table's data; an undefined field is removed. */
export const merged = (base: object, row: object = {}): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries({ ...base, ...row }).filter(([, value]) => value !== undefined),
  );

const specOf = (kind: AnyKind, table: CaseTable, row: Case): unknown =>
  kind.spec.parse(merged(table.spec, row.spec));

/** Returns the desired state of a row. */
export const desiredOf = (kind: AnyKind, table: CaseTable, row: Case): Desired<unknown> => ({
  spec: specOf(kind, table, row),
  name: row.called ?? CASE_NAME,
  mark: row.mayTag === false ? null : CASE_MARK,
  secrets: row.secrets ?? {},
  strayed: row.strayed ?? {},
  unresolved: row.unresolved ?? {},
});

/** Returns the details reads of a row's item. */
export const readsOf = (
  kind: AnyKind,
  table: CaseTable,
  row: Case,
  item: Item,
): Readonly<Record<string, Read<unknown> | null>> =>
  kind.details(desiredOf(kind, table, row), item);

/** Returns the item of a row, and its details; both have to be valid answers of the service. */
export function observedOf(kind: AnyKind, table: CaseTable, row: Case): Observed<Item, unknown> {
  const item: Item = kind.item.parse(merged(table.item, row.item ?? {}));
  const reads = readsOf(kind, table, row, item);
  for (const [name, value] of Object.entries(row.details ?? {}))
    if (value !== null) reads[name]?.schema.parse(value);
  return { item, details: row.details ?? {} };
}

/** Returns the details that the create of a row reads first; all have to be valid answers. */
function beforeOf(kind: AnyKind, table: CaseTable, row: Case): Readonly<Record<string, unknown>> {
  const reads: Readonly<Record<string, Read<unknown> | null | undefined>> =
    kind.createReads?.(desiredOf(kind, table, row)) ?? {};
  const details = { ...table.before, ...row.before };
  return Object.fromEntries(
    Object.entries(details).flatMap(([name, value]) => {
      if (reads[name]) return [[name, value === null ? null : reads[name].schema.parse(value)]];
      return [];
    }),
  );
}

/** Returns the steps of a kind in a row. */
export function stepsOf(kind: AnyKind, table: CaseTable, row: Case): readonly Step[] {
  const desired = desiredOf(kind, table, row);
  if (row.item === null)
    return kind.create(desired, row.siblings ?? [], beforeOf(kind, table, row));
  const observed = observedOf(kind, table, row);
  if (row.request !== undefined)
    return (
      kind.requests[row.request.verb]?.steps(desired, observed, {
        parameters: {},
        ...row.request,
      }) ?? []
    );
  if (row.retaining === true) return kind.unmark(observed, CASE_MARK);
  const recorded = kind.status.partial().parse(row.recorded ?? {});
  if (row.deleting === true) return kind.remove(desired, observed, recorded);
  return updateAmong(
    kind,
    { desired, observed, recorded },
    (row.siblings ?? []).map((sibling): Item => kind.item.parse(sibling)),
  );
}

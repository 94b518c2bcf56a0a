import type { Case, CaseTable, Need, Outside, Stage } from '../../src/model/case.ts';
import { same } from '../../src/model/fingerprint.ts';
import { needsFor } from './needs.ts';

/** The outside requests before a row. */
export interface Staging {
  /** Needs of the account before there is an item, and needs on the item. */
  readonly needs: readonly Need[];
  readonly needsOnItem: readonly Need[];
  /** The spec that creates the item, on top of the kind's smallest. */
  readonly base: Readonly<Record<string, unknown>>;
  readonly requests: readonly Deed[];
}

/** A request with its value. */
export interface Deed {
  readonly outside: Outside;
  readonly value: unknown;
}

type Fields = Readonly<Record<string, unknown>>;

const isOnItem = (need: Need): boolean => need.path.includes('{id}');

/** Returns the stage of a field with a value. */
export const stageFor = (table: CaseTable, field: string, value: unknown): Stage | undefined =>
  table.stages?.find(
    (stage) =>
      stage.field === field &&
      (stage.value === undefined ? value !== null : same(stage.value, value)),
  );

/** Returns the members of a row's item that must be staged: neither those of every item, nor those
 *  of the previous spec. */
export const itemOf = (table: CaseTable, row: Case): Fields =>
  row.was === undefined
    ? Object.fromEntries(
        Object.entries(row.item ?? {}).filter(([field, value]) => !same(value, table.item[field])),
      )
    : {};

const PLACE = /^\{(value)\.(\w+)\}$/;

/** Returns the details of a row that must be staged. */
export const detailsOf = (row: Case): Fields => (row.was === undefined ? (row.details ?? {}) : {});

/** Fills a template with a value, or a member of it. */
export function filled(template: unknown, value: unknown): unknown {
  const [, , member] = (typeof template === 'string' && PLACE.exec(template)) || [];
  if (template === '{value}') return value;
  if (member !== undefined) return (value as Fields)[member];
  if (Array.isArray(template)) return template.map((one) => filled(one, value));
  if (typeof template !== 'object' || template === null) return template;
  return Object.fromEntries(
    Object.entries(template).map(([name, one]) => [name, filled(one, value)]),
  );
}

/** Returns the staging of a row. */
export function stagingOf(table: CaseTable, row: Case): Staging {
  const item = Object.entries(itemOf(table, row));
  const found = item.flatMap(([field, value]) => {
    const stage = stageFor(table, field, value);
    return stage === undefined ? [] : [{ stage, value }];
  });
  const rank = ({ stage }: { readonly stage: Stage }): number => table.stages?.indexOf(stage) ?? 0;
  const stages = found.toSorted((a, b) => rank(a) - rank(b));
  const base = Object.assign(
    {},
    row.was,
    ...stages.map(({ stage, value }) => filled(stage.spec ?? {}, value)),
  );
  const siblings = (row.siblings ?? []).flatMap(
    (sibling) => table.needs?.filter((need) => need.id === sibling['id']) ?? [],
  );
  const mentioned = needsFor(table, [
    { ...table.spec, ...row.spec },
    row.was,
    itemOf(table, row),
    detailsOf(row),
  ]);
  const needs = (table.needs ?? []).filter(
    (need) => mentioned.includes(need) || siblings.includes(need),
  );
  return {
    needs: needs.filter((need) => !isOnItem(need)),
    needsOnItem: needs.filter(isOnItem),
    base,
    requests: [
      ...stages.flatMap(({ stage, value }) => deedsOf(stage, value)),
      ...detailDeeds(table, row),
    ],
  };
}

const deedsOf = (stage: Stage, value: unknown): readonly Deed[] =>
  (stage.requests ?? []).map((outside) => ({ outside, value }));

function detailDeeds(table: CaseTable, row: Case): readonly Deed[] {
  return Object.entries(detailsOf(row)).flatMap(([name, rows]) => {
    const outside = table.detailStages?.[name];
    if (outside === undefined || !Array.isArray(rows)) return [];
    return rows.map((one: Fields) => ({ outside, value: withoutNulls({ ...one, id: null }) }));
  });
}

/** Removes nulls from a record for a body: the service returns nulls that it does not accept. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, one]) =>
      one === null ? [] : [[name, withoutNulls(one)]],
    ),
  );
}

/** Returns the outside changes that undo a row: the fields of its item, and of the smallest item,
 *  that a request can change. */
export function driftOf(
  table: CaseTable,
  row: Case,
  wireName: (field: string) => string,
): readonly Deed[] {
  if (row.plan?.some((line) => line.includes(' (')) !== true) return [];
  const specMembers = Object.keys(row.spec ?? {}).map(wireName);
  const there = Object.entries(table.item).filter(
    ([field]) => specMembers.includes(field) && itemOf(table, row)[field] === undefined,
  );
  return [...there, ...Object.entries(itemOf(table, row))].flatMap(([field, value]) => {
    const stage = stageFor(table, field, value);
    return stage === undefined || stage.once === true ? [] : deedsOf(stage, value);
  });
}

import { CASE_MARK, type Case, type CaseTable } from '../../src/model/case.ts';
import { same } from '../../src/model/fingerprint.ts';
import { isMark } from '../../src/model/tags.ts';
import { needFor, partsIn } from './needs.ts';
import { detailsOf, itemOf, stageFor } from './staging.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Returns the reasons that a row cannot be staged on a service, one line each; empty when it
 *  can. */
export function obstacles(table: CaseTable, row: Case): readonly string[] {
  const unknown = partsIn(table, [row.spec, row.was, itemOf(table, row), detailsOf(row)]).filter(
    (part) => needFor(table, part) === undefined,
  );
  const unstaged = Object.entries(itemOf(table, row)).filter(
    ([field, value]) => stageFor(table, field, value) === undefined,
  );
  const hidden = Object.entries(detailsOf(row)).filter(
    ([name, rows]) => !Array.isArray(rows) || table.detailStages?.[name] === undefined,
  );
  return [
    ...unknown.map(([field, id]) => `nothing stands for ${field} ${id}`),
    ...unstaged.map(([field, value]) => `no way to an item with ${field} ${JSON.stringify(value)}`),
    ...hidden.map(([name]) => `no way to the details ${name}`),
    ...(row.before === undefined ? [] : ['no way to what a create reads first']),
    ...(hasPast(row) ? ['no way to what an earlier pass recorded'] : []),
    ...(hasForeignMark(row)
      ? ['only a copy carries the mark of another object and is written to']
      : []),
    ...(row.unseen === true ? ['what was not looked at is looked at next'] : []),
    ...(row.health?.ready === false && row.ends === undefined
      ? ['what is not ready does not stay so']
      : []),
    ...(row.siblings ?? [])
      .filter((one) => !isStanding(table, one))
      .map((one) => `no way to the sibling ${String(one['id'])}`),
  ];
}

const hasPast = ({ recorded, was, strayed, unresolved }: Case) =>
  Boolean(strayed ?? unresolved ?? (was === undefined && recorded));
const hasForeignMark = ({ item }: Case): boolean =>
  [item?.['tags']]
    .flat()
    .some((tag) => typeof tag === 'string' && isMark(tag) && tag !== CASE_MARK);

/** Reports whether a sibling is one of the needs, with only default members. */
const isStanding = (table: CaseTable, sibling: Fields): boolean =>
  table.needs?.some((need) => need.id === sibling['id']) === true &&
  same(sibling['status'], table.item['status']);

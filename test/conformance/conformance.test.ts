import { describe, expect, test } from 'vitest';
import { REGISTRY } from '../../src/kinds/rows.ts';
import { obstacles } from './obstacles.ts';
import { playRow } from './row.ts';
import type { Tried } from './stand.ts';
import { UNSTAGED } from './unstaged.ts';

/** Returns the rows about actions of the operator, without rejections at admission. */
const rowsOf = ({ cases }: Tried) => cases.cases.filter((row) => row.refused === undefined);

describe.each(REGISTRY.map((tried) => [tried.kind.kind, tried] as const))('%s', (name, tried) => {
  for (const dialect of ['recorded', 'documents'] as const) {
    const rows = rowsOf(tried).filter((row) => obstacles(tried.cases, row).length === 0);
    test.each(rows.map((row) => [row.name, row] as const))(
      `in the dialect ${dialect}: %s`,
      async (_name, row) => {
        expect(await playRow(tried, row, dialect)).toEqual([]);
      },
    );
  }

  test('the rows that cannot be played are those that are listed with a reason', () => {
    const listed = UNSTAGED.filter(({ kind }) => kind === name).flatMap(({ rows }) => rows);
    const unstaged = rowsOf(tried).filter((row) => obstacles(tried.cases, row).length > 0);
    expect(listed.toSorted()).toEqual(unstaged.map((row) => row.name).toSorted());
  });
});

test('nothing is listed of a kind that is not there', () => {
  const kinds = REGISTRY.map(({ kind }) => kind.kind);
  expect(UNSTAGED.filter(({ kind }) => !kinds.includes(kind))).toEqual([]);
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Item } from '../../model/kind.ts';
import { showsLaterRow } from './freshness.ts';

const SENT = Date.UTC(2026, 0, 1, 12, 0, 0);
const DONE = SENT + 60_000;
const NOW = SENT + 120_000;

/** Builds a row with this id; its created and updated times count in seconds after the create. */
const row = (id: number, made: number, changed = made): Item => ({
  id,
  created: new Date(SENT + 1_000 * made).toISOString().slice(0, 19),
  updated: new Date(SENT + 1_000 * changed).toISOString().slice(0, 19),
});
const old = row(1, -3_600);

describe('a listing is proven newer than a create', () => {
  test.each<readonly [what: string, proven: boolean, rows: readonly Item[], isOnePage: boolean]>([
    ['by nothing', false, [], true],
    ['by an old row', false, [old], true],
    [
      'by a row that was made while the create could still take effect',
      false,
      [old, row(2, 60)],
      true,
    ],
    ['by a row that was made later', true, [old, row(2, 61)], true],
    ['by a row that was changed later', true, [row(1, -3_600, 61)], true],
    ['by a later row alone', true, [row(2, 61)], true],
    ['by a row from the future', false, [old, row(2, 126)], true],
    ['by a row without a date', false, [old, { id: 2 }], true],
    ['by a row with a date that is none', false, [old, { id: 2, created: 'soon' }], true],
    ['by a last page that begins with an older row', true, [old, row(2, 61)], false],
    ['by a last page that begins with a later row', false, [row(2, 61)], false],
    [
      'by a last page that begins with a row of about the same time',
      false,
      [row(2, -1), row(3, 61)],
      false,
    ],
    ['by a last page that is not sorted by age', false, [row(3, -3_600), row(2, 61)], false],
    ['by a last page without dates', false, [{ id: 1 }, row(2, 61)], false],
  ])('%s: %s', (_, proven, lastPage, isOnePage) => {
    expect(showsLaterRow({ lastPage, isOnePage }, SENT, DONE, NOW)).toBe(proven);
  });

  test('never by what a replica shows that has not applied the create, whatever it was made of', () => {
    const seconds = fc.integer({ min: -7_200, max: 600 });
    const world = fc.array(fc.tuple(seconds, seconds), { maxLength: 40 });
    fc.assert(
      fc.property(
        world,
        fc.integer({ min: 0, max: 40 }),
        fc.integer({ min: 0, max: 59 }),
        fc.integer({ min: 1, max: 7 }),
        (rows, madeAt, lag, size) => {
          // The collection in the service: sorted by age, with the result of the create among the
          // rows, each with its last change.
          const sorted = rows
            .map(([made, changed]) => [Math.min(made, changed), Math.max(made, changed)] as const)
            .toSorted((a, b) => a[0] - b[0]);
          const all = sorted.map(([made, changed], i) => row(i + 1, made, changed));
          // The replica shows the state before the create took effect: at most some seconds after
          // the request.
          const asOf = SENT + 1_000 * Math.min(madeAt, lag);
          const at = (text: string | null | undefined): number => Date.parse(`${text}Z`);
          const shown = all
            .filter(({ created }) => at(created) <= asOf)
            .map((one) => (at(one.updated) <= asOf ? one : { ...one, updated: one.created ?? '' }));
          const pages = Math.max(1, Math.ceil(shown.length / size));
          const lastPage = shown.slice((pages - 1) * size);
          expect(
            showsLaterRow({ lastPage, isOnePage: pages === 1 }, SENT, DONE, SENT + 600_000),
          ).toBe(false);
        },
      ),
    );
  });

  test('never by a new page beside an old one in which the fruit of the create would stand', () => {
    const gaps = fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(
        gaps,
        fc.integer({ min: -4_000, max: 0 }),
        fc.integer({ min: 0, max: 40 }),
        fc.integer({ min: 1, max: 7 }),
        (ages, first, madeAt, size) => {
          const others = ages.reduce<readonly number[]>(
            (sum, gap) => [...sum, (sum.at(-1) ?? first) + gap],
            [],
          );
          const made = [...others, madeAt].toSorted((a, b) => a - b);
          const rows = made.map((seconds, i) => row(i + 1, seconds));
          const fruit = made.indexOf(madeAt);
          const lastPage = rows.slice((Math.ceil(rows.length / size) - 1) * size);
          const isProven = showsLaterRow(
            { lastPage, isOnePage: rows.length <= size },
            SENT,
            DONE,
            SENT + 20_000_000,
          );
          expect(isProven && !lastPage.some(({ id }) => id === fruit + 1)).toBe(false);
        },
      ),
    );
  });
});

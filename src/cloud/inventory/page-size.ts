/** Rows of a page, the least and the most that the service gives. Source: conventions#errors. */
export const PAGE = { least: 25, most: 500 } as const;

/** Where the last reading of the same listing ended: the next one begins there. */
export interface Bookmark {
  readonly pages: number;
  /** Whether the service takes `page_size`. */
  readonly sized: boolean;
  /** The rows that a page is asked to have. */
  readonly size: number;
}
export const UNREAD: Bookmark = { pages: 1, sized: true, size: PAGE.most };

/** An answer of more characters than this is a long block for whoever reads it; one that is much
 *  smaller leaves room for more rows. */
const LARGE = 4 * 1024 * 1024;
const SMALL = LARGE / 8;

/** The size after one whose answer was too large to be taken. */
export const smaller = (size: number): number => Math.max(PAGE.least, Math.floor(size / 4));

/** Where the next reading of a listing begins, and with how many rows a page: fewer where rows are
 *  large, more again where they are not.
 *  @param largest characters of the largest answer of this reading */
export function resized(
  { pages, sized, size: before }: Bookmark,
  rows: number,
  largest: number,
): Bookmark {
  const fitting = Math.floor((Math.min(rows, before) * LARGE) / Math.max(largest, 1));
  const size =
    largest > LARGE
      ? Math.max(PAGE.least, fitting)
      : largest < SMALL
        ? Math.min(PAGE.most, before * 2)
        : before;
  return {
    pages: size === before || !sized ? pages : Math.max(1, Math.ceil(rows / size)),
    sized,
    size,
  };
}

/** Smallest and largest page of the service, in rows. Source: conventions#errors. */
export const PAGE = { least: 25, most: 500 } as const;

/** The end of the last reading of a listing: the next one begins there. */
export interface Bookmark {
  readonly pages: number;
  /** True if the service accepts `page_size`. */
  readonly sized: boolean;
  /** Requested rows per page. */
  readonly size: number;
}
export const UNREAD: Bookmark = { pages: 1, sized: true, size: PAGE.most };

/** Size of a large answer in characters, which blocks the event loop for long; a much smaller one
 *  leaves room for more rows. */
const LARGE = 4 * 1024 * 1024;
const SMALL = LARGE / 8;

/** Returns the page size after an answer that exceeded the limit. */
export const smaller = (size: number): number => Math.max(PAGE.least, Math.floor(size / 4));

/** Returns the start and page size of the next reading: fewer rows where they are large, more again
 *  where they are not.
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

import * as z from 'zod';
import { ENDLESS, type Turns } from '../../engine/ports/turns.ts';
import { type Failure, fail, ok, type Result } from '../../model/failure.ts';
import { type Bookmark, PAGE, smaller } from './page-size.ts';

/** Requests a page of a listing with this query. */
export type AskPage = (query: string) => Promise<Result<unknown>>;

/** Converts a row; a failure fails the listing. */
export type TakeRow<T> = (row: unknown) => Result<T>;

export interface Gathered<T> extends Bookmark {
  readonly rows: readonly T[];
  /** The rows of the last page. */
  readonly lastPage: readonly T[];
}

/** Source: conventions#pages. */
const Envelope = z.looseObject({
  data: z.array(z.unknown()),
  page: z.int().min(0),
  pages: z.int().min(0),
  results: z.int().min(0),
});
type Envelope = z.infer<typeof Envelope>;

/** The kept part of a page after its rows were converted: raw rows may be large. */
interface Seen {
  readonly results: number;
  readonly ids: readonly unknown[];
}

const MOST_PAGES = 2_000;
const MOST_STARTS = 6;
const MOVED: Failure = {
  code: 'Unreadable',
  detail: 'the collection kept changing while its pages were read',
};

/** A finished reading with the rows of each page, last page first; or a failure, or a restart at
 *  this page. */
type Reading<T> = Result<readonly (readonly T[])[]> | { readonly startAt: number };

/** Reads all pages of a listing and converts the rows of each on arrival. The result contains every
 *  item that existed from the first request to the last, and none twice.
 *
 *  Reads the pages from the last to the first. The service sorts by age, oldest first, so that a
 *  deletion moves items to lower pages, which are still to be read: an item may appear twice, which
 *  is detected, but is never missed, which would not be. Every mismatch (another number of results
 *  or pages, a repeated id, a page that is gone, empty or another one) restarts the reading; after
 *  six starts the listing is Unreadable. Source: conventions#pages. */
export async function gather<T>(
  ask: AskPage,
  bookmark: Bookmark,
  take: TakeRow<T>,
  turns: Turns = ENDLESS,
): Promise<Result<Gathered<T>>> {
  let { pages: startAt, sized, size } = bookmark;
  for (let starts = 0; starts < MOST_STARTS; starts++) {
    const reading = await readBackwards({ ask, size: sized ? size : null, take, turns }, startAt);
    if ('startAt' in reading) startAt = reading.startAt;
    else if (reading.ok)
      return ok({
        rows: reading.value.toReversed().flat(),
        lastPage: reading.value[0] ?? [],
        pages: startAt,
        sized,
        size,
      });
    else if (sized && refusesSize(reading.failure)) sized = false;
    else if (sized && size > PAGE.least && isTooLarge(reading.failure))
      [size, startAt, starts] = [smaller(size), 1, -1];
    else return reading;
  }
  return fail(MOVED);
}

const isTooLarge = (failure: Failure): boolean =>
  failure.code === 'Unreadable' && failure.isTooLarge === true;
const refusesSize = (failure: Failure): boolean =>
  failure.code === 'Rejected' && failure.problems.some(({ field }) => field === 'page_size');

/** The requests for pages and the conversion of rows. `size` null: the service decides. */
interface Reader<T> {
  readonly ask: AskPage;
  readonly size: number | null;
  readonly take: TakeRow<T>;
  readonly turns: Turns;
}

async function readBackwards<T>(reader: Reader<T>, last: number): Promise<Reading<T>> {
  const pages: Seen[] = [];
  const taken: T[][] = [];
  for (let page = last; page >= 1; page--) {
    const read = await readPage(reader, page);
    if (!read.ok) return page > 1 && read.failure.code === 'NotFound' ? { startAt: 1 } : read;
    const envelope = read.value;
    if (envelope.pages !== last) return { startAt: envelope.pages };
    if (envelope.page !== page || envelope.results !== (pages[0] ?? envelope).results)
      return { startAt: last };
    const rows = await takeAll(envelope.data, reader);
    if (!rows.ok) return rows;
    pages.push({ results: envelope.results, ids: envelope.data.map(idOf) });
    taken.push(rows.value);
  }
  return isWhole(pages) ? ok(taken) : { startAt: last };
}

async function takeAll<T>(
  rows: readonly unknown[],
  { take, turns }: Reader<T>,
): Promise<Result<T[]>> {
  const taken: T[] = [];
  for (const row of rows) {
    if (turns.isOver()) await turns.rest();
    const one = take(row);
    if (!one.ok) return one;
    taken.push(one.value);
  }
  return ok(taken);
}

/** Reads one page. Page and number of pages are 0 where nothing matches: one empty page then.
 *  Source: conventions#pages. */
async function readPage(
  { ask, size }: Pick<Reader<unknown>, 'ask' | 'size'>,
  page: number,
): Promise<Result<Envelope>> {
  const query = [
    ...(page === 1 ? [] : [`page=${page}`]),
    ...(size === null ? [] : [`page_size=${size}`]),
  ].join('&');
  const answer = await ask(query);
  if (!answer.ok) return answer;
  const envelope = Envelope.safeParse(answer.value);
  if (!envelope.success)
    return fail({ code: 'Unreadable', detail: 'the answer is not a page of a listing' });
  const { pages } = envelope.data;
  if (pages > MOST_PAGES)
    return fail({
      code: 'Unreadable',
      detail: `the listing has ${pages} pages, more than can be read`,
    });
  return ok({ ...envelope.data, pages: Math.max(1, pages), page: Math.max(1, envelope.data.page) });
}

/** Returns the id of a row; undefined where it has none. */
export const idOf = (row: unknown): unknown =>
  typeof row === 'object' && row !== null ? Reflect.get(row, 'id') : undefined;

function isWhole(pages: readonly Seen[]): boolean {
  const rows = pages.flatMap(({ ids }) => ids);
  const ids = rows.filter((id) => id !== undefined);
  return rows.length === pages[0]?.results && new Set(ids).size === ids.length;
}

import * as z from 'zod';
import { type Failure, fail, ok, type Result } from '../model/failure.ts';

/** Asks for a page of a listing, with this query. */
export type AskPage = (query: string) => Promise<Result<unknown>>;

/** Where the last reading of the same listing ended: the next one begins there. */
export interface Bookmark {
  readonly pages: number;
  /** Whether the service takes `page_size`. */
  readonly sized: boolean;
}
export const UNREAD: Bookmark = { pages: 1, sized: true };

export interface Gathered extends Bookmark {
  readonly rows: readonly unknown[];
}

/** Source: document 1, "Collection envelope". */
const Envelope = z.looseObject({ data: z.array(z.unknown()), page: z.int().min(0), pages: z.int().min(0), results: z.int().min(0) });
type Envelope = z.infer<typeof Envelope>;

/** Source: document 1, "Limits". */
const LARGEST_PAGE = 500;
const MOST_PAGES = 2_000;
const MOST_STARTS = 6;
const MOVED: Failure = { code: 'Unreadable', detail: 'the collection kept changing while its pages were read' };

/** A reading that came to its end, failed, or has to begin again, at this page. */
type Reading = Result<readonly unknown[]> | { readonly startAt: number };

/** Reads all pages of a listing. What comes back holds every item that was there from the first request to the last, and none twice.
 *
 *  Pages are read from the last to the first. The service lists by age, oldest first, so that a deletion moves items to lower pages, which are
 *  still to be read: an item can be met twice, which is seen, but never be missed, which would not be. Whatever does not fit (another number of
 *  results or pages, an id met twice, a page that is gone, empty or another one) means «begin again»; after six beginnings the listing is Unreadable.
 *  Source: facts, 3. */
export async function gather(ask: AskPage, bookmark: Bookmark): Promise<Result<Gathered>> {
  let { pages: startAt, sized } = bookmark;
  for (let starts = 0; starts < MOST_STARTS; starts++) {
    const reading = await readBackwards(ask, startAt, sized);
    if ('startAt' in reading) startAt = reading.startAt;
    else if (reading.ok) return ok({ rows: reading.value, pages: startAt, sized });
    else if (sized && refusesSize(reading.failure)) sized = false;
    else return reading;
  }
  return fail(MOVED);
}

const refusesSize = (failure: Failure): boolean =>
  failure.code === 'Rejected' && failure.problems.some(({ field }) => field === 'page_size');

async function readBackwards(ask: AskPage, last: number, sized: boolean): Promise<Reading> {
  const pages: Envelope[] = [];
  for (let page = last; page >= 1; page--) {
    const read = await readPage(ask, page, sized);
    if (!read.ok) return page > 1 && read.failure.code === 'NotFound' ? { startAt: 1 } : read;
    const envelope = read.value;
    if (envelope.pages !== last) return { startAt: envelope.pages };
    if (envelope.page !== page || envelope.results !== (pages[0] ?? envelope).results) return { startAt: last };
    pages.push(envelope);
  }
  const rows = pages.toReversed().flatMap(({ data }) => data);
  return isWhole(rows, pages[0]?.results ?? 0) ? ok(rows) : { startAt: last };
}

/** Page and number of pages are 0 where nothing matches: then there is one page, and it is empty. Source: facts, 0.9. */
async function readPage(ask: AskPage, page: number, sized: boolean): Promise<Result<Envelope>> {
  const query = [...(page === 1 ? [] : [`page=${page}`]), ...(sized ? [`page_size=${LARGEST_PAGE}`] : [])].join('&');
  const answer = await ask(query);
  if (!answer.ok) return answer;
  const envelope = Envelope.safeParse(answer.value);
  if (!envelope.success) return fail({ code: 'Unreadable', detail: 'the answer is not a page of a listing' });
  const { pages } = envelope.data;
  if (pages > MOST_PAGES) return fail({ code: 'Unreadable', detail: `the listing has ${pages} pages, more than can be read` });
  return ok({ ...envelope.data, pages: Math.max(1, pages), page: Math.max(1, envelope.data.page) });
}

const idOf = (row: unknown): unknown => (typeof row === 'object' && row !== null ? Reflect.get(row, 'id') : undefined);

function isWhole(rows: readonly unknown[], results: number): boolean {
  const ids = rows.map(idOf).filter((id) => id !== undefined);
  return rows.length === results && new Set(ids).size === ids.length;
}

const whyNot = (error: z.core.$ZodError): string => {
  const issue = error.issues[0];
  return issue === undefined ? '' : `: ${[...issue.path.map(String), issue.message].join(': ')}`;
};

/** A value of an answer, parsed; Unreadable where it is not what it should be. */
export function parsed<T>(schema: z.ZodType<T>, value: unknown, what: string): Result<T> {
  const result = schema.safeParse(value);
  return result.success
    ? ok(result.data)
    : fail({ code: 'Unreadable', detail: `${what} cannot be read${whyNot(result.error)}`.slice(0, 500) });
}

/** The rows of a listing by id. One that cannot be read makes all of it Unreadable, and is named: leaving it out would look as if the item were gone. */
export function itemsOf<I extends { readonly id: number }>(schema: z.ZodType<I>, rows: readonly unknown[]): Result<ReadonlyMap<number, I>> {
  const items = new Map<number, I>();
  for (const row of rows) {
    const item = parsed(schema, row, `item ${String(idOf(row))}`);
    if (!item.ok) return item;
    items.set(item.value.id, item.value);
  }
  return ok(items);
}

import { PAGE_SIZE } from '../../api/conventions.ts';
import type { Endpoint } from '../../api/endpoint.ts';
import { type Done, type Listing, notFound, ok, type Problem, type Refusal } from '../core/reply.ts';
import { permission, type Viewer } from '../core/users.ts';
import { isRecorded, type Row, type World } from '../core/world.ts';
import { applyFilter, parseFilter } from './filter.ts';

/** What a listing is asked for. */
export interface Wish {
  readonly query: URLSearchParams;
  readonly filter: string | undefined;
}

const integer = (text: string | null, absent: number): number =>
  text === null ? absent : /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;

const bounds = (query: URLSearchParams): { readonly page: number; readonly size: number } | Refusal => {
  const page = integer(query.get('page'), 1);
  const size = integer(query.get('page_size'), PAGE_SIZE.default);
  const problems: Problem[] = [];
  if (!(page >= 1)) problems.push({ reason: 'Must be 1 or greater', field: 'page' });
  if (!(size >= PAGE_SIZE.min && size <= PAGE_SIZE.max)) {
    problems.push({ reason: `Must be ${PAGE_SIZE.min}-${PAGE_SIZE.max}`, field: 'page_size' });
  }
  return problems.length > 0 ? { kind: 'refused', status: 400, problems } : { page, size };
};

const visible = (listing: Listing, viewer: Viewer | null): readonly unknown[] => {
  const { of } = listing;
  if (of === undefined || viewer?.user.restricted !== true) return listing.rows;
  return (listing.rows as readonly Row[]).filter((row) => permission(viewer.user, of.type, row.id) !== null);
};

/** The records that a filter leaves; without one nothing is turned into records before the page is known. */
const filtered = (listing: Listing, rows: readonly unknown[], endpoint: Endpoint, header: string): readonly unknown[] | Refusal => {
  const fields = new Set([...(endpoint.filters ?? []), ...(listing.filters ?? [])]);
  const filter = parseFilter(header, fields);
  return filter.kind === 'refused'
    ? filter
    : applyFilter(
        filter,
        rows.map((row) => listing.show(row)),
      );
};

const isRefusal = (value: readonly unknown[] | Refusal): value is Refusal => 'kind' in value;

/**
 * One page of a listing in its envelope.
 * Source: document 1, "Collection envelope (every list response)"; facts, 0.9 and 3.
 */
export const paged = (world: World, listing: Listing, endpoint: Endpoint, viewer: Viewer | null, wish: Wish): Done | Refusal => {
  const asked = bounds(wish.query);
  if ('kind' in asked) return asked;
  const rows = visible(listing, viewer);
  const records = wish.filter === undefined ? undefined : filtered(listing, rows, endpoint, wish.filter);
  if (records !== undefined && isRefusal(records)) return records;
  const results = (records ?? rows).length;
  if (results === 0 && records !== undefined && listing.emptyPage !== undefined) return ok({ data: [], page: 0, pages: 0, results });
  const { page, size } = asked;
  const pages = Math.max(1, Math.ceil(results / size));
  if (page > pages && isRecorded(world)) return notFound;
  const from = (page - 1) * size;
  const data = records?.slice(from, from + size) ?? rows.slice(from, from + size).map((row) => listing.show(row));
  return ok({ data, page, pages, results });
};

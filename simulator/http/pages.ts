import { PAGE_SIZE } from '../../src/api/conventions.ts';
import type { Endpoint } from '../../src/api/endpoint.ts';
import {
  type Done,
  type Listing,
  notFound,
  ok,
  type Problem,
  type Refusal,
} from '../core/reply.ts';
import { permission, type Viewer } from '../core/users.ts';
import { isRecorded, type Row, type World } from '../core/world.ts';
import { applyFilter, parseFilter } from './filter.ts';

/** The parameters of a listing. */
export interface ListParameters {
  readonly query: URLSearchParams;
  readonly filter: string | undefined;
}

const integer = (text: string | null, absent: number): number =>
  text === null ? absent : /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;

const bounds = (
  query: URLSearchParams,
): { readonly page: number; readonly size: number } | Refusal => {
  const page = integer(query.get('page'), 1);
  const size = integer(query.get('page_size'), PAGE_SIZE.default);
  const problems: Problem[] = [];
  if (!(page >= 1)) problems.push({ reason: 'Must be 1 or greater', field: 'page' });
  if (!(size >= PAGE_SIZE.min && size <= PAGE_SIZE.max)) {
    problems.push({ reason: `Must be ${PAGE_SIZE.min}-${PAGE_SIZE.max}`, field: 'page_size' });
  }
  return problems.length > 0 ? { kind: 'refused', status: 400, problems } : { page, size };
};

const visible = (
  { of }: Listing,
  rows: readonly unknown[],
  viewer: Viewer | null,
): readonly unknown[] => {
  if (of === undefined || viewer?.user.restricted !== true) return rows;
  return (rows as readonly Row[]).filter(
    (row) => permission(viewer.user, of.type, row.id) !== null,
  );
};

/** The source of a page: rows, or converted records. */
interface Found {
  readonly rows: readonly unknown[];
  readonly isShown: boolean;
}

/** Applies a filter. Converts rows to records before pagination only where the filter needs it. */
const filtered = (
  listing: Listing,
  endpoint: Endpoint,
  viewer: Viewer | null,
  header: string,
): Found | Refusal => {
  const fields = new Set([...(endpoint.filters ?? []), ...(listing.filters ?? [])]);
  const filter = parseFilter(header, fields, new Set(listing.unordered));
  if (filter.kind === 'refused') return filter;
  const rows = visible(listing, listing.narrow?.(filter.equal) ?? listing.rows, viewer);
  const isShown = listing.isPlain !== true;
  return {
    rows: applyFilter(filter, isShown ? rows.map((row) => listing.show(row)) : rows),
    isShown,
  };
};

const found = (
  listing: Listing,
  endpoint: Endpoint,
  viewer: Viewer | null,
  header: string | undefined,
): Found | Refusal =>
  header === undefined
    ? { rows: visible(listing, listing.rows, viewer), isShown: false }
    : filtered(listing, endpoint, viewer, header);

/** Builds one page of a listing in its envelope. Source: conventions#pages. */
export const paged = (
  world: World,
  listing: Listing,
  endpoint: Endpoint,
  viewer: Viewer | null,
  parameters: ListParameters,
): Done | Refusal => {
  const asked = bounds(parameters.query);
  if ('kind' in asked) return asked;
  const matching = found(listing, endpoint, viewer, parameters.filter);
  if ('kind' in matching) return matching;
  const { rows, isShown } = matching;
  const results = rows.length;
  if (results === 0 && parameters.filter !== undefined && listing.emptyPage !== undefined)
    return ok({ data: [], page: 0, pages: 0, results });
  const { page, size } = asked;
  const pages = Math.max(1, Math.ceil(results / size));
  if (page > pages && isRecorded(world)) return notFound;
  const onPage = rows.slice((page - 1) * size, page * size);
  return ok({
    data: isShown ? onPage : onPage.map((row) => listing.show(row)),
    page,
    pages,
    results,
  });
};

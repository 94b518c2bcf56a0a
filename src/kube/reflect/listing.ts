import { fail, ok, type Result } from '../../model/failure.ts';
import type { Page } from '../api/answers.ts';
import type { KubeClient } from '../api/client.ts';
import type { Collection } from '../api/collection.ts';
import { type ApiFailure, isExpired, unreadable } from '../api/failures.ts';

/** All objects of a collection at one version. */
export interface Listed<O> {
  readonly objects: readonly O[];
  readonly resourceVersion: string;
}

/** One listing: the collection, the parser of its items (null: unreadable), and a callback per
 *  page. */
export interface Listing<O> {
  readonly client: KubeClient;
  readonly from: Collection;
  readonly read: (json: unknown) => O | null;
  readonly signal: AbortSignal;
  readonly onPage?: () => void;
}

const PAGE_SIZE = 500;

/** Reads a collection page by page and keeps only the objects of each page. When the version of the
 *  pages expires meanwhile, reads everything at once, which the API server always allows. */
export async function listAll<O>(listing: Listing<O>): Promise<Result<Listed<O>, ApiFailure>> {
  const objects: O[] = [];
  let version: string | null = null;
  let next: string | null = null;
  do {
    const page: Result<Page, ApiFailure> = await listing.client.page(
      listing.from,
      PAGE_SIZE,
      next,
      listing.signal,
    );
    if (!page.ok) return isExpired(page.failure) && next !== null ? listAtOnce(listing) : page;
    const read = readPage(page.value, listing);
    if (!read.ok) return read;
    for (const object of read.value) objects.push(object);
    version ??= page.value.resourceVersion;
    next = page.value.next;
  } while (next !== null);
  return ok({ objects, resourceVersion: version });
}

async function listAtOnce<O>(listing: Listing<O>): Promise<Result<Listed<O>, ApiFailure>> {
  const page = await listing.client.page(listing.from, 0, null, listing.signal);
  if (!page.ok) return page;
  const objects = readPage(page.value, listing);
  return objects.ok
    ? ok({ objects: objects.value, resourceVersion: page.value.resourceVersion })
    : objects;
}

/** Parses a page; an unreadable object fails the listing: an incomplete listing proves nothing. */
function readPage<O>(
  { items }: Page,
  { read, onPage }: Listing<O>,
): Result<readonly O[], ApiFailure> {
  onPage?.();
  const objects = items.map(read).filter((object) => object !== null);
  return objects.length < items.length
    ? fail(unreadable('a listed object without identity'))
    : ok(objects);
}

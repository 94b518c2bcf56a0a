import { fail, ok, type Result } from '../../model/failure.ts';
import type { Collection, KubeClient, Page } from '../api/client.ts';
import { type ApiFailure, isExpired, unreadable } from '../api/failures.ts';

/** Everything in a collection, as of one version. */
export interface Listed<O> {
  readonly objects: readonly O[];
  readonly resourceVersion: string;
}

const PAGE_SIZE = 500;

/** Reads a collection page by page. When the pages' version expires on the way, it reads all at once: the API server can always do that. */
export async function listAll<O>(
  client: KubeClient,
  from: Collection,
  read: (json: unknown) => O | null,
  signal: AbortSignal,
): Promise<Result<Listed<O>, ApiFailure>> {
  const pages: Page[] = [];
  let next: string | null = null;
  do {
    const page: Result<Page, ApiFailure> = await client.page(from, PAGE_SIZE, next, signal);
    if (!page.ok) return isExpired(page.failure) && next !== null ? listAtOnce(client, from, read, signal) : page;
    pages.push(page.value);
    next = page.value.next;
  } while (next !== null);
  return listedOf(pages, read);
}

async function listAtOnce<O>(
  client: KubeClient,
  from: Collection,
  read: (json: unknown) => O | null,
  signal: AbortSignal,
): Promise<Result<Listed<O>, ApiFailure>> {
  const page = await client.page(from, 0, null, signal);
  return page.ok ? listedOf([page.value], read) : page;
}

/** An object that cannot be read spoils the listing: from less than all nothing may be concluded. */
function listedOf<O>(pages: readonly Page[], read: (json: unknown) => O | null): Result<Listed<O>, ApiFailure> {
  const objects = pages.flatMap(({ items }) => items.map(read)).filter((object) => object !== null);
  const count = pages.reduce((sum, { items }) => sum + items.length, 0);
  if (objects.length < count) return fail(unreadable('a listed object without identity'));
  return ok({ objects, resourceVersion: pages[0]?.resourceVersion ?? '0' });
}

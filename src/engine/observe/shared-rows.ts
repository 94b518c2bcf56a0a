import { ok, type Result } from '../../model/failure.ts';
import type { Read } from '../../model/request.ts';
import type { Located } from '../pass/pass.ts';

type Details = Readonly<Record<string, unknown>>;

/** Reads the rows of a collection from its shared listing: from the held one, and from a new one
 *  where that lacks an expected row.
 *  @param before the details of the previous read
 *  @returns the readable rows; null where the read declares the failure as expected, or an expected
 *  row is unreadable */
export async function sharedRows(
  { account, env, cause }: Located,
  {
    path,
    mayFail,
    shared: { row, expects },
  }: Read<unknown> & Required<Pick<Read<unknown>, 'shared'>>,
  before: Details,
): Promise<Result<readonly unknown[] | null>> {
  const expected = expects(before);
  const now = env.clock.now();
  for (const since of [0, now]) {
    const listing = await account.list(
      { path, schema: row, paged: true, isOccasional: true },
      since,
      cause,
    );
    if (!listing.ok) return mayFail?.includes(listing.failure.code) === true ? ok(null) : listing;
    const { items, unread } = listing.value;
    if (expected.some((id) => unread.has(id))) return ok(null);
    if (since === now || expected.every((id) => items.has(id))) return ok([...items.values()]);
  }
  return ok(null);
}

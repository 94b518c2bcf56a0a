import type { Item } from '../../model/kind.ts';
import { serviceTime } from '../pass/intent.ts';
import type { Located } from '../pass/pass.ts';
import type { Listing } from '../ports/cloud.ts';
import { graceMs, lagMs } from '../term/environment.ts';

type Tail = Pick<Listing<Item>, 'lastPage' | 'isOnePage'>;

/** True if a listing shows what a request that was sent at a moment has made, so that what it lacks
 *  was not made. A complete listing alone is no proof: a replica or a cache may show the collection
 *  as it was before. The listing begins after the request surely took effect, and it either shows a
 *  row that the service dates after that, or begins so late that no listing lags any more.
 *  @param sentAt milliseconds by the service's clock */
export function showsWhatWasMade(
  { env, account }: Pick<Located, 'env' | 'account'>,
  sentAt: number,
  listing: Listing<Item>,
): boolean {
  const begunAt = account.now() - (env.clock.elapsed() - listing.begunElapsed);
  const doneAt = sentAt + graceMs(env.settings);
  if (!listing.trusted || begunAt <= doneAt) return false;
  return (
    begunAt > sentAt + lagMs(env.settings) || showsLaterRow(listing, sentAt, doneAt, account.now())
  );
}

/** Rows that are dated further ahead than this prove nothing: their date is not that of a
 *  change. */
const AHEAD_MS = 5_000;
/** Dates are in whole seconds, and the clocks of the service differ by about as much. */
const BLURRED_MS = 2_000;

/** True if the answer in which a row made at a moment stands also shows a row that is dated later
 *  than another moment. Pages may come from replicas of different age, and a page can be as old as
 *  it likes beside a new one. Listings are sorted by age: the row stands on the last page where
 *  that one begins with an older row, or is the only one. Source: conventions#pages.
 *  @param madeAt when the row that is looked for was made at the earliest  @param doneAt the moment
 *  that the answer is to be newer than  @param now the time; all of them milliseconds by the
 *  service's clock */
export function showsLaterRow(
  { lastPage, isOnePage }: Tail,
  madeAt: number,
  doneAt: number,
  now: number,
): boolean {
  const [first] = lastPage;
  const firstAt = serviceTime(first?.created);
  const isSorted = lastPage.every(({ id }, i) => i === 0 || id > (lastPage[i - 1]?.id ?? 0));
  const isOnLastPage = isOnePage || (isSorted && firstAt !== null && firstAt < madeAt - BLURRED_MS);
  return (
    isOnLastPage &&
    lastPage.some(({ created, updated }) =>
      [created, updated].some((text) => isBetween(text, doneAt, now + AHEAD_MS)),
    )
  );
}

function isBetween(text: string | undefined, after: number, until: number): boolean {
  const at = serviceTime(text);
  return at !== null && at > after && at <= until;
}

/** A moment for people, in whole seconds. @param ms milliseconds since the epoch */
export const dated = (ms: number): string => new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z');

import type { Item } from '../../model/kind.ts';
import { serviceTime } from '../pass/intent.ts';
import type { Located } from '../pass/pass.ts';
import type { Listing } from '../ports/cloud.ts';
import { graceMs, lagMs } from '../term/environment.ts';

type Tail = Pick<Listing<Item>, 'lastPage' | 'isOnePage'>;

/** Reports whether a listing shows the effect of a request sent at a moment, so that absence from
 *  it is proof. A complete listing alone is no proof: a replica or a cache may show an older state.
 *  The listing has to begin after the request surely took effect. It also has to show a row with a
 *  later date of the service, or begin after the longest lag of listings.
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

/** Rows with a date further in the future than this prove nothing: it is not the date of a
 *  change. */
const AHEAD_MS = 5_000;
/** Dates have whole seconds, and the clocks of the service differ by about as much. */
const BLURRED_MS = 2_000;

/** Reports whether the page with a row made at a moment also shows a row dated after another
 *  moment. Pages may come from replicas of different ages, and an old page may stand beside a new
 *  one. Listings are sorted by age: the row is on the last page where that page begins with an
 *  older row, or is the only one. Source: conventions#pages.
 *  @param madeAt earliest creation time of the row  @param doneAt the moment that the page must be
 *  newer than  @param now the current time; all of them milliseconds by the service's clock */
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

function isBetween(text: string | null | undefined, after: number, until: number): boolean {
  const at = serviceTime(text ?? undefined);
  return at !== null && at > after && at <= until;
}

/** Formats a moment for messages, in whole seconds. @param ms milliseconds since the epoch */
export const dated = (ms: number): string => new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z');

import type { Watch } from './watch.ts';
import type { World } from './world.ts';

/** Limit of calls per route and window in milliseconds; null: the simulator's own. */
export interface Narrows {
  limit: { readonly calls: number; readonly windowMs: number } | null;
}

/** More refusals of one route in one window indicate a client that does not wait. Requests in
 *  flight at the limit count too. */
const MOST_REFUSALS = 10;

/** Refuses requests beyond the limits of each route, as the service does, and checks that the
 *  client waits. */
export function keepNarrows({ wire, time }: World, narrows: Narrows): Watch {
  const breaches: string[] = [];
  const windows = new Map<string, { readonly endsAt: number; used: number }>();
  wire.gate = (words) => {
    if (narrows.limit === null) return null;
    const { calls, windowMs } = narrows.limit;
    const route = words.replaceAll(/\d+/g, '{}');
    const known = windows.get(route);
    const window =
      known !== undefined && known.endsAt > time.now()
        ? known
        : { endsAt: time.now() + windowMs, used: 0 };
    windows.set(route, window);
    window.used++;
    if (window.used - calls === MOST_REFUSALS)
      breaches.push(`${route} was refused ${MOST_REFUSALS} times within ${windowMs} ms`);
    return {
      isOver: window.used > calls,
      headers: {
        'x-ratelimit-limit': String(calls),
        'x-ratelimit-remaining': String(Math.max(0, calls - window.used)),
        'x-ratelimit-reset': String(Math.ceil(window.endsAt / 1_000)),
        'retry-after': String(Math.max(1, Math.ceil((window.endsAt - time.now()) / 1_000))),
      },
    };
  };
  return { breaches };
}

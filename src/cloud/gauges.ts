import type { Item } from '../model/kind.ts';
import type { RouteOf } from './http/routes.ts';
import type { CachedList } from './inventory/cached-list.ts';
import type { ObservationGauge } from './observer.ts';
import type { View } from './view.ts';

const ageOf = ({ collection, wantedSince }: CachedList<Item>, now: number): number =>
  Math.max(0, now - (collection.startedAt?.steady ?? wantedSince)) / 1000;

/** Returns the observations of all views, by account and route. @param now by the steady clock
 *  (milliseconds) */
export function observationsOf(
  views: readonly View[],
  routeOf: RouteOf,
  now: number,
): readonly ObservationGauge[] {
  const cachedLists = views.flatMap(({ caller, inventory }) =>
    inventory
      .cachedLists()
      .map((cached) => ({ account: caller.account, route: routeOf(cached.read.path), cached })),
  );
  return [
    ...Map.groupBy(cachedLists, ({ account, route }) => `${account} ${route}`).values(),
  ].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    return [
      {
        account: first.account,
        route: first.route,
        collections: group.length,
        items: group.reduce((sum, { cached }) => sum + cached.collection.items.size, 0),
        ageSeconds: Math.max(...group.map(({ cached }) => ageOf(cached, now))),
        distrusted: group.filter(({ cached }) => cached.collection.doubt !== null).length,
      },
    ];
  });
}

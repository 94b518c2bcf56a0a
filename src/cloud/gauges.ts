import type { Item } from '../model/kind.ts';
import type { RouteOf } from './http/routes.ts';
import type { Shelf } from './inventory/shelf.ts';
import type { ObservationGauge } from './observer.ts';
import type { View } from './view.ts';

const ageOf = ({ collection, wantedSince }: Shelf<Item>, now: number): number =>
  Math.max(0, now - (collection.startedAt?.steady ?? wantedSince)) / 1000;

/** The observations of all views, by account and route. @param now by the steady clock, in milliseconds */
export function observationsOf(views: readonly View[], routeOf: RouteOf, now: number): readonly ObservationGauge[] {
  const shelves = views.flatMap(({ caller, inventory }) =>
    inventory.shelves().map((shelf) => ({ account: caller.account, route: routeOf(shelf.read.path), shelf })),
  );
  return [...Map.groupBy(shelves, ({ account, route }) => `${account} ${route}`).values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    return [
      {
        account: first.account,
        route: first.route,
        collections: group.length,
        items: group.reduce((sum, { shelf }) => sum + shelf.collection.items.size, 0),
        ageSeconds: Math.max(...group.map(({ shelf }) => ageOf(shelf, now))),
        distrusted: group.filter(({ shelf }) => shelf.collection.doubt !== null).length,
      },
    ];
  });
}

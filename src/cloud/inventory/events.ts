import * as z from 'zod';
import type { ItemId } from '../../model/item-id.ts';
import { placeOf } from './inventory.ts';

/** The members of an event that hints use. Source: events#events. */
const Event = z.looseObject({
  id: z.int().min(1),
  status: z.string(),
  action: z.string().optional(),
  entity: z.looseObject({ url: z.string().nullish() }).nullish(),
  secondary_entity: z.looseObject({ url: z.string().nullish() }).nullish(),
});
type Event = z.infer<typeof Event>;

const Page = z.looseObject({ data: z.array(z.unknown()) });

/** The position in the feed. */
export interface Reading {
  /** The highest id seen; null before the first read. */
  readonly seen: number | null;
  /** Events with work in progress, with their last status. */
  readonly open: ReadonlyMap<number, string>;
}
export const UNREAD_FEED: Reading = { seen: null, open: new Map() };

/** An item named by an event. */
export interface Named {
  readonly collection: string;
  readonly id: ItemId;
}

/** The deletion of an item, with the service's action for it. */
export interface Deletion extends Named {
  readonly action: string;
}

const GOING_ON: readonly string[] = ['scheduled', 'started'];
const MOST_OPEN = 200;

/** Returns the query for the feed: the newest first, and after the first read only events that are
 *  new or were in progress. */
export function question({ seen, open }: Reading): {
  readonly query: string;
  readonly filter: string;
} {
  const order = { '+order_by': 'created', '+order': 'desc' };
  if (seen === null) return { query: 'page_size=25', filter: JSON.stringify(order) };
  const from = Math.min(seen + 1, ...open.keys());
  return { query: 'page_size=100', filter: JSON.stringify({ id: { '+gte': from }, ...order }) };
}

/** The content of a page of the feed. */
export interface Taken {
  readonly reading: Reading;
  readonly named: readonly Named[];
  /** Completed deletions, on any page: these are facts, not hints. */
  readonly deletions: readonly Deletion[];
}

/** Merges a page of the feed. The filter may have been ignored: only events that are new or
 *  progressed name items; the first read names nothing, because later listings show it. Skips
 *  unreadable events: they are only hints. */
export function takePage(before: Reading, value: unknown): Taken {
  const page = Page.safeParse(value);
  const events = (page.success ? page.data.data : []).flatMap((row): readonly Event[] => {
    const event = Event.safeParse(row);
    return event.success ? [event.data] : [];
  });
  const seen = before.seen ?? 0;
  const news = events.filter(
    ({ id, status }) => id > seen || (before.open.has(id) && before.open.get(id) !== status),
  );
  const open = new Map(before.open);
  for (const { id, status } of news) {
    if (GOING_ON.includes(status)) open.set(id, status);
    else open.delete(id);
  }
  const newest = [...open].toSorted(([a], [b]) => b - a).slice(0, MOST_OPEN);
  return {
    reading: { seen: Math.max(seen, ...events.map(({ id }) => id)), open: new Map(newest) },
    named: before.seen === null ? [] : news.flatMap(itemsIn),
    deletions: events.flatMap(deletionIn),
  };
}

const OVER: readonly string[] = ['finished', 'notification'];

/** Returns the deletion of the primary item of an event. */
function deletionIn({ action = '', status, entity }: Event): readonly Deletion[] {
  const item = action.endsWith('_delete') && OVER.includes(status) ? placeIn(entity?.url) : null;
  return item === null ? [] : [{ ...item, action }];
}

const itemsIn = ({ entity, secondary_entity }: Event): readonly Named[] =>
  [placeIn(entity?.url), placeIn(secondary_entity?.url)].filter((place) => place !== null);

/** Removes the version from the address of an event, which paths do not have. Source:
 *  events#entities. */
const placeIn = (url: string | null | undefined): Named | null =>
  placeOf((url ?? '').replace(/^\/v\d+(?:beta)?\//, '/'));

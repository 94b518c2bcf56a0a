import * as z from 'zod';
import { parseJson } from './parse.ts';

/** Deleted and re-created items with their times (milliseconds since the epoch), by counted
 *  group. */
export type Tally = Readonly<Record<string, readonly Tallied[]>>;
export interface Tallied {
  readonly uid: string;
  readonly at: number;
}

const Tally = z.record(z.string(), z.array(z.strictObject({ uid: z.string(), at: z.number() })));

/** Parses a tally and keeps the entries between two times (milliseconds), oldest first. An
 *  unreadable tally is empty. */
export function tallySince(text: string, since: number, until: number): Tally {
  const read = Tally.safeParse(parseJson(text));
  const rows = Object.entries(read.success ? read.data : {}).map(([account, entries]) => {
    return [
      account,
      entries.filter(({ at }) => at > since && at <= until).toSorted((a, b) => a.at - b.at),
    ] as const;
  });
  return Object.fromEntries(rows.filter(([, entries]) => entries.length > 0));
}

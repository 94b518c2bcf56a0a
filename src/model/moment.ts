import { z } from 'zod';

/** A time in a status: RFC 3339 in UTC, with a Z. The zod schema takes any text, so that a status
 *  that another writer broke is still read. */
export const moment = (what: string) => z.string().meta({ format: 'date-time' }).describe(what);

const STAMP = /^(\d{4}-(\d\d)-(\d\d))[T ]((\d\d):[0-5]\d:[0-5]\d)(?:\.\d+)?Z?$/;
const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

const isLeap = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);

const daysIn = (year: number, month: number): number =>
  month === 2 && isLeap(year) ? 29 : (DAYS[month - 1] ?? 0);

/** A time stamp of the service as a status shows it, to the second: `2018-01-02T03:04:05Z`; null
 *  when it is none. The API server would refuse a whole status for one that it cannot read.
 *  Source: conventions#dates. */
export function shownTime(text: string | null | undefined): string | null {
  const [, date = '', month, day, time = '', hour] = STAMP.exec(text ?? '') ?? [];
  const isThere =
    Number(day) >= 1 &&
    Number(day) <= daysIn(Number.parseInt(date, 10), Number(month)) &&
    Number(hour) <= 23;
  return isThere ? `${date}T${time}Z` : null;
}

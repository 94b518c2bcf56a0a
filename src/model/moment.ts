import { z } from 'zod';

/** Schema of a time in a status: RFC 3339 in UTC, with a Z. Accepts any text, so that a status
 *  broken by another writer is still readable. */
export const moment = (what: string) => z.string().meta({ format: 'date-time' }).describe(what);

const STAMP = /^(\d{4}-(\d\d)-(\d\d))[T ]((\d\d):[0-5]\d:[0-5]\d)(?:\.\d+)?Z?$/;
const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

const isLeap = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);

const daysIn = (year: number, month: number): number =>
  month === 2 && isLeap(year) ? 29 : (DAYS[month - 1] ?? 0);

/** Converts a time stamp of the service for a status, to the second: `2018-01-02T03:04:05Z`; null
 *  when it is invalid. The API server would reject a whole status for an invalid one. Source:
 *  conventions#dates. */
export function shownTime(text: string | null | undefined): string | null {
  const [, date = '', month, day, time = '', hour] = STAMP.exec(text ?? '') ?? [];
  const isThere =
    Number(day) >= 1 &&
    Number(day) <= daysIn(Number.parseInt(date, 10), Number(month)) &&
    Number(hour) <= 23;
  return isThere ? `${date}T${time}Z` : null;
}

/** Returns the same time of the next day; null where the time is invalid.
 *  @param time as `shownTime` returns it */
export function dayAfter(time: string | null): string | null {
  const [, year = '', month = '', day = '', rest = ''] =
    /^(\d{4})-(\d\d)-(\d\d)(T.*)$/.exec(time ?? '') ?? [];
  if (rest === '') return null;
  const [isLastDay, isLastMonth] = [
    Number(day) === daysIn(Number(year), Number(month)),
    month === '12',
  ];
  const two = (number: number): string => String(number).padStart(2, '0');
  if (!isLastDay) return `${year}-${month}-${two(Number(day) + 1)}${rest}`;
  if (!isLastMonth) return `${year}-${two(Number(month) + 1)}-01${rest}`;
  return shownTime(`${String(Number(year) + 1).padStart(4, '0')}-01-01${rest}`);
}

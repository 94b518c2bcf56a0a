import * as z from 'zod';
import { between, Digits, text } from './bounds.ts';

/** The envelope of every list. `page` and `pages` are 0 where a filter on images matches nothing.
 *  Source: conventions#pages. */
export const envelope = <Item extends z.ZodType>(item: Item) =>
  z.looseObject({
    data: z.array(item),
    page: z.int().min(0),
    pages: z.int().min(0),
    results: z.int().min(0),
  });

/** Body of every refusal; `field` is missing or null when the whole request is meant. Source:
 *  conventions#errors. */
export const ErrorBody = z.looseObject({
  errors: z.array(z.looseObject({ field: z.string().nullish(), reason: z.string() })),
});
export type ErrorBody = z.infer<typeof ErrorBody>;

/** Answer of actions that return nothing. Source: conventions#paths-and-bodies. */
export const Empty = z.looseObject({});

/** Bounds and default of a page's size. Source: conventions#pages. */
export const PAGE_SIZE = { min: 25, max: 500, default: 100 } as const;

/** Query of the lists in an address: texts of digits become integers. Source: conventions#pages. */
export const PageQuery = z.looseObject({
  page: Digits.pipe(z.int().min(1)).default(1),
  page_size: Digits.pipe(between(PAGE_SIZE.min, PAGE_SIZE.max)).default(PAGE_SIZE.default),
});

/** A numeric id of the service. */
export const Id = z.int().min(1);

/** UTC, to the second, no zone: 2018-01-02T03:04:05. Some descriptions show a Z, a blank for the T,
 *  or fractions. Source: conventions#dates. */
export const Timestamp = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?Z?$/, 'not a date and time');

/** A tag, and the tags of a resource. The service sorts them; compare as a set. Source:
 *  tags#assign. */
export const TagLabel = text(3, 50);
export const Tags = z.array(TagLabel);

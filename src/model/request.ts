import type { z } from 'zod';
import type { FailureCode } from './failure.ts';
import type { ItemId } from './item-id.ts';

/** A GET as data: a kind describes it, the engine performs it. `paged`: all pages are read and the
 *  value is the array of rows. */
export interface Read<T> {
  readonly path: string;
  readonly schema: z.ZodType<T>;
  readonly paged: boolean;
  /** Path of the listing, where `path` is only that of its rows. */
  readonly listedAt?: string;
  /** Conditions on the rows of a listing, by field. Rows that do not meet them are not listed; the
   *  service may ignore the conditions. Source: conventions#filters. */
  readonly filter?: Readonly<Record<string, unknown>>;
  /** Failures that mean «the service does not provide this yet, or not to this token»: the value is
   *  then null. */
  readonly mayFail?: readonly FailureCode[];
  /** Reads the rows from the shared listing of the collection, with one request for all callers. */
  readonly shared?: Shared;
  /** True if the listing is read on demand instead of being kept current. */
  readonly isOccasional?: boolean;
}

/** The use of a shared listing. */
interface Shared {
  /** Schema of a row. Reads of the same collection with the same schema share the listing. */
  readonly row: z.ZodType<{ readonly id: ItemId }>;
  /** Returns ids of rows that surely exist, according to earlier reads: a listing without one of
   *  them is too old. */
  readonly expects: (details: Readonly<Record<string, unknown>>) => readonly number[];
}

/** A request that changes something. Bodies may contain `Secret` values: the adapter reveals them
 *  while sending. */
export interface Write {
  readonly method: 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly body?: Readonly<Record<string, unknown>>;
}

export const post = (path: string, body: Readonly<Record<string, unknown>> = {}): Write => ({
  method: 'POST',
  path,
  body,
});
export const put = (path: string, body: Readonly<Record<string, unknown>>): Write => ({
  method: 'PUT',
  path,
  body,
});
export const del = (path: string): Write => ({ method: 'DELETE', path });

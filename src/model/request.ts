import type { z } from 'zod';
import type { FailureCode } from './failure.ts';

/** A GET as data: a kind describes it, the engine performs it. `paged`: all pages are read and the
 *  value is the array of rows. */
export interface Read<T> {
  readonly path: string;
  readonly schema: z.ZodType<T>;
  readonly paged: boolean;
  /** Failures that mean «the service does not give this yet, or not to this token»: the value is
   *  then null. */
  readonly mayFail?: readonly FailureCode[];
  /** The rows come from the shared listing of the collection, which costs one request for all who
   *  need them. */
  readonly shared?: Shared;
  /** Nobody keeps the listing current: it is read again when somebody asks for it. */
  readonly isOccasional?: boolean;
}

/** How rows are taken from a shared listing. */
interface Shared {
  /** One row. Who lists the same collection by the same schema shares the listing. */
  readonly row: z.ZodType<{ readonly id: number }>;
  /** Ids of rows that are surely there, by what was read before: a listing that lacks one is too
   *  old. */
  readonly expects: (details: Readonly<Record<string, unknown>>) => readonly number[];
}

/** A request that changes something. Bodies may hold `Secret` values: the adapter reveals them
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

import type { z } from 'zod';
import type { FailureCode } from './failure.ts';

/** A GET as data: a kind describes it, the engine performs it. `paged`: all pages are read and the value is the array of rows. */
export interface Read<T> {
  readonly path: string;
  readonly schema: z.ZodType<T>;
  readonly paged: boolean;
  /** Failures that mean «the service does not give this yet, or not to this token»: the value is then null. */
  readonly mayFail?: readonly FailureCode[];
}

/** A request that changes something. Bodies may hold `Secret` values: the adapter reveals them while sending. */
export interface Write {
  readonly method: 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly body?: Readonly<Record<string, unknown>>;
}

export const post = (path: string, body: Readonly<Record<string, unknown>> = {}): Write => ({ method: 'POST', path, body });
export const put = (path: string, body: Readonly<Record<string, unknown>>): Write => ({ method: 'PUT', path, body });
export const del = (path: string): Write => ({ method: 'DELETE', path });

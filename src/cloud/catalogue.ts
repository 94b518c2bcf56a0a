import type { Cause } from '../engine/ports/cloud.ts';
import { catalogueAt, type Entry } from '../model/catalogue.ts';
import { ok, type Result } from '../model/failure.ts';
import type { Time } from './time.ts';

/** Reads a public list of the service. */
type Reader = (
  read: ReturnType<typeof catalogueAt>,
  cause: Cause,
) => Promise<Result<readonly Entry[]>>;

/** The public lists of a service that a view has read. */
export interface Catalogue {
  /** Returns a list that is at most this old (milliseconds); reads a new one, once for all waiting
   *  callers, if there is none. */
  list(
    path: string,
    ageMs: number,
    cause: Cause,
    reader: Reader,
  ): Promise<Result<readonly Entry[]>>;
}

/** Creates an empty catalogue. */
export function createCatalogue(time: Pick<Time, 'elapsed'>): Catalogue {
  const held = new Map<string, { readonly begun: number; readonly entries: readonly Entry[] }>();
  const flights = new Map<string, Promise<Result<readonly Entry[]>>>();
  const readNew = async (path: string, cause: Cause, reader: Reader) => {
    const begun = time.elapsed();
    const entries = await reader(catalogueAt(path), cause);
    if (entries.ok) held.set(path, { begun, entries: entries.value });
    return entries;
  };
  return {
    list: async (path, ageMs, cause, reader) => {
      const last = held.get(path);
      if (last !== undefined && last.begun + ageMs >= time.elapsed()) return ok(last.entries);
      const flight =
        flights.get(path) ?? readNew(path, cause, reader).finally(() => flights.delete(path));
      flights.set(path, flight);
      return flight;
    },
  };
}

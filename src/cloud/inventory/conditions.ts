import type { Item } from '../../model/kind.ts';
import { asRecord } from '../../model/parse.ts';
import type { Read } from '../../model/request.ts';

/** Returns the check of a row against the conditions of a listing, which the service may ignore. An
 *  unreadable row meets them. Source: conventions#filters. */
export const meets =
  (filter: Read<unknown>['filter'] = {}) =>
  (row: object | { readonly item: Item }): boolean =>
    !('item' in row) ||
    Object.entries(filter).every(([field, value]) => asRecord(row.item)[field] === value);

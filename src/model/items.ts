import type { AnyKind, Desired, Item } from './kind.ts';
import type { Read } from './request.ts';

/** Returns the read of the collection that contains the item of a desired state. */
export const itemsOf = (
  {
    collection,
    item,
    filter,
    listedAt,
  }: Pick<AnyKind, 'collection' | 'item' | 'filter' | 'listedAt'>,
  desired: Desired<unknown>,
): Read<Item> => ({
  path: collection(desired),
  schema: item,
  paged: true,
  ...(filter === undefined ? {} : { filter }),
  ...(listedAt === undefined ? {} : { listedAt }),
});

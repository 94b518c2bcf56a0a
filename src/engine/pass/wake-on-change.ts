import type { ItemId } from '../../model/item-id.ts';
import type { Located } from './pass.ts';

/** Subscribes the object to changes of an item; null: to any item in its collection, which may be
 *  its own or may end a conflict. */
export const lookOut = ({ env, subject, account, items }: Located, id: ItemId | null): void =>
  env.owners.set(subject.key, {
    account: account.caller.account,
    collection: items.path,
    id,
  });

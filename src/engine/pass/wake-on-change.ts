import type { Located } from './pass.ts';

/** Lets changes of an item wake the object; null: of any item in its collection, for one that may
 *  be its own or that may end a conflict. */
export const lookOut = ({ env, subject, account, items }: Located, id: number | null): void =>
  env.owners.set(subject.key, {
    account: account.caller.account,
    collection: items.path,
    id,
  });

import type { Located } from '../pass.ts';
import type { Identity } from './identity.ts';

/** Lets changes of an item wake the object; null: of any item in its collection, for one that may be its own or that may end a conflict. */
export const lookOut = ({ env, subject, account, items }: Located, id: number | null): void =>
  env.owners.set(`${subject.name.kind}/${subject.key}`, { account: account.caller.account, collection: items.path, id });

/** Lets those changes wake the object that concern what was found. An object that may create its item, and sent no create, waits for no other one: each
 *  new item would wake all that wait for their turn. */
export function lookOutFor(pass: Located, identity: Identity<{ readonly id: number }>, isOpen: boolean): void {
  if (identity.type === 'ours') return lookOut(pass, identity.item.id);
  if (identity.type === 'free' && !isOpen) return pass.env.owners.drop(`${pass.subject.name.kind}/${pass.subject.key}`);
  lookOut(pass, identity.type === 'conflict' ? (identity.id ?? null) : null);
}

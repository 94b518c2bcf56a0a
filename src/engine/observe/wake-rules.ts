import type { ItemId } from '../../model/item-id.ts';
import type { Located } from '../pass/pass.ts';
import { lookOut } from '../pass/wake-on-change.ts';
import type { Identity } from './identity.ts';

/** Subscribes the object to the changes that concern its findings. An object that may create its
 *  item and has no unanswered create subscribes to none: each new item would wake all waiting
 *  objects. */
export function lookOutFor(
  pass: Located,
  identity: Identity<{ readonly id: ItemId }>,
  isOpen: boolean,
): void {
  if (identity.type === 'ours') return lookOut(pass, identity.item.id);
  if (identity.type === 'free' && !isOpen) return pass.env.owners.drop(pass.subject.key);
  lookOut(pass, identity.type === 'conflict' ? (identity.id ?? null) : null);
}

import type { Located } from '../pass/pass.ts';
import { lookOut } from '../pass/wake-on-change.ts';
import type { Identity } from './identity.ts';

/** Lets those changes wake the object that concern what was found. An object that may create its
 *  item, and sent no create, waits for no other one: each new item would wake all that wait for
 *  their turn. */
export function lookOutFor(
  pass: Located,
  identity: Identity<{ readonly id: number }>,
  isOpen: boolean,
): void {
  if (identity.type === 'ours') return lookOut(pass, identity.item.id);
  if (identity.type === 'free' && !isOpen) return pass.env.owners.drop(pass.subject.key);
  lookOut(pass, identity.type === 'conflict' ? (identity.id ?? null) : null);
}

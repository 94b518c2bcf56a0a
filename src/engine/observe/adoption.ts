import type { Item } from '../../model/kind.ts';
import type { Status } from '../../model/status-layout.ts';
import { markOf, marksIn } from '../../model/tags.ts';
import type { Ending } from '../pass/ending.ts';
import { ownIntentOf } from '../pass/intent.ts';
import type { Pass } from '../pass/pass.ts';
import { isMoved, mayReplace } from './fence.ts';
import type { Trace } from './identity.ts';

/** What an object records of an item that it did not create. `adopting`: the item differs, or may
 *  differ, from the spec in ways that the operator never saw in sync. `imported`: the item was
 *  there before its object. */
export type Adoption = Pick<NonNullable<Status['operator']>, 'adopting' | 'imported'>;

/** The item has no id in the status. An item that the object created is none of an adoption; one
 *  that carries the mark of the object although the status knows of no create is: the status was
 *  lost, and with it what was applied. */
export function adoptionBy({ subject, copy }: Pass, trace: Trace): Adoption {
  if (trace === 'import') return { adopting: true, imported: true };
  return trace === 'mark' && ownIntentOf(copy.object) === null
    ? { adopting: true, ...importOf(subject.status) }
    : {};
}

/** The item has an id in the status: an adoption that has not settled goes on, and one begins where
 *  the object comes from another cluster or replaces the mark of another object. */
export function adoptionKept(pass: Pass, item: Item): Adoption {
  const { status, common } = pass.subject;
  const own = markOf(pass.subject.object.metadata.uid);
  const replaces = marksIn(item.tags ?? []).some((mark) => mark !== own && mayReplace(pass, mark));
  const isNew = isMoved(pass) || replaces;
  const isImported =
    common.import !== undefined && (replaces || ownIntentOf(pass.copy.object) === null);
  return {
    ...(isNew || status.operator?.adopting === true ? { adopting: true } : {}),
    ...(isImported ? { imported: true } : importOf(status)),
  };
}

const importOf = ({ operator }: Status): Adoption =>
  operator?.imported === true ? { imported: true } : {};

/** Endings that leave nothing to do. */
const AT_REST: ReadonlySet<string> = new Set(['settled', 'drifted']);

/** What is recorded after a pass: an adoption has settled once the operator manages the item and
 *  has nothing left to do. The pass that first sees the item settles nothing: what the kind itself
 *  records of an item, and plans by, is known to the next one. */
export function adoptionAfter(
  { policy, subject }: Pass,
  { adopting, ...rest }: Adoption,
  ending: Ending,
): Adoption {
  const isSettled =
    AT_REST.has(ending.name) && policy.mode === 'Manage' && subject.status.id !== undefined;
  return adopting === true && !isSettled ? { ...rest, adopting } : rest;
}

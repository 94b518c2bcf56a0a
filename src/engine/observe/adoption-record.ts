import type { Item } from '../../model/kind.ts';
import type { Status } from '../../model/status-layout.ts';
import { markOf, marksIn } from '../../model/tags.ts';
import type { Ending } from '../pass/ending.ts';
import { ownIntentOf } from '../pass/intent.ts';
import type { Pass } from '../pass/pass.ts';
import { isMoved, mayReplace } from './fence.ts';
import type { Trace } from './identity.ts';

/** The record of an item that the object did not create. `adopting`: the item differs, or may
 *  differ, from the spec in fields that the operator never saw in sync. `imported`: the item
 *  existed before its object. */
export type Adoption = Pick<NonNullable<Status['operator']>, 'adopting' | 'imported'>;

/** Returns the adoption for an item without an id in the status. An item that the object created is
 *  not adopted. One with the mark of the object but without an intent in the status is adopted: the
 *  status was lost, and with it the applied values. */
export function adoptionBy({ subject, copy }: Pass, trace: Trace): Adoption {
  if (trace === 'import') return { adopting: true, imported: true };
  return trace === 'mark' && ownIntentOf(copy.object) === null
    ? { adopting: true, ...importOf(subject.status) }
    : {};
}

/** Returns the adoption for an item with an id in the status: an unsettled adoption continues, and
 *  a new one starts where the object comes from another cluster or replaces the mark of another
 *  object. */
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

/** Returns the adoption to record after a pass: it has settled once the operator manages the item
 *  and has nothing left to do. The first pass over an item settles nothing: the kind's own record
 *  of the item, which plans use, exists only from the next pass on. */
export function adoptionAfter(
  { policy, subject }: Pass,
  { adopting, ...rest }: Adoption,
  ending: Ending,
): Adoption {
  const isSettled =
    AT_REST.has(ending.name) && policy.mode === 'Manage' && subject.status.id !== undefined;
  return adopting === true && !isSettled ? { ...rest, adopting } : rest;
}

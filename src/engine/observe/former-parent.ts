import type { Intent } from '../../model/intent.ts';
import type { Item } from '../../model/kind.ts';
import type { Outcome } from '../../model/outcome.ts';
import { blocksCreate, waitForReference } from '../desire/desire.ts';
import type { Located } from '../pass/pass.ts';

/** Returns the pass in the recorded item's collection, where the spec now leads to another one;
 *  null where it is the same. */
export function formerPlace(pass: Located): Located | null {
  const { kind, recorded } = pass.subject;
  return within(pass, kind.formerParent?.idIn(recorded) ?? null);
}

/** Returns the pass in the collection that a create was sent to, where the spec now leads to
 *  another one; null where it is the same. */
export function placeOf(pass: Located, { path }: Intent): Located | null {
  const places = path.split('/').flatMap((part) => within(pass, Number(part)) ?? []);
  return places.find(({ items }) => items.path === path) ?? null;
}

function within(pass: Located, parentId: number | null): Located | null {
  const { kind } = pass.subject;
  const desired = parentId === null ? undefined : kind.formerParent?.within(pass.desired, parentId);
  if (desired === undefined) return null;
  const path = kind.collection(desired);
  return path === pass.items.path ? null : { ...pass, desired, items: { ...pass.items, path } };
}

/** Returns the outcome for a recorded item in another collection than that of the spec: an item
 *  cannot move. */
export function standsElsewhere(pass: Located, former: Located, item: Item): Outcome {
  const missing = blocksCreate(pass.resolution);
  if (missing !== undefined) return waitForReference(missing);
  const detail = `item ${item.id} is in ${former.items.path}, and the spec now refers to ${pass.items.path}`;
  return refused(
    pass,
    `${detail}; delete this object, or restore the reference to the parent of the item`,
  );
}

/** Returns the outcome for an item of an unanswered create in another collection than that of the
 *  spec. */
export function madeElsewhere(pass: Located, former: Located, item: Item): Outcome {
  const detail = `item ${item.id} in ${former.items.path} belongs to this object, and the spec now refers to ${pass.items.path}`;
  return refused(pass, `${detail}; delete that item, or restore the reference to its parent`);
}

const refused = ({ subject }: Located, detail: string): Outcome => ({
  type: 'refused',
  field: `spec.${subject.kind.formerParent?.field ?? ''}`,
  detail,
});

import { blocksCreate } from '../../engine/desire/desire.ts';
import type { Located } from '../../engine/pass/pass.ts';
import type { KubeObject } from '../../engine/ports/cluster.ts';
import type { Fields } from '../../model/step.ts';
import { marksIn, uidOf } from '../../model/tags.ts';

/** Finds the item of an object without a cluster. The only item with its natural key counts as its
 *  own, unless it lacks a mark although items of its kind carry one: then it was not created by the
 *  operator. @returns the object with that item; null where none is found */
export async function recognise(pass: Located): Promise<KubeObject | null> {
  const { subject, desired, account, items, cause, resolution } = pass;
  if (
    subject.status.id !== undefined ||
    subject.common.import !== undefined ||
    blocksCreate(resolution) !== undefined
  )
    return null;
  const listing = await account.list(items, 0, cause);
  if (!listing.ok) return null;
  const key = subject.kind.key(desired);
  const [item, ...others] = [...listing.value.items.values()].filter(
    (one) => subject.kind.keyOf(one) === key,
  );
  if (item === undefined || others.length > 0) return null;
  const wants: Fields = subject.kind.wants(desired);
  const [mark, ...foreign] = marksIn(item.tags ?? []);
  if (foreign.length > 0 || (mark === undefined && wants['mark'] !== undefined)) return null;
  const { object } = subject;
  const uid = mark === undefined ? object.metadata.uid : uidOf(mark);
  const status = { ...(object.status as object), id: item.id, account: account.caller.account };
  return { ...object, metadata: { ...object.metadata, uid }, status };
}

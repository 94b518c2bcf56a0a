import { blocksCreate } from '../../engine/desire/desire.ts';
import type { Located } from '../../engine/pass/pass.ts';
import type { KubeObject } from '../../engine/ports/cluster.ts';
import type { Fields } from '../../model/step.ts';
import { marksIn, uidOf } from '../../model/tags.ts';

/** Without a cluster nobody says which item an object has. The only one with its natural key is
 *  taken to be its own, unless it carries no mark although items of its kind do: that one was made
 *  by somebody else. @returns the object as it is then; null where nothing can be said */
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

import { explain } from '../../model/failure.ts';
import { importedId, importedLabel } from '../../model/import-spec.ts';
import type { ItemId } from '../../model/item-id.ts';
import type { Item } from '../../model/kind.ts';
import { madeBy } from '../pass/intent.ts';
import type { UnreadRow } from '../ports/cloud.ts';
import type { Evidence } from './evidence.ts';

/** Finds an unreadable row that may be this object's item or hold its natural key. Such a row is
 *  never considered absent; other rows are unaffected.
 *  @returns the reason that the state is unknown; null where no unreadable row concerns the
 *  object */
export function unreadInTheWay<I extends Item>(evidence: Evidence<I>): string | null {
  for (const [id, row] of evidence.listing.unread) {
    if (evidence.claimant(id) === null && concerns(evidence, id, row)) return explain(row.failure);
  }
  return null;
}

function concerns<I extends Item>(
  evidence: Evidence<I>,
  id: ItemId,
  { given }: UnreadRow,
): boolean {
  const { intent, import: asked } = evidence;
  if (JSON.stringify(given).includes(evidence.mark)) return true;
  const label = importedLabel(asked);
  if (importedId(asked) === id || (label !== undefined && Reflect.get(given, 'label') === label))
    return true;
  if (intent !== null && !intent.marked && mayBeMadeBy(evidence, given)) return true;
  return keyIn(evidence, given) === evidence.key;
}

/** An unreadable row without a readable date may be of any age. */
function mayBeMadeBy<I extends Item>(
  { intent, requestTimeoutMs }: Evidence<I>,
  given: object,
): boolean {
  const created: unknown = Reflect.get(given, 'created');
  return (
    typeof created !== 'string' || intent === null || madeBy(intent, created, requestTimeoutMs)
  );
}

/** Returns the natural key of an unreadable row; null where its members are missing. `keyOf`
 *  expects an item, so that it may throw here. */
function keyIn<I extends Item>({ keyOf }: Evidence<I>, given: object): string | null {
  try {
    return keyOf(given as I);
  } catch {
    return null;
  }
}

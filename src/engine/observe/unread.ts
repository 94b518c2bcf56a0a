import { explain } from '../../model/failure.ts';
import { importedId, importedLabel } from '../../model/import-spec.ts';
import type { Item } from '../../model/kind.ts';
import { madeBy } from '../pass/intent.ts';
import type { UnreadRow } from '../ports/cloud.ts';
import type { Evidence } from './evidence.ts';

/** Finds an unreadable row that may be this object's item or hold its natural key. Such a row is
 *  never taken for absent, and no other row is.
 *  @returns why nothing can be said of the object; null where no unreadable row concerns it */
export function unreadInTheWay<I extends Item>(evidence: Evidence<I>): string | null {
  for (const [id, row] of evidence.listing.unread) {
    if (evidence.claimant(id) === null && concerns(evidence, id, row)) return explain(row.failure);
  }
  return null;
}

function concerns<I extends Item>(
  evidence: Evidence<I>,
  id: number,
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

/** An unreadable row without a readable time may be of any time. */
function mayBeMadeBy<I extends Item>(
  { intent, requestTimeoutMs }: Evidence<I>,
  given: object,
): boolean {
  const created: unknown = Reflect.get(given, 'created');
  return (
    typeof created !== 'string' || intent === null || madeBy(intent, created, requestTimeoutMs)
  );
}

/** The natural key of a row that is no item; null where the members of the key are missing. `keyOf`
 *  expects an item, so that it may throw here. */
function keyIn<I extends Item>({ keyOf }: Evidence<I>, given: object): string | null {
  try {
    return keyOf(given as I);
  } catch {
    return null;
  }
}

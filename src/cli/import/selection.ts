import type { ItemId } from '../../model/item-id.ts';
import type { AnyKind, Item } from '../../model/kind.ts';

/** The selection of items in an account. */
export interface Selection {
  readonly kinds: readonly AnyKind[];
  /** A glob pattern for labels, with `*` and `?`; null: any. */
  readonly label: string | null;
  readonly tag: string | null;
  readonly id: ItemId | null;
}

/** Reports whether label and tags of an item match. The label is its natural key, for example a
 *  domain's name. */
export function isMeant({ label, tag }: Selection, kind: AnyKind, item: Item): boolean {
  const hasLabel = label === null || patternOf(label).test(kind.keyOf(item));
  return hasLabel && (tag === null || item.tags?.includes(tag) === true);
}

const patternOf = (glob: string): RegExp =>
  new RegExp(
    `^${glob
      .replaceAll(/[.+^${}()|[\]\\]/g, String.raw`\$&`)
      .replaceAll('*', '.*')
      .replaceAll('?', '.')}$`,
    's',
  );

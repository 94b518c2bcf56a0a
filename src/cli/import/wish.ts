import type { AnyKind, Item } from '../../model/kind.ts';

/** What of an account is asked for. */
export interface Wish {
  readonly kinds: readonly AnyKind[];
  /** A pattern for labels, `*` and `?` as in names of files; null: any. */
  readonly label: string | null;
  readonly tag: string | null;
  readonly id: number | null;
}

/** Whether label and tags of an item are those that are asked for. The label is its natural key: of
 *  a domain its name. */
export function isMeant({ label, tag }: Wish, kind: AnyKind, item: Item): boolean {
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

import type { AnyKind, Item, Observed } from '../../model/kind.ts';
import type { Fields } from '../../model/step.ts';
import { specOf } from './spec.ts';

/** An existing item with the details that its spec needs. */
export interface Seen {
  readonly kind: AnyKind;
  readonly observed: Observed<Item, unknown>;
  /** The parent item, where there is one. */
  readonly holder: Seen | null;
}

/** Names the item for users: `example.org www A` for a row of `example.org`. */
export function textOf({ kind, observed, holder }: Seen): string {
  const own: string = kind.manifest.nameOf?.(observed.item) ?? kind.keyOf(observed.item);
  return holder === null ? own : `${textOf(holder)} ${own}`;
}

/** Formats the item: `Volume 12 (web-data)`. */
export const titleOf = (seen: Seen): string =>
  `${seen.kind.kind} ${seen.observed.item.id} (${textOf(seen)})`;

/** Returns the spec fields that name the parent of the item; none without a parent. */
export function holderFields({ kind, holder }: Seen): Fields {
  const spec = holder === null ? undefined : specOf(holder.kind, holder.observed, {})?.spec;
  return holder === null
    ? {}
    : (kind.manifest.heldBy?.fieldsOf(holder.observed.item.id, spec ?? {}) ?? {});
}

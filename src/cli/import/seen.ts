import type { AnyKind, Item, Observed } from '../../model/kind.ts';
import type { Fields } from '../../model/step.ts';
import { specOf } from './spec.ts';

/** An item that is there, with the details that its spec is made of. */
export interface Seen {
  readonly kind: AnyKind;
  readonly observed: Observed<Item, unknown>;
  /** The item that holds it, where it is a row of one. */
  readonly holder: Seen | null;
}

/** What a person calls the item: `example.org www A` for a row of `example.org`. */
export function textOf({ kind, observed, holder }: Seen): string {
  const own: string = kind.manifest.nameOf?.(observed.item) ?? kind.keyOf(observed.item);
  return holder === null ? own : `${textOf(holder)} ${own}`;
}

/** The item in a line for a person: `Volume 12 (web-data)`. */
export const titleOf = (seen: Seen): string =>
  `${seen.kind.kind} ${seen.observed.item.id} (${textOf(seen)})`;

/** The fields of a spec that say whose row the item is; none where it is nobody's. */
export function holderFields({ kind, holder }: Seen): Fields {
  const spec = holder === null ? undefined : specOf(holder.kind, holder.observed, {})?.spec;
  return holder === null
    ? {}
    : (kind.manifest.heldBy?.fieldsOf(holder.observed.item.id, spec ?? {}) ?? {});
}

import type { AnyKind } from '../../model/kind.ts';
import { namespacedName } from '../../model/object-key.ts';
import { marksIn } from '../../model/tags.ts';
import type { Holder } from './held.ts';
import { keyOf } from './names.ts';
import { type Seen, titleOf } from './seen.ts';

/** Returns the items that are parts of others, by kind and id, with the title of the whole. */
export function partsIn(wholes: readonly Seen[]): ReadonlyMap<string, string> {
  return new Map(
    wholes.flatMap((whole) => {
      const { parts } = whole.kind.manifest;
      const ids: readonly number[] = parts?.idsIn(whole.observed) ?? [];
      return ids.map((id) => [keyOf({ kind: parts?.kind ?? '', id }), titleOf(whole)] as const);
    }),
  );
}

/** The facts that decide whether an item gets a manifest. */
export interface Circumstances {
  /** All kinds. */
  readonly kinds: readonly AnyKind[];
  readonly parts: ReadonlyMap<string, string>;
  /** Objects that already have items, by kind and id of the item. */
  readonly held: ReadonlyMap<string, Holder>;
  /** Takes over items with the mark of another object. */
  readonly marked: boolean;
}

/** Returns the reason that an item gets no manifest; null where it gets one. */
export function whyLeftOut(
  { kind, observed }: Seen,
  { kinds, parts, held, marked }: Circumstances,
): string | null {
  const { item } = observed;
  const key = keyOf({ kind: kind.kind, id: item.id });
  const whole = parts.get(key);
  if (whole !== undefined) return `it is a part of ${whole}`;
  const like = kinds.find(
    ({ manifest }) =>
      manifest.parts?.kind === kind.kind && manifest.parts.label.test(kind.keyOf(item)),
  );
  if (like !== undefined) return `its label is that of a part of a ${like.kind}`;
  const steps = kind.remove({ spec: {}, name: '', mark: null, secrets: {} }, observed, {});
  if (steps.length === 0 && (kind.undeletable?.(item) ?? null) === null)
    return 'the service is deleting it';
  const holder = held.get(key);
  if (holder !== undefined) return `${kind.kind} ${namespacedName(holder)} manages it already`;
  const marks = marksIn(item.tags ?? []);
  if (marks.length > 1)
    return `it carries several marks (${marks.join(', ')}): remove all but the correct mark first`;
  return marks.length === 0 || marked
    ? null
    : `it carries the mark of another object (${marks.join()}); --marked includes it`;
}

import { same } from '../../model/fingerprint.ts';
import { type Change, shown } from '../../model/step.ts';
import { visible } from '../../model/visible.ts';
import type { Paint } from './paint.ts';

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

/** Formats a change as one line; for a changed list as one line per added or removed member. */
export function changeLines({ field: path, from, to }: Change, paint: Paint): readonly string[] {
  const field = visible(path);
  if (isList(from) && isList(to) && from.length > 0)
    return [`${field}:`, ...memberLines(from, to, paint).map((line) => `  ${line}`)];
  if (from === null || from === undefined) return [`${field}: ${paint.added(shown(to))}`];
  return [`${field}: ${paint.lost(shown(from))} -> ${paint.added(shown(to))}`];
}

function memberLines(
  from: readonly unknown[],
  to: readonly unknown[],
  paint: Paint,
): readonly string[] {
  const without = (list: readonly unknown[], other: readonly unknown[]): readonly unknown[] =>
    list.filter((member) => !other.some((one) => same(one, member)));
  const [gone, come] = [without(from, to), without(to, from)];
  if (gone.length + come.length === 0) return ['the same members, in another order or number'];
  return [
    ...gone.map((member) => paint.lost(`- ${shown(member)}`)),
    ...come.map((member) => paint.added(`+ ${shown(member)}`)),
  ];
}

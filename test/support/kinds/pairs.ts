import type { Case, CaseTable } from '../../../src/model/case.ts';
import { same } from '../../../src/model/fingerprint.ts';
import type { AnyKind } from '../../../src/model/kind.ts';
import type { Step } from '../../../src/model/step.ts';
import { merged, stepsOf } from './played.ts';

type Members = Readonly<Record<string, unknown>>;

/** Merges both without conflicts; else undefined. */
function both(a: Members = {}, b: Members = {}): Members | undefined {
  const clash = Object.keys(a).some((key) => key in b && !same(a[key] ?? null, b[key] ?? null));
  return clash ? undefined : { ...a, ...b };
}

const isUpdate = ({ plan = [], item, request, deleting, retaining }: Case): boolean =>
  plan.length > 0 &&
  item !== null &&
  request === undefined &&
  deleting !== true &&
  retaining !== true;

/** Merges two rows; null where they contradict each other. */
function joined(a: Case, b: Case): Case | null {
  const [spec, item, details, recorded] = [
    both(a.spec, b.spec),
    both(a.item ?? {}, b.item ?? {}),
    both(a.details, b.details),
    both(a.recorded, b.recorded),
  ];
  if (spec === undefined || item === undefined || details === undefined || recorded === undefined)
    return null;
  return { ...a, ...b, name: `${a.name}; ${b.name}`, spec, item, details, recorded };
}

/** Returns the rows of updates, and all compatible pairs of them. */
export function updates({ cases }: CaseTable): readonly Case[] {
  const rows = cases.filter(isUpdate);
  return rows.flatMap((a, i) => [a, ...rows.slice(i + 1).flatMap((b) => joined(a, b) ?? [])]);
}

/** Returns the plan of a row; none where admission rejects the merged spec. */
export function planOf(kind: AnyKind, table: CaseTable, row: Case): readonly Step[] {
  const isAccepted =
    kind.spec.safeParse(merged(table.spec, row.spec)).success &&
    kind.item.safeParse(merged(table.item, row.item ?? {})).success;
  return isAccepted ? stepsOf(kind, table, row) : [];
}

import { isByItem } from '../../engine/desire/raw-ids.ts';
import type { AnyKind } from '../../model/kind.ts';
import type { Ref } from '../../model/ref.ts';
import { lookCloser, rowsOf, type Surveyor, type Walk } from './reading.ts';
import type { Seen } from './seen.ts';
import { isMeant, type Selection } from './selection.ts';

/** The found items of an account. */
export interface Survey {
  /** The requested items. */
  readonly meant: readonly Seen[];
  /** Items read because their parts are no objects of their own. */
  readonly wholes: readonly Seen[];
  /** A line for each failed read. */
  readonly unread: readonly string[];
}

/** Reads the requested items, and those that may contain them as parts. Reports failed reads and
 *  continues. */
export async function survey(surveyor: Surveyor, selection: Selection): Promise<Survey> {
  const walk: Walk = { ...surveyor, unread: [], looked: new Map() };
  const meant: Seen[] = [];
  for (const kind of selection.kinds) meant.push(...(await meantOf(walk, selection, kind)));
  const wholes: Seen[] = [];
  for (const kind of surveyor.kinds) {
    if (selection.kinds.some((asked) => meetsParts(asked, kind)))
      wholes.push(...(await lookCloser(walk, kind, await rowsOf(walk, kind, null))));
  }
  return { meant, wholes, unread: [...new Set(walk.unread)] };
}

/** Reports whether items of a kind are, or refer to, parts of another kind's items. */
const meetsParts = ({ kind, refs }: AnyKind, whole: AnyKind): boolean =>
  [kind, ...refs.filter(isByItem).map((ref: Ref) => ref.kind)].includes(
    whole.manifest.parts?.kind ?? '',
  );

async function meantOf(walk: Walk, selection: Selection, kind: AnyKind): Promise<readonly Seen[]> {
  const candidates = await candidatesOf(walk, selection, kind);
  const rows = candidates.filter(
    ({ observed }) => selection.id === null || observed.item.id === selection.id,
  );
  return lookCloser(walk, kind, rows);
}

/** Returns the items of a kind by label and tag. A child follows its parent: it has neither. */
async function candidatesOf(
  walk: Walk,
  selection: Selection,
  kind: AnyKind,
): Promise<readonly Seen[]> {
  const holders = walk.kinds.find((other) => other.kind === kind.manifest.heldBy?.kind);
  if (holders === undefined)
    return (await rowsOf(walk, kind, null)).filter(({ observed }) =>
      isMeant(selection, kind, observed.item),
    );
  const rows: Seen[] = [];
  for (const holder of await candidatesOf(walk, selection, holders))
    rows.push(...(await rowsOf(walk, kind, holder)));
  return rows;
}

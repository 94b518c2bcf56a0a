import { isByItem } from '../../engine/desire/raw-ids.ts';
import type { AnyKind } from '../../model/kind.ts';
import type { Ref } from '../../model/ref.ts';
import { lookCloser, rowsOf, type Surveyor, type Walk } from './reading.ts';
import type { Seen } from './seen.ts';
import { isMeant, type Wish } from './wish.ts';

/** What was seen of an account. */
export interface Survey {
  /** What is asked for. */
  readonly meant: readonly Seen[];
  /** What is looked at because its parts are no objects of their own. */
  readonly wholes: readonly Seen[];
  /** What could not be read, a line each. */
  readonly unread: readonly string[];
}

/** Reads what is asked for, and what is needed to tell what it is part of. What cannot be read is
 *  told, and all else goes on. */
export async function survey(surveyor: Surveyor, wish: Wish): Promise<Survey> {
  const walk: Walk = { ...surveyor, unread: [], looked: new Map() };
  const meant: Seen[] = [];
  for (const kind of wish.kinds) meant.push(...(await meantOf(walk, wish, kind)));
  const wholes: Seen[] = [];
  for (const kind of surveyor.kinds) {
    if (wish.kinds.some((asked) => meetsParts(asked, kind)))
      wholes.push(...(await lookCloser(walk, kind, await rowsOf(walk, kind, null))));
  }
  return { meant, wholes, unread: [...new Set(walk.unread)] };
}

/** Whether items of a kind are, or lead to, parts of another kind's items. */
const meetsParts = ({ kind, refs }: AnyKind, whole: AnyKind): boolean =>
  [kind, ...refs.filter(isByItem).map((ref: Ref) => ref.kind)].includes(
    whole.manifest.parts?.kind ?? '',
  );

async function meantOf(walk: Walk, wish: Wish, kind: AnyKind): Promise<readonly Seen[]> {
  const candidates = await candidatesOf(walk, wish, kind);
  const rows = candidates.filter(
    ({ observed }) => wish.id === null || observed.item.id === wish.id,
  );
  return lookCloser(walk, kind, rows);
}

/** The items of a kind by label and tag. What is held by another goes with its holder: it has
 *  neither. */
async function candidatesOf(walk: Walk, wish: Wish, kind: AnyKind): Promise<readonly Seen[]> {
  const holders = walk.kinds.find((other) => other.kind === kind.manifest.heldBy?.kind);
  if (holders === undefined)
    return (await rowsOf(walk, kind, null)).filter(({ observed }) =>
      isMeant(wish, kind, observed.item),
    );
  const rows: Seen[] = [];
  for (const holder of await candidatesOf(walk, wish, holders))
    rows.push(...(await rowsOf(walk, kind, holder)));
  return rows;
}

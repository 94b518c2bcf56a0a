import type { Account, Cause } from '../../engine/ports/cloud.ts';
import { explain, type Result } from '../../model/failure.ts';
import type { AnyKind, Item } from '../../model/kind.ts';
import type { Read } from '../../model/request.ts';
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

/** The account to look at, and how to wait. */
export interface Surveyor {
  readonly account: Account;
  readonly kinds: readonly AnyKind[];
  readonly wait: (ms: number) => Promise<void>;
}

interface Walk extends Surveyor {
  readonly wish: Wish;
  readonly unread: string[];
}

/** Reads what is asked for, and what is needed to tell what it is part of. What cannot be read is told, and all else goes on. */
export async function survey(surveyor: Surveyor, wish: Wish): Promise<Survey> {
  const walk: Walk = { ...surveyor, wish, unread: [] };
  const meant: Seen[] = [];
  for (const kind of wish.kinds) meant.push(...(await meantOf(walk, kind)));
  const wholes: Seen[] = [];
  for (const kind of surveyor.kinds) {
    const isWhole = wish.kinds.some((part) => part.kind === kind.manifest.parts?.kind);
    if (isWhole) wholes.push(...(await lookCloser(walk, kind, await rowsOf(walk, kind, null))));
  }
  return { meant, wholes, unread: [...new Set(walk.unread)] };
}

/** The items of a kind that are asked for. What is held by another goes with its holder: it has neither label nor tags. */
async function meantOf(walk: Walk, kind: AnyKind): Promise<readonly Seen[]> {
  const { wish, kinds } = walk;
  const holders = kinds.find((other) => other.kind === kind.manifest.heldBy?.kind);
  const rows: Seen[] = [];
  if (holders === undefined) rows.push(...(await rowsOf(walk, kind, null)).filter(({ observed }) => isMeant(wish, kind, observed.item)));
  else {
    for (const holder of await rowsOf(walk, holders, null)) {
      if (isMeant(wish, holders, holder.observed.item)) rows.push(...(await rowsOf(walk, kind, holder)));
    }
  }
  return lookCloser(
    walk,
    kind,
    rows.filter(({ observed }) => wish.id === null || observed.item.id === wish.id),
  );
}

async function rowsOf(walk: Walk, kind: AnyKind, holder: Seen | null): Promise<readonly Seen[]> {
  const spec: unknown = holder === null ? {} : kind.manifest.heldBy?.fieldsOf(holder.observed.item.id, {});
  const path = kind.collection({ spec, name: '', mark: null, secrets: {} });
  const listing = await patiently(walk, () => walk.account.list({ path, schema: kind.item, paged: true }, 0, CAUSE));
  if (listing.ok) return [...listing.value.items.values()].map((item) => ({ kind, observed: { item: item as Item, details: {} }, holder }));
  walk.unread.push(`${kind.kind}: ${path} cannot be read: ${explain(listing.failure)}`);
  return [];
}

/** So many items are looked at more closely at once. */
const AT_ONCE = 8;

async function lookCloser(walk: Walk, kind: AnyKind, rows: readonly Seen[]): Promise<readonly Seen[]> {
  if (kind.manifest.reads === undefined) return rows;
  const seen: Seen[] = [];
  for (let at = 0; at < rows.length; at += AT_ONCE) {
    seen.push(...(await Promise.all(rows.slice(at, at + AT_ONCE).map((row) => withDetails(walk, row)))));
  }
  return seen;
}

async function withDetails(walk: Walk, seen: Seen): Promise<Seen> {
  const { kind, observed } = seen;
  const reads: Readonly<Record<string, Read<unknown> | null>> = kind.manifest.reads?.(observed.item) ?? {};
  const details: Record<string, unknown> = {};
  for (const [name, read] of Object.entries(reads)) {
    if (read === null) continue;
    const detail = await patiently(walk, () => walk.account.read(read, CAUSE));
    if (detail.ok) details[name] = detail.value;
    if (!detail.ok || detail.value === null) {
      const why = detail.ok ? 'are not shown to this token' : `cannot be read: ${explain(detail.failure)}`;
      walk.unread.push(`${kind.kind} ${observed.item.id}: its ${name} ${why}, and its manifest says nothing of them`);
    }
  }
  return { ...seen, observed: { item: observed.item, details } };
}

const CAUSE: Cause = { class: 'user', namespace: '' };
const MOST_TRIES = 60;
const WAIT_MS = 5_000;

/** Waits for the budget of the token as long as it takes. */
async function patiently<T>({ wait }: Walk, ask: () => Promise<Result<T>>): Promise<Result<T>> {
  let result = await ask();
  for (let tries = 1; !result.ok && result.failure.code === 'Throttled' && tries < MOST_TRIES; tries++) {
    await wait(result.failure.retryAfterMs ?? WAIT_MS);
    result = await ask();
  }
  return result;
}

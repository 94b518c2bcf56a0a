import type { Account, Cause } from '../../engine/ports/cloud.ts';
import { explain, type Result } from '../../model/failure.ts';
import { itemsOf } from '../../model/items.ts';
import type { AnyKind } from '../../model/kind.ts';
import type { Read } from '../../model/request.ts';
import { type Seen, titleOf } from './seen.ts';

/** The account to read, and a wait function. */
export interface Surveyor {
  readonly account: Account;
  readonly kinds: readonly AnyKind[];
  readonly wait: (ms: number) => Promise<void>;
}

/** The state of a survey. */
export interface Walk extends Surveyor {
  readonly unread: string[];
  /** Items with details: each is read once. */
  readonly looked: Map<string, Seen>;
}

/** Returns the items of a kind: all of them, or those of one parent. */
export async function rowsOf(
  walk: Walk,
  kind: AnyKind,
  holder: Seen | null,
): Promise<readonly Seen[]> {
  const spec: unknown =
    holder === null ? {} : kind.manifest.heldBy?.fieldsOf(holder.observed.item.id, {});
  const read = itemsOf(kind, { spec, name: '', mark: null, secrets: {} });
  const listing = await patiently(walk, () => walk.account.list(read, 0, CAUSE));
  if (!listing.ok) {
    walk.unread.push(`${kind.kind}: ${read.path} cannot be read: ${explain(listing.failure)}`);
    return [];
  }
  const { items, unread } = listing.value;
  for (const { failure } of unread.values())
    walk.unread.push(`${kind.kind}: ${read.path}: ${explain(failure)}`);
  return [...items.values()].map((item) => ({
    kind,
    observed: { item, details: {} },
    holder,
  }));
}

/** Number of concurrent reads of details. */
const AT_ONCE = 8;

/** Reads the details that the specs need. */
export async function lookCloser(
  walk: Walk,
  kind: AnyKind,
  rows: readonly Seen[],
): Promise<readonly Seen[]> {
  if (kind.manifest.reads === undefined) return rows;
  const seen: Seen[] = [];
  for (let at = 0; at < rows.length; at += AT_ONCE) {
    seen.push(
      ...(await Promise.all(rows.slice(at, at + AT_ONCE).map((row) => withDetails(walk, row)))),
    );
  }
  return seen;
}

async function withDetails(walk: Walk, seen: Seen): Promise<Seen> {
  const { kind, observed } = seen;
  const known = walk.looked.get(titleOf(seen));
  if (known !== undefined) return known;
  const reads: Readonly<Record<string, Read<unknown> | null>> =
    kind.manifest.reads?.(observed.item) ?? {};
  const details: Record<string, unknown> = {};
  for (const [name, read] of Object.entries(reads)) {
    if (read === null) continue;
    const detail = await patiently(walk, () => walk.account.read(read, CAUSE));
    if (detail.ok) details[name] = detail.value;
    if (!detail.ok || detail.value === null) {
      const why = detail.ok
        ? 'are not visible to this token'
        : `cannot be read: ${explain(detail.failure)}`;
      walk.unread.push(
        `${kind.kind} ${observed.item.id}: its ${name} ${why}, and its manifest omits them`,
      );
    }
  }
  const closer = { ...seen, observed: { item: observed.item, details } };
  walk.looked.set(titleOf(seen), closer);
  return closer;
}

const CAUSE: Cause = { class: 'user', namespace: '' };
const MOST_TRIES = 60;
const WAIT_MS = 5_000;

/** Waits for the budget of the token without a time limit. */
async function patiently<T>({ wait }: Walk, ask: () => Promise<Result<T>>): Promise<Result<T>> {
  let result = await ask();
  for (
    let tries = 1;
    !result.ok && result.failure.code === 'Throttled' && tries < MOST_TRIES;
    tries++
  ) {
    await wait(result.failure.retryAfterMs ?? WAIT_MS);
    result = await ask();
  }
  return result;
}

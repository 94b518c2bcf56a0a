import type { Pool } from '../../../../api/pools.ts';
import { same } from '../../../../model/fingerprint.ts';
import type { Desired, Recorded } from '../../types.ts';
import { fieldOf, nameIn, poolHas } from './fields.ts';
import type { PoolSpec } from './spec.ts';

/** A pool that the spec names, and the one that is there for it. */
export interface Pair {
  readonly wish: PoolSpec;
  readonly stored: Pool | undefined;
}

/** Which pool is which: by the id that the spec gives, then the recorded one, then the name tag.
 *  Who may not tag has no name tags: there a pool that nobody knows yet is taken for the one of the
 *  same make. Source: clusters#node-pools. */
export function pairsOf(
  { spec, mark }: Desired,
  stored: readonly Pool[],
  recorded: Recorded,
): readonly Pair[] {
  const known = new Set(
    (recorded.pools ?? []).flatMap(({ id, name }) => (name === undefined ? [] : [id])),
  );
  const sure = (spec.pools ?? []).map((wish) => ({
    wish,
    stored: surely(wish, stored, recorded, known),
  }));
  if (mark !== null) return sure;
  const free = stored.filter(
    (pool) => !known.has(pool.id) && !sure.some((pair) => pair.stored === pool),
  );
  return sure.map((pair) =>
    pair.stored === undefined ? { ...pair, stored: takeAlike(pair.wish, free) } : pair,
  );
}

function surely(
  wish: PoolSpec,
  stored: readonly Pool[],
  recorded: Recorded,
  known: ReadonlySet<number>,
): Pool | undefined {
  if (wish.id !== undefined) return stored.find(({ id }) => id === wish.id);
  const id = recorded.pools?.find(({ name }) => name === wish.name)?.id;
  return (
    stored.find((pool) => pool.id === id) ??
    stored.find((pool) => nameIn(pool) === wish.name && !known.has(pool.id))
  );
}

/** Takes the first pool of this make out of those that are free; none for a wish that names its
 *  pool by id. */
function takeAlike(wish: PoolSpec, free: Pool[]): Pool | undefined {
  if (wish.id !== undefined) return undefined;
  const disks = fieldOf(wish.name, 'disks');
  const at = free.findIndex(
    (pool) => pool.type === wish.type && same(poolHas(wish, pool)[disks], wish.disks ?? []),
  );
  return at < 0 ? undefined : free.splice(at, 1)[0];
}

/** Pools that are ours, by the last status or by their tag, and that the spec does not name. One
 *  without a name is not ours. */
export function leavingOf(
  pairs: readonly Pair[],
  stored: readonly Pool[],
  recorded: Recorded,
): readonly (readonly [name: string, pool: Pool])[] {
  return stored.flatMap((pool) => {
    const name = recorded.pools?.find(({ id }) => id === pool.id)?.name ?? nameIn(pool);
    const isWanted = pairs.some((pair) => pair.stored === pool || pair.wish.name === name);
    return name === undefined || isWanted ? [] : [[name, pool] as const];
  });
}

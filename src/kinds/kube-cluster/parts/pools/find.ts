import type { Pool } from '../../../../api/pools.ts';
import { same } from '../../../../model/fingerprint.ts';
import { marksIn } from '../../../../model/tags.ts';
import type { Desired, Recorded } from '../../types.ts';
import { fieldOf, nameIn, poolHas } from './fields.ts';
import type { PoolSpec } from './spec.ts';

/** A pool of the spec, and the existing pool for it. */
export interface Pair {
  readonly poolSpec: PoolSpec;
  readonly stored: Pool | undefined;
}

/** Reports whether another object manages a pool: the pool carries its mark, or it holds the id. */
export const isSeparate = ({ id, tags }: Pool, held: readonly number[] | null = []): boolean =>
  marksIn(tags).length > 0 || held?.includes(id) === true;

/** Returns the pools that may be those of the spec. */
export const ownPools = (
  stored: readonly Pool[],
  held: readonly number[] | null = [],
): readonly Pool[] => stored.filter((pool) => !isSeparate(pool, held));

/** Matches pools: by the id in the spec, then the recorded one, then the name tag. Without
 *  permission to write tags there are no name tags: an unknown pool with the same properties
 *  matches then. Source: clusters#node-pools. */
export function pairsOf(
  { spec, mark }: Desired,
  stored: readonly Pool[],
  recorded: Recorded,
): readonly Pair[] {
  const known = new Set(
    (recorded.pools ?? []).flatMap(({ id, name }) => (name === undefined ? [] : [id])),
  );
  const sure = (spec.pools ?? []).map((poolSpec) => ({
    poolSpec,
    stored: surely(poolSpec, stored, recorded, known),
  }));
  if (mark !== null) return sure;
  const free = stored.filter(
    (pool) => !known.has(pool.id) && !sure.some((pair) => pair.stored === pool),
  );
  return sure.map((pair) =>
    pair.stored === undefined ? { ...pair, stored: takeAlike(pair.poolSpec, free) } : pair,
  );
}

function surely(
  poolSpec: PoolSpec,
  stored: readonly Pool[],
  recorded: Recorded,
  known: ReadonlySet<number>,
): Pool | undefined {
  if (poolSpec.id !== undefined) return stored.find(({ id }) => id === poolSpec.id);
  const id = recorded.pools?.find(({ name }) => name === poolSpec.name)?.id;
  return (
    stored.find((pool) => pool.id === id) ??
    stored.find((pool) => nameIn(pool) === poolSpec.name && !known.has(pool.id))
  );
}

/** Takes the first free pool with the same properties; none for a pool with an id in the spec. */
function takeAlike(poolSpec: PoolSpec, free: Pool[]): Pool | undefined {
  if (poolSpec.id !== undefined) return undefined;
  const disks = fieldOf(poolSpec.name, 'disks');
  const at = free.findIndex(
    (pool) =>
      pool.type === poolSpec.type && same(poolHas(poolSpec, pool)[disks], poolSpec.disks ?? []),
  );
  return at < 0 ? undefined : free.splice(at, 1)[0];
}

/** Returns the pools that the last status or their tag assigns to the object, and that the spec
 *  does not name. A pool without a name belongs to others. */
export function leavingOf(
  pairs: readonly Pair[],
  stored: readonly Pool[],
  recorded: Recorded,
): readonly (readonly [name: string, pool: Pool])[] {
  return stored.flatMap((pool) => {
    const name = recorded.pools?.find(({ id }) => id === pool.id)?.name ?? nameIn(pool);
    const isWanted = pairs.some((pair) => pair.stored === pool || pair.poolSpec.name === name);
    return name === undefined || isWanted ? [] : [[name, pool] as const];
  });
}

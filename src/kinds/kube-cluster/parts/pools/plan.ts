import { path } from '../../../../api/endpoint.ts';
import { type Pool, pools } from '../../../../api/pools.ts';
import { inOrder } from '../../../../model/chain.ts';
import { del, post, put } from '../../../../model/request.ts';
import {
  among,
  type Call,
  type Change,
  call,
  changes,
  refuse,
  type Step,
  wait,
} from '../../../../model/step.ts';
import type { Desired, Observed, Recorded } from '../../types.ts';
import { poolBody, scalerBody } from './body.ts';
import { fieldOf, poolHas, poolWants, readyIn } from './fields.ts';
import { leavingOf, ownPools, type Pair, pairsOf } from './find.ts';
import type { PoolSpec } from './spec.ts';

/** Steps for pools: harmless ones, those that lose storage and require consent, and refusals. */
export interface PoolSteps {
  readonly harmless: readonly Step[];
  readonly costly: readonly Step[];
  readonly refusals: readonly Step[];
}

const NOTHING: PoolSteps = { harmless: [], costly: [], refusals: [] };

/** Returns the steps that bring the pools to the spec: new ones first; old ones are deleted when
 *  every desired pool has a node. Source: clusters#node-pools. */
export function poolSteps(
  desired: Desired,
  { item, details }: Observed,
  recorded: Recorded,
): PoolSteps {
  if (desired.spec.pools === undefined || details.pools === undefined) return NOTHING;
  if (details.pools === null)
    return {
      ...NOTHING,
      harmless: [wait('the node pools of the cluster, which the service does not show')],
    };
  const own = ownPools(details.pools, details.held);
  const pairs = pairsOf(desired, own, recorded);
  const resized = pairs.flatMap(({ poolSpec, stored }) =>
    stored === undefined ? [] : resize(item.id, poolSpec, stored),
  );
  const added = pairs.filter(
    ({ poolSpec, stored }) => stored === undefined && poolSpec.id === undefined,
  );
  const leaving = leavingOf(pairs, own, recorded).map(([name, pool]) =>
    remove(item.id, name, pool),
  );
  const isBare = pairs.some(({ stored }) => stored === undefined || readyIn(stored) === 0);
  return {
    harmless: [
      ...added.map(({ poolSpec }) => add(item.id, poolSpec, desired.mark !== null)),
      ...resized.filter(({ effect }) => effect === 'none'),
    ],
    costly: [
      ...resized.filter(({ effect }) => effect !== 'none'),
      ...(leaving.length > 0 && isBare
        ? inOrder(
            wait('a ready node in every other pool before a pool is deleted', 30_000),
            leaving,
          )
        : leaving),
    ],
    refusals: pairs.flatMap((pair) => refusals(pair, details.pools ?? [])),
  };
}

/** Not repeatable: only the name tag distinguishes such pools. */
const add = (clusterId: number, poolSpec: PoolSpec, mayTag: boolean): Call =>
  call(
    'AddPool',
    post(path(pools.create.path, { clusterId }), poolBody(poolSpec, mayTag)),
    changes(poolWants(poolSpec), {}),
    {
      once: `pool-${poolSpec.name}`,
      answers: { rowOf: 'pools' },
    },
  );

function resize(clusterId: number, poolSpec: PoolSpec, stored: Pool): readonly Call[] {
  const { name } = poolSpec;
  const changed = changes(poolWants(poolSpec), poolHas(poolSpec, stored)).filter(
    ({ field }) => !fixed(name).includes(field),
  );
  if (changed.length === 0) return [];
  const [count] = among(changed, fieldOf(name, 'count'));
  const scales = changed.some(({ field }) => field.startsWith(fieldOf(name, 'autoscaler')));
  const wanted = typeof count?.to === 'number' ? count.to : undefined;
  const autoscaler =
    scales && poolSpec.autoscaler
      ? scalerBody(poolSpec.autoscaler, poolSpec.count ?? stored.count)
      : undefined;
  const most =
    wanted ?? (typeof autoscaler?.['max'] === 'number' ? autoscaler['max'] : stored.count);
  const write = put(path(pools.update.path, { clusterId, poolId: stored.id }), {
    count: wanted ?? countWithin(autoscaler, stored),
    autoscaler,
  });
  const fewer = stored.count - most;
  const loses = `the node-local storage of ${fewer === 1 ? 'one node' : `${fewer} nodes`} of pool ${name}`;
  return [
    call('ResizePool', write, changed, {
      answers: { rowOf: 'pools' },
      ...(fewer > 0 ? { effect: 'destroys', loses } : {}),
    }),
  ];
}

/** Returns the number of nodes to send with bounds that exclude the current one: it is undocumented
 *  whether an autoscaler enforces them by itself. Undefined: the number is within the bounds. */
function countWithin(
  autoscaler: Readonly<Record<string, unknown>> | undefined,
  { count }: Pool,
): number | undefined {
  const { min, max } = autoscaler ?? {};
  if (typeof min !== 'number' || typeof max !== 'number') return undefined;
  const within = Math.min(max, Math.max(min, count));
  return within === count ? undefined : within;
}

function remove(clusterId: number, name: string, pool: Pool): Call {
  const gone: Change = { field: `pools[${name}]`, from: pool.id, to: null };
  const loses = `the nodes of pool ${name} and their data`;
  return call('DeletePool', del(path(pools.delete.path, { clusterId, poolId: pool.id })), [gone], {
    effect: 'destroys',
    loses,
  });
}

const fixed = (name: string): readonly string[] => [fieldOf(name, 'type'), fieldOf(name, 'disks')];

/** Explains that no pool of the object has the id of the spec. */
const whyNone = (id: number, all: readonly Pool[]): string =>
  all.some((pool) => pool.id === id)
    ? `another object manages pool ${id}; a pool belongs to one object`
    : `the cluster has no pool ${id}`;

function refusals({ poolSpec, stored }: Pair, all: readonly Pool[]): readonly Step[] {
  const at = (field: string): string => `spec.${fieldOf(poolSpec.name, field)}`;
  if (stored === undefined)
    return poolSpec.id === undefined ? [] : [refuse(at('id'), whyNone(poolSpec.id, all))];
  const changed = changes(poolWants(poolSpec), poolHas(poolSpec, stored));
  const advice =
    'change the name of the pool: the operator adds a new pool, then deletes the old pool';
  return [
    ...among(changed, fieldOf(poolSpec.name, 'type')).map((one) =>
      refuse(at('type'), `the plan of a pool cannot change (is ${stored.type}); ${advice}`, one),
    ),
    ...among(changed, fieldOf(poolSpec.name, 'disks')).map((one) =>
      refuse(at('disks'), `the disks of a pool cannot change; ${advice}`, one),
    ),
  ];
}

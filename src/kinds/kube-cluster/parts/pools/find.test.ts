import { describe, expect, test } from 'vitest';
import type { Pool } from '../../../../api/pools.ts';
import { CASE_MARK } from '../../../../model/case.ts';
import type { Recorded } from '../../types.ts';
import { leavingOf, pairsOf } from './find.ts';
import type { PoolSpec } from './spec.ts';

const TYPE = 'g6-standard-1';
const OTHER = 'g6-standard-2';
const pool = (id: number, name: string | null, type = TYPE): Pool => ({
  id,
  type,
  count: 1,
  nodes: [],
  disks: [],
  autoscaler: { enabled: false, min: 1, max: 1 },
  tags: name === null ? [] : [`k8s-pool:${name}`],
});
const poolSpec = (name: string, over: Partial<PoolSpec> = {}): PoolSpec => ({
  name,
  type: TYPE,
  count: 1,
  ...over,
});
const past = (...pools: readonly { readonly id: number; readonly name?: string }[]): Recorded => ({
  pools: pools.map((known) => ({ type: TYPE, count: 1, readyNodes: 0, nodes: [], ...known })),
});

/** Returns the id of the pool found for each pool of the spec; null: none. */
const found = (
  pools: readonly PoolSpec[],
  stored: readonly Pool[],
  recorded: Recorded = {},
  mark: string | null = CASE_MARK,
) =>
  pairsOf({ spec: { pools: [...pools] }, name: 'a', mark, secrets: {} }, stored, recorded).map(
    (pair) => pair.stored?.id ?? null,
  );

describe('which pool is which', () => {
  test('by the id of the spec, before all else', () => {
    expect(found([poolSpec('web', { id: 2 })], [pool(1, 'web'), pool(2, 'jobs')])).toEqual([2]);
    expect(found([poolSpec('web', { id: 9 })], [pool(1, 'web')], {}, null)).toEqual([null]);
  });

  test('by the recorded id, before the name tag', () => {
    expect(
      found([poolSpec('web')], [pool(1, 'web'), pool(2, null)], past({ id: 2, name: 'web' })),
    ).toEqual([2]);
  });

  test('by the name tag, but for a pool that is known under another name', () => {
    expect(found([poolSpec('web')], [pool(1, null), pool(2, 'web')])).toEqual([2]);
    expect(found([poolSpec('web')], [pool(2, 'web')], past({ id: 2, name: 'jobs' }))).toEqual([
      null,
    ]);
  });

  test('a pool with the same properties matches no spec while a tag could exist', () => {
    expect(found([poolSpec('web')], [pool(1, null)])).toEqual([null]);
  });

  test('without tags by the make, each once, and none that is known or taken', () => {
    expect(
      found(
        [poolSpec('web'), poolSpec('jobs')],
        [pool(1, null, OTHER), pool(2, null), pool(3, null)],
        {},
        null,
      ),
    ).toEqual([2, 3]);
    expect(found([poolSpec('web'), poolSpec('jobs')], [pool(2, null)], {}, null)).toEqual([
      2,
      null,
    ]);
    expect(
      found(
        [poolSpec('web'), poolSpec('jobs')],
        [pool(1, null), pool(2, null)],
        past({ id: 1, name: 'web' }),
        null,
      ),
    ).toEqual([1, 2]);
    expect(
      found(
        [poolSpec('web'), poolSpec('jobs')],
        [pool(1, null)],
        past({ id: 1, name: 'gone' }),
        null,
      ),
    ).toEqual([null, null]);
    expect(
      found(
        [poolSpec('web', { id: 1 }), poolSpec('jobs')],
        [pool(1, null), pool(2, null)],
        {},
        null,
      ),
    ).toEqual([1, 2]);
    expect(found([poolSpec('web')], [pool(1, null)], past({ id: 1 }), null)).toEqual([1]);
    expect(
      found([poolSpec('web', { disks: [{ size: 512, type: 'raw' }] })], [pool(1, null)], {}, null),
    ).toEqual([null]);
  });

  test('there are none where the spec names none', () => {
    expect(
      pairsOf({ spec: {}, name: 'a', mark: CASE_MARK, secrets: {} }, [pool(1, 'web')], {}),
    ).toEqual([]);
  });
});

describe('which pools leave', () => {
  const leaving = (poolSpecs: readonly PoolSpec[], stored: readonly Pool[], recorded: Recorded) =>
    leavingOf(
      pairsOf(
        { spec: { pools: [...poolSpecs] }, name: 'a', mark: CASE_MARK, secrets: {} },
        stored,
        recorded,
      ),
      stored,
      recorded,
    ).map(([name, { id }]) => `${name} ${id}`);

  test.each<[string, readonly PoolSpec[], readonly Pool[], Recorded, readonly string[]]>([
    [
      'one that was ours and is named no more',
      [poolSpec('web')],
      [pool(1, 'web'), pool(2, 'jobs')],
      past({ id: 2, name: 'jobs' }),
      ['jobs 2'],
    ],
    [
      'none that never had a name of ours',
      [poolSpec('web')],
      [pool(1, 'web'), pool(2, null)],
      past({ id: 2 }),
      [],
    ],
    [
      'none that is gone already',
      [poolSpec('web')],
      [pool(1, 'web')],
      past({ id: 2, name: 'jobs' }),
      [],
    ],
    [
      'none that the spec names by id',
      [poolSpec('web', { id: 2 })],
      [pool(2, 'jobs')],
      past({ id: 2, name: 'jobs' }),
      [],
    ],
    [
      'none whose name is in the spec',
      [poolSpec('web', { id: 3 })],
      [pool(1, 'web'), pool(3, null)],
      past({ id: 1, name: 'web' }),
      [],
    ],
    ['one whose tag alone has a name of ours', [], [pool(1, 'web')], {}, ['web 1']],
    ['none where neither record nor tag has a name', [], [pool(1, null)], {}, []],
  ])('%s', (_, poolSpecs, stored, recorded, names) => {
    expect(leaving(poolSpecs, stored, recorded)).toEqual(names);
  });
});

import { describe, expect, test } from 'vitest';
import { put, type Scene, stage } from '../../../test/support/stage.ts';
import { NOW } from '../../../test/support/stage-service.ts';
import { strayedValues, straysOf } from './strays.ts';

const HOUR = 60 * 60_000;
const AT = new Date(NOW).toISOString();
const REF = {
  path: 'partSelector',
  into: 'partIds',
  kind: 'Part',
  by: 'selector',
  take: 'id',
  neededFor: 'update',
} as const;
const LOST = { path: REF.path, name: 'p', value: '3', lostAt: AT };
const led = (value: unknown) => ({ [REF.path]: [{ name: 'p', value }] });
const strayed = (ms: number) => [{ ...LOST, lostAt: new Date(NOW - ms).toISOString() }];

/** Builds an object whose selector now matches nothing, with a status from before; Part still
 *  provides 3, unless another value is given. */
function lostOn(status: object, value: unknown = 3, over: Scene = {}, now = {}) {
  const { pass, cluster } = stage({
    kind: { refs: [REF] },
    ...over,
    status: { observedGeneration: 1, ...status },
  });
  if (value !== undefined)
    put(cluster, { kind: 'Part', namespace: 'team', name: 'p' }, { status: { id: value } });
  return { lost: straysOf(pass, now), cluster, pass };
}

describe('a selector lost', () => {
  test.each<[string, object, unknown, object, readonly object[]]>([
    ['what it led to', { ids: led('3') }, 3, {}, [LOST]],
    ['nothing that it leads to', { ids: led('3') }, 3, led(3), []],
    ['nothing that its object does not give any more', { ids: led('3') }, 4, {}, []],
    ['nothing whose object is gone', { ids: led('3') }, undefined, {}, []],
    ['what it lost lately', { strayed: strayed(HOUR - 1) }, 3, {}, strayed(HOUR - 1)],
    ['it once', { strayed: strayed(1), ids: led('3') }, 3, {}, strayed(1)],
    ['nothing that was lost an hour ago', { strayed: strayed(HOUR) }, 3, {}, []],
    [
      'what was lost before, while a plan is held',
      { strayed: strayed(HOUR * 9), plan: { hash: 'h', steps: [] } },
      3,
      {},
      strayed(HOUR * 9),
    ],
    ['nothing that another selector lost', { strayed: [{ ...LOST, path: 'other' }] }, 3, {}, []],
    ['nothing after an edit', { ids: led('3'), observedGeneration: 0 }, 3, {}, []],
  ])('%s', (_, status, value, now, lost) => {
    expect(lostOn(status, value === undefined ? null : value, {}, now).lost).toEqual(lost);
  });

  test('nothing whose object is deleted, and nothing by name', () => {
    const { pass, cluster } = lostOn({ ids: led('3') });
    put(
      cluster,
      { kind: 'Part', namespace: 'team', name: 'p' },
      { status: { id: 3 }, metadata: { deletionTimestamp: 'now' } },
    );
    expect(straysOf(pass, {})).toEqual([]);
    expect(lostOn({ ids: led('3') }, 3, { kind: { refs: [{ ...REF, by: 'name' }] } }).lost).toEqual(
      [],
    );
  });
});

test('strays are reported by the path of their selector', () => {
  const other = { ...LOST, path: 'other', value: '5' };
  expect(strayedValues([LOST, other, { ...LOST, value: '4' }])).toEqual({
    [REF.path]: [3, 4],
    other: [5],
  });
  expect(strayedValues([])).toEqual({});
});

import { describe, expect, test } from 'vitest';
import { type Scene, stage } from '../../../test/support/stage.ts';
import { NOW } from '../../../test/support/stage-service.ts';
import type { Failure, FailureCode } from '../../model/failure.ts';
import type { Outcome } from '../../model/outcome.ts';
import { endingOf } from '../pass/ending.ts';
import type { Findings } from '../pass/pass.ts';
import { DEFAULT_SETTINGS } from '../term/environment.ts';
import { isNotWorthTelling } from './brief-trouble.ts';

const STALE = DEFAULT_SETTINGS.staleAfterMs;
const failed = (code: FailureCode): Outcome => ({
  type: 'failed',
  failure: { code, detail: '' } as Failure,
});
const condition = (type: string, status: string, reason = 'x') => ({
  type,
  status,
  reason,
  message: '',
  lastTransitionTime: '2026-01-01T00:00:00Z',
});
const READY = condition('Ready', 'True');
const SYNCED = { id: 7, observedGeneration: 1, conditions: [condition('Synced', 'True')] };
const isUntold = (scene: Scene, outcome: Outcome, found: Partial<Findings> = {}): boolean =>
  isNotWorthTelling(stage(scene).pass, { outcome, ...found }, endingOf(outcome));
const GOING: Scene['metadata'] = { deletionTimestamp: 'now' };

describe('a trouble of the outside', () => {
  const at = (status: object, over: Scene = {}): Scene => ({ status, ...over });
  test.each<[string, Scene, boolean]>([
    ['is not reported for an object at rest', at(SYNCED), true],
    [
      'is not reported where its item was seen recently',
      at(SYNCED, { memory: { observedAt: NOW - STALE + 1 } }),
      true,
    ],
    ['is reported where it was not', at(SYNCED, { memory: { observedAt: NOW - STALE } }), false],
    ['is reported for a new object', at({}), false],
    [
      'is reported for an object out of sync',
      at({ ...SYNCED, conditions: [condition('Synced', 'False'), READY] }),
      false,
    ],
    ['is reported for one that was never in sync', at({ ...SYNCED, conditions: [READY] }), false],
    ['is reported after an edit', at({ ...SYNCED, observedGeneration: 0 }), false],
    [
      'is reported while a change is in progress',
      at(SYNCED, { memory: { unsettled: true } }),
      false,
    ],
    ['is reported for a deleted object', at(SYNCED, { metadata: GOING }), false],
  ])('%s', (_, scene, isSo) => {
    expect(isUntold(scene, failed('Unreachable'))).toBe(isSo);
  });

  test.each<[string, Outcome, Partial<Findings>, boolean]>([
    ['that something was done against', failed('Unreachable'), { did: ['Grow'] }, false],
    ['that nothing was done against', failed('Unreachable'), { did: [] }, true],
    ['of the inside', failed('Rejected'), {}, false],
    ['that is none', { type: 'settled' }, {}, false],
  ])('%s is reported for an object at rest or not', (_, outcome, found, isSo) => {
    expect(isUntold(at(SYNCED), outcome, found)).toBe(isSo);
  });
});

test.each<[FailureCode, Partial<Findings>, boolean]>([
  ['Fenced', {}, true],
  ['Overtaken', {}, true],
  ['Fenced', { did: ['Grow'] }, false],
  ['Unreachable', {}, false],
])('a pass that may not write (%s) is not reported: %#', (code, found, isSo) => {
  expect(isUntold({}, failed(code), found)).toBe(isSo);
});

describe('a look for which there is no room', () => {
  const WAITING = {
    id: 7,
    observedGeneration: 1,
    conditions: [READY, condition('Synced', 'False', 'Waiting')],
  };
  test.each<[string, Scene, Outcome, Partial<Findings>, boolean]>([
    ['is not reported while an item is awaited', {}, failed('Throttled'), {}, true],
    [
      'is reported where the item was read',
      {},
      failed('Throttled'),
      { observed: {} as never },
      false,
    ],
    ['is reported where it is another failure', {}, failed('Unreachable'), {}, false],
    ['is reported where it is no failure', {}, { type: 'settled' }, {}, false],
    [
      'is reported where something else is awaited',
      {
        status: {
          ...WAITING,
          conditions: [condition('Ready', 'False', 'Waiting'), condition('Synced', 'False')],
        },
      },
      failed('Throttled'),
      {},
      false,
    ],
    [
      'is reported without conditions',
      { status: { id: 7, observedGeneration: 1 } },
      failed('Throttled'),
      {},
      false,
    ],
    [
      'is reported before there is an item',
      { status: { ...WAITING, id: undefined } },
      failed('Throttled'),
      {},
      false,
    ],
    [
      'is reported after an edit',
      { status: { ...WAITING, observedGeneration: 0 } },
      failed('Throttled'),
      {},
      false,
    ],
    [
      'is reported where no pass succeeded for a long time',
      { memory: { clearAt: NOW - STALE } },
      failed('Throttled'),
      {},
      false,
    ],
    [
      'is not reported where one succeeded within that time',
      { memory: { clearAt: NOW - STALE + 1 } },
      failed('Throttled'),
      {},
      true,
    ],
    ['is reported for a deleted object', { metadata: GOING }, failed('Throttled'), {}, false],
  ])('%s', (_, scene, outcome, found, isSo) => {
    expect(isUntold({ status: WAITING, ...scene }, outcome, found)).toBe(isSo);
  });
});

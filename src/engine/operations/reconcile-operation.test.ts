import { describe, expect, test } from 'vitest';
import { operationStatusOf } from '../../../test/support/operations.ts';
import { OPERATION_UID, type Scene, stage } from '../../../test/support/stage.ts';
import { NOW } from '../../../test/support/stage-service.ts';
import type { KubeFailure } from '../ports/cluster.ts';
import { reconcileOperation } from './reconcile-operation.ts';

const NAME = { kind: 'Operation', namespace: 'team', name: 'now' };
const KIND: NonNullable<Scene['kind']> = { requests: { Reboot: { does: '', steps: () => [] } } };
const AT = new Date(NOW).toISOString();
const before = (ms: number): string => new Date(NOW - ms).toISOString();
const on = (scene: Scene = {}, spec: object = {}) =>
  stage({ kind: KIND, operations: { now: { verb: 'Reboot', ...spec } }, ...scene });
const ended = (state: string): Scene => ({
  status: {
    operations: { [OPERATION_UID]: { name: 'now', verb: 'Reboot', changedAt: AT, state } },
  },
});

async function reconciled(world: ReturnType<typeof on>): Promise<number | null> {
  const object = world.cluster.get(NAME);
  return object === undefined ? null : reconcileOperation(world.env, object);
}

describe('an Operation that is tended', () => {
  test('has its phase, and conditions that tools know', async () => {
    const world = on();
    expect(await reconciled(world)).toBeNull();
    expect(operationStatusOf(world.cluster, NAME)).toMatchObject({
      observedGeneration: 1,
      phase: 'Pending',
      conditions: [
        { type: 'Complete', status: 'False', reason: 'Pending', observedGeneration: 1 },
        { type: 'Reconciling', status: 'True', reason: 'Pending' },
      ],
    });
    expect(world.events).toEqual([]);
  });

  test('is written once', async () => {
    const world = on();
    await reconciled(world);
    const writes = world.cluster.writes.length;
    await reconciled(world);
    expect(world.cluster.writes.length).toBe(writes);
  });

  test.each([
    ['Done', 'Succeeded', ['Complete True'], 'Normal Succeeded'],
    ['Refused', 'Failed', ['Complete False', 'Stalled True'], 'Warning Refused'],
    ['OutcomeUnknown', 'Unknown', ['Complete Unknown', 'Stalled True'], 'Warning OutcomeUnknown'],
  ])('ends after %s as %s, with one event', async (state, phase, conditions, event) => {
    const world = on(ended(state));
    await reconciled(world);
    await reconciled(world);
    const status = operationStatusOf(world.cluster, NAME);
    const told = status['conditions'] as readonly {
      readonly type: string;
      readonly status: string;
    }[];
    expect(status).toMatchObject({
      phase,
      startedAt: expect.any(String),
      finishedAt: expect.any(String),
    });
    expect(told.map((one) => `${one.type} ${one.status}`)).toEqual(conditions);
    expect(world.events.map(({ type, reason }) => `${type} ${reason}`)).toEqual([event]);
  });

  test.each([
    ['of another class', { labels: { 'cloudinfra.dev/class': 'gold' } }, {}],
    ['whose target another operator has', {}, { operator: { name: 'other/operator' } }],
  ])('is left to others: one %s', async (_, labels, status) => {
    const world = on({ metadata: labels, status });
    expect(await reconciled(world)).toBeNull();
    expect(operationStatusOf(world.cluster, NAME)['phase']).toBeUndefined();
  });
});

describe('a finished Operation', () => {
  test.each<[string, object, number, number | null, boolean]>([
    ['without a time to live', {}, 9_000_000, null, true],
    ['before its time', { ttlSecondsAfterFinished: 60 }, 59_000, 1_000, true],
    ['after its time', { ttlSecondsAfterFinished: 60 }, 60_000, null, false],
    ['without any time', { ttlSecondsAfterFinished: 0 }, 0, null, false],
    ['far before its time', { ttlSecondsAfterFinished: 90_000 }, 0, 3_600_000, true],
  ])('%s stays or goes', async (_, spec, agoMs, again, stays) => {
    const world = on({}, spec);
    world.cluster.spoil(NAME, { phase: 'Succeeded', finishedAt: before(agoMs) });
    expect(await reconciled(world)).toBe(again);
    expect(world.cluster.get(NAME) !== undefined).toBe(stays);
  });

  test.each<[KubeFailure['code'], number | null]>([
    ['Gone', null],
    ['Conflict', 2_000],
    ['Unreachable', 2_000],
    ['Denied', 15_000],
  ])('that cannot be deleted (%s) is tried again later', async (code, again) => {
    const world = on({}, { ttlSecondsAfterFinished: 0 });
    world.cluster.spoil(NAME, { phase: 'Failed', finishedAt: AT });
    world.cluster.interfere = () => ({ failure: { code, detail: 'no' }, after: false });
    expect(await reconciled(world)).toBe(again);
  });

  test('whose end has no time that can be read stays', async () => {
    const world = on({}, { ttlSecondsAfterFinished: 0 });
    world.cluster.spoil(NAME, { phase: 'Failed', finishedAt: 'soon' });
    expect([await reconciled(world), world.cluster.get(NAME) === undefined]).toEqual([null, false]);
  });
});

test('a status that cannot be written is tried again', async () => {
  const world = on(ended('Done'));
  world.cluster.interfere = () => ({
    failure: { code: 'Unreachable', detail: 'no' },
    after: false,
  });
  expect(await reconciled(world)).toBe(2_000);
  expect(world.events).toEqual([]);
});

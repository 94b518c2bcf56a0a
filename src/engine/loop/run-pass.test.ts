import { describe, expect, test } from 'vitest';
import { type Scene, stage } from '../../../test/support/stage.ts';
import { ELAPSED, NOW } from '../../../test/support/stage-service.ts';
import { type Failure, fail, ok } from '../../model/failure.ts';
import { fingerprint } from '../../model/fingerprint.ts';
import { ANNOTATION, CLASS_LABEL, FINALIZER } from '../../model/group.ts';
import type { Outcome } from '../../model/outcome.ts';
import { post } from '../../model/request.ts';
import { type Change, call } from '../../model/step.ts';
import { writtenIn } from '../pass/last-written.ts';
import { newMemory } from '../pass/memory.ts';
import type { PassRecord } from '../ports/telemetry.ts';
import { runPass } from './run-pass.ts';

const SIGNED = { operator: { name: 'system/cloudinfra-operator' } };
const OTHER = { operator: { name: 'other/op' } };
const LOST: Failure = { code: 'Unreachable', detail: 'cut off' };
const SIZE: Change = { field: 'size', from: null, to: 3 };
const GROW = call('Grow', post('/gadgets/7/grow', {}), [SIZE]);
const condition = (type: string, status = 'True') => ({
  type,
  status,
  reason: 'x',
  message: '',
  lastTransitionTime: '2026-01-01T00:00:00Z',
});
const SYNCED = {
  ...SIGNED,
  id: 7,
  account: 'A',
  observedGeneration: 1,
  conditions: [condition('Synced')],
};

/** Runs one pass as the loop does. */
async function play(
  scene: Scene = {},
  spoil: (world: ReturnType<typeof stage>) => void = () => undefined,
) {
  const records: PassRecord[] = [];
  const world = stage({
    ...scene,
    env: { telemetry: { pass: (one) => void records.push(one) }, ...scene.env },
  });
  spoil(world);
  const { pass, env, memory } = world;
  const object =
    world.cluster.get({ kind: 'Gadget', namespace: 'team', name: 'web' }) ?? pass.copy.object;
  const next = await runPass(
    {
      ...env,
      cloud: { open: async () => ok(pass.account), onChange: () => undefined },
      ...scene.env,
    },
    pass.subject.kind,
    object,
    memory,
    pass.cause,
    5,
  );
  const status = world.cluster.all('Gadget')[0]?.status as
    | Readonly<Record<string, unknown>>
    | undefined;
  return { ...world, next, record: records[0], records, status };
}

describe('a pass', () => {
  test('over an item in sync is reported, and plans nothing', async () => {
    const { next, record, status, memory } = await play({
      status: SYNCED,
      items: [{ id: 7 }],
      memory: { startedAt: NOW - 3_000 },
    });
    expect(next).toBeNull();
    expect(record).toEqual({
      kind: 'Gadget',
      namespace: 'team',
      name: 'web',
      outcome: 'settled',
      detail: 'up to date',
      steps: [],
      failedSteps: [],
      driftFound: 0,
      driftCorrected: 0,
      waitedMs: 5,
      tookMs: 0,
      wrote: 1,
      readyAfterMs: 3_000,
    });
    expect(status).toMatchObject({
      id: 7,
      conditions: [
        { type: 'Ready', status: 'True' },
        { type: 'Synced', status: 'True' },
      ],
    });
    expect(memory).toMatchObject({
      ending: 'settled',
      attempts: 1,
      startedAt: 0,
      unsettled: false,
    });
  });

  test('over one with drift reports what it found and corrected', async () => {
    const kind: Scene['kind'] = { update: () => [GROW], wants: () => ({ size: 3 }) };
    const { record, events } = await play({
      kind,
      status: { ...SYNCED, applied: { size: fingerprint(3) } },
      items: [{ id: 7 }],
    });
    expect(record).toMatchObject({
      outcome: 'acted',
      steps: ['Grow (POST /gadgets/7/grow) size: 3'],
      driftFound: 1,
      driftCorrected: 1,
    });
    expect(events).toContainEqual({
      type: 'Normal',
      reason: 'Acted',
      message: 'Grow (POST /gadgets/7/grow) size: 3',
      object: 'Gadget/web',
    });
  });

  test.each<[string, Scene, boolean]>([
    ['at rest that was seen lately', { status: SYNCED }, false],
    [
      'at rest that was not seen for long',
      { status: SYNCED, memory: { observedAt: NOW - 15 * 60_000 } },
      true,
    ],
    [
      'that was seen just within that time',
      { status: SYNCED, memory: { observedAt: NOW - 15 * 60_000 + 1 } },
      false,
    ],
    ['out of sync', { status: { ...SYNCED, conditions: [condition('Synced', 'False')] } }, true],
    ['of another generation', { status: { ...SYNCED, observedGeneration: 0 } }, true],
    ['that is written to', { status: SYNCED, memory: { unsettled: true } }, true],
    ['without conditions', { status: { ...SIGNED, id: 7 } }, true],
    [
      'that is deleted',
      {
        status: SYNCED,
        metadata: { deletionTimestamp: 'now' },
        memory: { endingSince: 1 },
        spec: {},
      },
      true,
    ],
  ])('that fails to read an object %s reports it: %s', async (_, scene, isReported) => {
    const account = { list: async () => fail(LOST), item: async () => fail(LOST) };
    const { record, cluster } = await play({ ...scene, account });
    expect(record).toMatchObject({ outcome: 'failed', failure: LOST });
    expect(cluster.writes.filter((write) => write.startsWith('patchStatus'))).toHaveLength(
      isReported ? 1 : 0,
    );
  });

  test.each(['Fenced', 'Overtaken'] as const)(
    'that may not write (%s) is not reported',
    async (code) => {
      const account = { list: async () => fail<Failure>({ code, detail: 'x' }) };
      const { record, cluster } = await play({
        status: { ...SIGNED, id: 7, account: 'A' },
        account,
      });
      expect([record?.outcome, cluster.writes]).toEqual(['failed', []]);
    },
  );

  test('with a bug is reported, and affects no other object', async () => {
    const kind: Scene['kind'] = {
      update: () => {
        throw new Error('oops');
      },
    };
    const { record, status, next } = await play({ kind, status: SYNCED, items: [{ id: 7 }] });
    expect(record).toMatchObject({
      outcome: 'broken',
      detail: 'bug in the operator, please report it: oops',
      error: expect.any(Error),
      wrote: 1,
    });
    expect(status).toMatchObject({
      conditions: [
        { type: 'Ready' },
        { type: 'Synced', reason: 'InternalError' },
        { type: 'Reconciling' },
      ],
    });
    expect(next).toEqual({ inMs: 5_000, urgency: 'repair' });
  });

  test('that cannot be reported is recorded', async () => {
    const { record, status } = await play({ status: SYNCED, items: [{ id: 7 }] }, ({ cluster }) => {
      Object.assign(cluster, { patchStatus: () => Promise.reject(new TypeError('odd')) });
    });
    expect(record).toMatchObject({
      outcome: 'broken',
      detail: 'bug in the operator, please report it: odd',
      wrote: 0,
    });
    expect(status).toEqual(SYNCED);
  });

  test.each([
    ['Denied', 'failed'],
    ['Gone', 'gone'],
  ] as const)('whose status cannot be written (%s) ends as %s', async (code, outcome) => {
    const { record, events } = await play(
      { status: SIGNED, items: [], kind: { create: () => [] } },
      ({ cluster }) => {
        cluster.interfere = () => ({ failure: { code, detail: 'no' }, after: false });
      },
    );
    expect([record?.outcome, events]).toEqual([outcome, []]);
  });

  test('during which an event came keeps its time', async () => {
    const kept = await play({ status: SYNCED, items: [{ id: 7 }], memory: { hintedAt: 5 } });
    expect(kept.memory.hintedAt).toBe(0);
    const come = await play(
      {
        status: SYNCED,
        account: {
          list: async () => ok({ items: new Map() }) as never,
          item: async () => ok({ id: 7 }) as never,
        },
        memory: { unsettled: true },
        kind: {
          report: () => {
            Object.assign(memories.at(-1) ?? {}, { hints: 1, hintedAt: 9 });
            return {};
          },
        },
      },
      ({ memory }) => void memories.push(memory),
    );
    expect(come.memory.hintedAt).toBe(9);
  });
  const memories: object[] = [];

  test.each([
    [[FINALIZER], 4_000],
    [['other'], undefined],
  ])(
    'that releases a deleted object (%s) reports the duration',
    async (finalizers, deletedAfterMs) => {
      const status = { conditions: [], ...SIGNED };
      const { record } = await play({
        status,
        metadata: { finalizers, deletionTimestamp: 'now' },
        env: { clock: { now: () => NOW + 4_000, elapsed: () => ELAPSED } },
      });
      expect([record?.outcome, record?.deletedAfterMs]).toEqual(['gone', deletedAfterMs]);
    },
  );

  test('puts back what another writer made of the status, and ends where it cannot', async () => {
    const spoilt: Parameters<typeof play>[1] = ({ cluster, memory, pass }) => {
      memory.lastWritten = writtenIn(pass.copy.object);
      cluster.spoil({ kind: 'Gadget', namespace: 'team', name: 'web' }, { ...SYNCED, id: 9 });
    };
    const restored = await play({ status: SYNCED, items: [{ id: 7 }] }, spoilt);
    expect([restored.status, restored.memory.restoredAt]).toMatchObject([{ id: 7 }, [ELAPSED]]);
    for (const [code, outcome] of [
      ['Unreachable', 'failed'],
      ['Gone', 'gone'],
    ] as const) {
      const blocked = await play({ status: SYNCED }, (world) => {
        spoilt(world);
        world.cluster.interfere = () => ({ failure: { code, detail: 'away' }, after: false });
      });
      expect([blocked.record?.outcome, blocked.record?.wrote, blocked.memory.restoredAt]).toEqual([
        outcome,
        0,
        [],
      ]);
    }
    const first = await play({ status: SYNCED, items: [{ id: 7 }] });
    expect(first.memory.lastWritten).toMatchObject({
      uid: first.pass.subject.object.metadata.uid,
      status: { id: 7 },
    });
  });
});

describe('an object that another operator has', () => {
  const GOLD = { labels: { [CLASS_LABEL]: 'gold' } };
  const self = { name: 'system/cloudinfra-operator', class: 'gold' };
  const moved =
    'if it stopped permanently, set the annotation cloudinfra.dev/moved-from to other/op';
  const rival = `the operator other/op manages this object, according to its status; give one of the two operators a class, or other namespaces; if that operator stopped permanently, set the annotation cloudinfra.dev/moved-from to other/op`;

  test('of the same class is left to it with an event', async () => {
    const { record, events, cluster, memory } = await play({
      status: OTHER,
      memory: { wroteAt: 5, attempts: 3, ending: 'x' },
    });
    expect(record).toMatchObject({ outcome: 'conflict', detail: rival });
    expect([events, cluster.writes]).toEqual([
      [{ type: 'Warning', reason: 'OtherOperator', message: rival, object: 'Gadget/web' }],
      [],
    ]);
    expect(memory).toMatchObject({
      wroteAt: 0,
      otherSince: ELAPSED,
      attempts: 1,
      ending: 'conflict',
    });
  });

  test.each<[string, number, Outcome['type'], number]>([
    ['just now', 0, 'waiting', 0],
    ['nearly half a minute ago', ELAPSED - 29_999, 'waiting', 0],
    ['half a minute ago', ELAPSED - 30_000, 'conflict', 1],
  ])(
    'and that left its class %s is awaited, then reported',
    async (_, otherSince, outcome, writes) => {
      const { record, cluster, events, memory } = await play({
        status: OTHER,
        metadata: GOLD,
        env: { self },
        memory: { otherSince },
      });
      expect([record?.outcome, cluster.writes.length, events.length]).toEqual([
        outcome,
        writes,
        writes,
      ]);
      expect(memory.otherSince).toBe(otherSince === 0 ? ELAPSED : otherSince);
      const waits = 'waiting for the operator other/op to release the object';
      expect(record?.detail).toBe(
        outcome === 'waiting'
          ? waits
          : `the operator other/op manages this object, according to its status; it releases the object when it runs; ${moved}`,
      );
    },
  );

  test('that a person says ended is taken', async () => {
    const { record, memory, status } = await play({
      status: { ...SYNCED, ...OTHER },
      items: [{ id: 7 }],
      metadata: { annotations: { [ANNOTATION.movedFrom]: 'other/op' } },
      memory: { otherSince: 5 },
    });
    expect([record?.outcome, memory.otherSince]).toEqual(['settled', 0]);
    expect(status).toMatchObject(SIGNED);
  });

  test.each([
    [{}, 'an operator without a class', { name: 'system/cloudinfra-operator', class: 'gold' }],
    [GOLD, 'an operator of the class gold', { name: 'system/cloudinfra-operator', class: null }],
  ])('is let go to one of another class: %o', async (metadata, what, operator) => {
    const { next, status, records, memory } = await play({
      status: SYNCED,
      metadata,
      env: { self: operator },
      memory: { wroteAt: 5 },
    });
    expect([next, records, memory]).toEqual([null, [], newMemory(NOW)]);
    expect(status).toMatchObject({
      id: 7,
      conditions: [
        { type: 'Ready' },
        { type: 'Synced', reason: 'WaitingForOperator', message: `waiting for ${what}` },
        { type: 'Reconciling' },
      ],
    });
    expect(JSON.stringify(status)).not.toContain('system/cloudinfra-operator');
  });

  test.each([
    ['Unreachable', { inMs: 1_000, urgency: 'completion' }],
    ['Gone', null],
  ] as const)('that cannot be let go (%s) is tried again or not', async (code, next) => {
    const played = await play({ status: SYNCED, metadata: GOLD }, ({ cluster }) => {
      cluster.interfere = () => ({ failure: { code, detail: 'x' }, after: false });
    });
    expect(played.next).toEqual(next);
  });
});

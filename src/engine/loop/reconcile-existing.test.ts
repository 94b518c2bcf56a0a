import { describe, expect, test } from 'vitest';
import { fillBrake } from '../../../test/support/full-brake.ts';
import { type Scene, stage } from '../../../test/support/stage.ts';
import { NOW } from '../../../test/support/stage-service.ts';
import { ANNOTATION } from '../../model/group.ts';
import { del, post } from '../../model/request.ts';
import { call } from '../../model/step.ts';
import { recordOf } from '../pass/intent.ts';
import { reconcile } from './reconcile.ts';

describe('an object that is wanted', () => {
  const KNOWN = { id: 7, account: 'A' };
  const MAKE = call('Create', post('/gadgets', {}), []);
  const ref = {
    path: 'partRef',
    into: 'partId',
    kind: 'Part',
    by: 'name',
    take: 'id',
    neededFor: 'create',
  } as const;
  const intent = (uid: string) => ({
    uid,
    at: 5,
    account: 'A',
    path: '/gadgets',
    key: 'web',
    marked: true,
  });
  const UID = '00000000-0000-4000-8000-000000000001';
  const lost = (more: string): object => ({
    type: 'lost',
    detail: `item 7 vanished from the account; ${more}`,
  });
  const held = 'set spec.policy.loss to Recreate to create it again, or delete this object';
  const again = {
    type: 'waiting',
    for: 'a new item: item 7 vanished from the account',
    recheckMs: 1_000,
    reason: 'Waiting',
  };
  const create: NonNullable<Scene['kind']> = { create: () => [MAKE] };
  const recreate: Scene = {
    kind: create,
    status: { ...KNOWN, intent: recordOf(intent(UID)) },
    spec: { policy: { loss: 'Recreate' } },
  };

  test.each<[string, Scene, object, readonly string[]]>([
    ['and paused rests', { spec: { policy: { mode: 'Paused' } } }, { type: 'paused' }, []],
    ['is settled', { status: KNOWN, items: [{ id: 7 }] }, { type: 'settled' }, []],
    [
      'is created',
      { kind: create, answers: { 'POST /gadgets': { id: 7, tags: [] } } },
      { type: 'acted' },
      ['POST /gadgets'],
    ],
    [
      'is not created by who observes',
      { kind: create, spec: { policy: { mode: 'Observe' } } },
      {
        type: 'refused',
        field: 'spec.import',
        detail: 'the item does not exist, and policy.mode Observe creates nothing',
      },
      [],
    ],
    [
      'waits for a reference',
      { kind: { ...create, refs: [ref] }, spec: { partRef: { name: 'x' } } },
      { type: 'refused' },
      [],
    ],
    [
      'is behind a fence',
      { status: KNOWN, items: [{ id: 7 }], spec: { import: { by: 'Id', id: 8 } } },
      { type: 'conflict' },
      [],
    ],
    ['is not clear', { status: KNOWN, listing: { trusted: false } }, { type: 'waiting' }, []],
    ['is lost', { status: KNOWN, spec: { policy: { loss: 'Hold' } } }, lost(held), []],
    [
      'is lost to who does not manage',
      { status: KNOWN, spec: { policy: { mode: 'Preview', loss: 'Recreate' } } },
      lost(held),
      [],
    ],
    ['is made again', recreate, again, []],
    [
      'is not made again beside a copy',
      { ...recreate, items: [{ id: 9, tags: [`k8s:${UID}`] }] },
      { type: 'lost' },
      [],
    ],
  ])('%s', async (_, scene, outcome, sent) => {
    const world = stage(scene);
    const findings = await reconcile(world.pass);
    expect([findings.outcome, world.sent]).toMatchObject([outcome, sent]);
  });

  test('and made again forgets the item and its create', async () => {
    const world = stage(recreate);
    expect(await reconcile(world.pass)).toMatchObject({
      id: null,
      intent: null,
      health: {
        ready: false,
        reason: 'Absent',
        message: 'item 7 vanished from the account and is created again',
      },
      credential: null,
    });
    expect(world.memory.closedIntentAt).toBe(5);
    const braked = stage(recreate);
    await fillBrake(braked.env);
    expect(await reconcile(braked.pass)).toMatchObject({
      outcome: { type: 'held', why: 'Brake' },
      health: { reason: 'Absent' },
    });
  });

  test.each([
    ['t', true],
    [undefined, false],
  ])('is looked at closely where a person asks (%s)', async (token, isAsked) => {
    const annotations = token === undefined ? {} : { [ANNOTATION.sync]: token };
    const { pass, memory } = stage({
      metadata: { annotations },
      spec: { policy: { mode: 'Paused' } },
    });
    await reconcile(pass);
    expect([memory.hintedAt, memory.unsettled]).toEqual(isAsked ? [NOW, true] : [0, false]);
  });

  test('and deleted goes its way', async () => {
    const { pass } = stage({
      metadata: { deletionTimestamp: 'now' },
      status: { conditions: [] },
      kind: { remove: () => [call('x', del('/x'))] },
    });
    expect((await reconcile(pass)).outcome).toEqual({ type: 'gone' });
  });
});

import { describe, expect, test } from 'vitest';
import { put, type Scene, stage } from '../../../test/support/stage.ts';
import { listingOf, NOW } from '../../../test/support/stage-service.ts';
import { type Failure, fail, ok } from '../../model/failure.ts';
import type { Ref } from '../../model/ref.ts';
import { post } from '../../model/request.ts';
import { call } from '../../model/step.ts';
import { markOf } from '../../model/tags.ts';
import { recordOf } from '../pass/intent.ts';
import { reconcile } from './reconcile.ts';

const UID = '00000000-0000-4000-8000-000000000077';
const MAKE = call('Create', post('/gadgets', {}));

/** Runs one pass in the account of the stage. */
function play(scene: Scene, prepare: (world: ReturnType<typeof stage>) => void = () => undefined) {
  const world = stage({ ...scene, metadata: { uid: UID, ...scene.metadata } });
  prepare(world);
  const { pass, env } = world;
  const cloud = { open: async () => ok(pass.account), onChange: () => undefined };
  return reconcile({ ...pass, env: { ...env, cloud } });
}

describe('an object whose reference leads nowhere', () => {
  const ref: Ref = {
    path: 'parts[]',
    into: 'partIds',
    kind: 'Shelf',
    by: 'name',
    take: 'id',
    neededFor: 'create',
  };
  const scene: Scene = { kind: { refs: [ref] }, spec: { parts: [{ name: 'x' }] } };
  const WAITS = { type: 'waiting', reason: 'WaitingForReference', recheckMs: 60_000 };

  test('waits with its create', async () => {
    const findings = await play({ ...scene, items: [{ id: 7 }] });
    expect([findings.outcome, findings.observed]).toMatchObject([WAITS, undefined]);
  });

  test('looks at the item that it has', async () => {
    const here: Scene = { ...scene, status: { id: 7, account: 'A' }, items: [{ id: 7 }] };
    expect((await play(here)).observed).toMatchObject({ item: { id: 7 } });
  });
});

describe('an item that an import brought', () => {
  const intent = { uid: UID, at: NOW - 120_000, account: 'A', path: '/gadgets', key: 'web' };
  test.each([
    ['is no fruit of an older create, which is forgotten', '2026-01-01T10:00:00', null],
    ['is the fruit of the create, which is kept', '2026-01-01T11:58:01', undefined],
  ])('%s', async (_, created, kept) => {
    const findings = await play({
      spec: { import: { by: 'Id', id: 7 } },
      status: { intent: recordOf({ ...intent, marked: true }) },
      items: [{ id: 7, tags: [markOf(UID)], created }],
    });
    expect(findings.intent).toBe(kept);
  });
});

describe('an object without an item', () => {
  test('waits for the end of another one that has the item that is meant', async () => {
    const scene: Scene = {
      kind: { create: () => [MAKE] },
      spec: { import: { by: 'Id', id: 7, orCreate: true } },
    };
    const findings = await play(scene, ({ cluster }) =>
      put(
        cluster,
        { kind: 'Gadget', namespace: 'team', name: 'before' },
        { status: { id: 7, account: 'A' }, metadata: { uid: 'old', deletionTimestamp: 'now' } },
      ),
    );
    expect(findings.outcome).toMatchObject({
      type: 'waiting',
      for: 'Gadget team/before, which is being deleted and has item 7, to be gone',
    });
  });

  test('waits for its collection where that went with its parent', async () => {
    const gone: Failure = { code: 'NotFound', detail: '' };
    const items = { path: '/shelves', schema: stage().pass.items.schema, paged: true };
    const findings = await play({
      kind: { parent: () => ({ items, id: 3 }) },
      account: {
        list: async ({ path }) => (path === '/shelves' ? (ok(listingOf([])) as never) : fail(gone)),
      },
    });
    expect(findings).toEqual(
      expect.objectContaining({
        outcome: {
          type: 'waiting',
          for: '/gadgets to exist',
          recheckMs: 60_000,
          reason: 'Waiting',
        },
      }),
    );
  });

  test('creates nothing in mode Observe', async () => {
    const findings = await play({
      kind: { create: () => [MAKE] },
      spec: { policy: { mode: 'Observe' }, import: { by: 'Id', id: 7, orCreate: true } },
    });
    expect(findings.outcome).toMatchObject({ type: 'refused', field: 'spec.import' });
  });
});

import { describe, expect, test } from 'vitest';
import { gadget } from '../../../test/support/gadget.ts';
import { put, type Scene, stage } from '../../../test/support/stage.ts';
import { CALLER, listingOf, NOW } from '../../../test/support/stage-service.ts';
import { type Failure, fail, ok } from '../../model/failure.ts';
import type { Outcome } from '../../model/outcome.ts';
import { markOf } from '../../model/tags.ts';
import { itemClaim, keyClaim } from '../term/claims.ts';
import { claimantOf } from './holding.ts';
import { observe } from './observe.ts';

const UID = '00000000-0000-4000-8000-000000000077';
const NEAR = { uid: 'near', title: 'Gadget team/near', namespace: 'team' };
const FAR = { uid: 'far', title: 'Gadget other/far', namespace: 'other' };
const KEY = keyClaim('A', '/gadgets', 'web');
const LOST: Failure = { code: 'Unreachable', detail: 'cut off' };
const on = (scene: Scene = {}) => stage({ ...scene, metadata: { uid: UID, ...scene.metadata } });
const unclear = (outcome: Outcome) => ({ type: 'unclear', outcome });

describe('an item with a recorded id', () => {
  const KNOWN: Scene = { status: { id: 7, account: 'A' } };
  const HERE: Scene = { ...KNOWN, items: [{ id: 7 }] };
  const item = { item: { id: 7 }, details: {} };
  test.each<[string, Scene, unknown]>([
    ['is found in the shared listing', HERE, { type: 'found', observed: item, adoption: {} }],
    [
      'is found by its id after a write',
      { ...HERE, memory: { unsettled: true }, listing: { items: new Map() } },
      { type: 'found', observed: item, adoption: {} },
    ],
    [
      'is found by its id after an event',
      { ...HERE, memory: { hintedAt: 5 }, listing: { items: new Map() } },
      { type: 'found', observed: item, adoption: {} },
    ],
    [
      'is found by its id where the listing lacks it',
      { ...HERE, listing: { items: new Map() } },
      { type: 'found', observed: item, adoption: {} },
    ],
    ['is gone', KNOWN, { type: 'absent' }],
    [
      'cannot be listed',
      { ...HERE, account: { list: async () => fail(LOST) } },
      unclear({ type: 'failed', failure: LOST }),
    ],
    [
      'cannot be read',
      { ...KNOWN, account: { item: async () => fail(LOST) } },
      unclear({ type: 'failed', failure: LOST }),
    ],
    [
      'is of another account',
      { ...HERE, status: { id: 7, account: 'B' } },
      unclear({
        type: 'refused',
        field: 'spec.credentialsRef',
        detail:
          'the item belongs to account B, and this credential to another account; use a credential of that account',
      }),
    ],
    [
      'without an account is of this one',
      { ...HERE, status: { id: 7 } },
      { type: 'found', observed: item, adoption: {} },
    ],
    [
      'is behind the fence of another cluster',
      { ...HERE, status: { id: 7, operator: { cluster: 'there' } } },
      { type: 'fenced', fence: { why: 'its status was recorded in another cluster (there)' } },
    ],
    [
      'is behind the fence of a mark',
      { ...HERE, items: [{ id: 7, tags: ['k8s:x'] }] },
      {
        type: 'fenced',
        fence: { why: 'it carries the mark of another object or cluster (k8s:x)' },
      },
    ],
    [
      'is not the one that is imported',
      { ...HERE, spec: { import: { by: 'Id', id: 8 } } },
      { type: 'fenced', fence: { why: 'spec.import.id names item 8' } },
    ],
  ])('%s', async (_, scene, sight) => {
    expect(await observe(on(scene).pass)).toMatchObject(sight as object);
  });

  test.each<[string, Scene, unknown]>([
    [
      'is a conflict',
      HERE,
      unclear({ type: 'conflict', detail: 'item 7 belongs to Gadget team/near' }),
    ],
    [
      'is fenced from a deleted object',
      { ...HERE, metadata: { deletionTimestamp: 'now' } },
      { type: 'fenced', fence: { why: 'it belongs to Gadget team/near' } },
    ],
  ])('that another object holds %s', async (_, scene, sight) => {
    const { pass, claims } = on(scene);
    claims.take(itemClaim('A', 'Gadget', 7), NEAR);
    expect(await observe(pass)).toMatchObject(sight as object);
  });

  const MARKED = { id: 7, tags: [markOf(UID)] };
  const ELSEWHERE = 'an object of another namespace';
  test.each<[string, Scene, unknown]>([
    [
      'is found by its mark',
      { ...KNOWN, items: [MARKED] },
      { type: 'found', observed: { item: MARKED } },
    ],
    [
      'is a conflict without one',
      HERE,
      unclear({ type: 'conflict', detail: `item 7 belongs to ${ELSEWHERE}` }),
    ],
    [
      'is fenced from a deleted object without one',
      { ...HERE, metadata: { deletionTimestamp: 'now' } },
      {
        type: 'fenced',
        fence: {
          outcome: { type: 'conflict', detail: `item 7 belongs to ${ELSEWHERE}` },
          why: `item 7 belongs to ${ELSEWHERE}`,
        },
      },
    ],
    [
      'is a conflict where it is gone',
      KNOWN,
      unclear({ type: 'conflict', detail: `item 7 belongs to ${ELSEWHERE}` }),
    ],
  ])('that another namespace holds by a status alone %s', async (_, scene, sight) => {
    const { pass, claims } = on(scene);
    claims.take(itemClaim('A', 'Gadget', 7), FAR);
    expect(await observe(pass)).toMatchObject(sight as object);
  });

  test('that may be a part elsewhere is waited for, by a deleted object too', async () => {
    const { pass, cluster, claims } = on({
      ...HERE,
      kinds: [{ ...gadget, kind: 'Rack', holds: [{ path: 'nodes[].id', as: 'Gadget' }] }],
      metadata: { deletionTimestamp: 'now' },
    });
    put(
      cluster,
      { kind: 'Rack', namespace: 'other', name: 'r' },
      { status: { id: 3 }, metadata: { uid: 'r' } },
    );
    claims.take(itemClaim('A', 'Rack', 3), { ...FAR, uid: 'r' });
    expect(await observe(pass)).toMatchObject(unclear({ type: 'waiting' } as never));
  });

  test('whose details cannot be read is not found', async () => {
    const kind: NonNullable<Scene['kind']> = {
      details: () => ({ disks: { path: '/disks', schema: null as never, paged: false } }),
    };
    const account = { read: async () => fail(LOST) };
    expect(await observe(on({ ...HERE, kind, account }).pass)).toEqual(
      unclear({ type: 'failed', failure: LOST }),
    );
  });

  test('is claimed with its key', async () => {
    const { pass, claims } = on(HERE);
    claims.take(KEY, claimantOf(pass));
    await observe(pass);
    expect([claims.holds(UID, KEY), claims.holds(UID, itemClaim('A', 'Gadget', 7))]).toEqual([
      true,
      true,
    ]);
  });

  test.each([
    ['after a write now', { unsettled: true }, NOW],
    ['after a write that is ahead of the clock', { unsettled: true, wroteAt: NOW + 5 }, NOW + 6],
    ['after an event behind it', { hintedAt: 5 }, 5],
  ])('is read %s', async (_, memory, since) => {
    const asked: number[] = [];
    const readRow: NonNullable<Scene['account']>['item'] = async (_read, _id, from) => {
      asked.push(from);
      return ok({ id: 7 }) as never;
    };
    await observe(on({ ...KNOWN, memory, account: { item: readRow } }).pass);
    expect(asked).toEqual([since]);
  });

  test.each<[string, Scene, boolean]>([
    ['is found', HERE, true],
    ['is not there yet', {}, true],
    ['is behind a fence', { ...HERE, spec: { import: { by: 'Id', id: 8 } } }, true],
    ['is gone', KNOWN, false],
    ['cannot be read', { ...KNOWN, account: { item: async () => fail(LOST) } }, false],
  ])('counts as looked at where it %s', async (_, scene, isSo) => {
    const { pass, memory } = on({ ...scene, memory: { observedAt: 1 } });
    await observe(pass);
    expect(memory.observedAt).toBe(isSo ? NOW : 1);
  });

  test.each([
    ['2026-01-01T11:00:00', NOW - 3_600_000],
    ['2026-01-01T13:00:00', NOW],
    [undefined, 0],
  ])(
    'that was created at %s was made then, and not ahead of the clock of the service',
    async (created, madeAt) => {
      const { pass, memory } = on({
        ...KNOWN,
        items: [{ id: 7, ...(created === undefined ? {} : { created }) }],
      });
      await observe(pass);
      expect(memory.itemMadeAt).toBe(madeAt);
    },
  );

  test('in a collection that went with its parent is gone', async () => {
    const gone: Failure = { code: 'NotFound', detail: '' };
    const parent = {
      items: { path: '/shelves', schema: stage().pass.items.schema, paged: true },
      id: 3,
    };
    const list: NonNullable<Scene['account']>['list'] = async ({ path }) =>
      path === '/shelves' ? (ok(listingOf([])) as never) : fail(gone);
    expect(
      await observe(on({ ...KNOWN, kind: { parent: () => parent }, account: { list } }).pass),
    ).toEqual({ type: 'absent' });
    expect(await observe(on({ ...KNOWN, account: { list } }).pass)).toEqual(
      unclear({ type: 'failed', failure: gone }),
    );
    const lost: NonNullable<Scene['account']> = { list: async () => fail(LOST) };
    expect(
      await observe(on({ ...KNOWN, kind: { parent: () => parent }, account: lost }).pass),
    ).toEqual(unclear({ type: 'failed', failure: LOST }));
    const later: NonNullable<Scene['account']> = {
      ...lost,
      list: async ({ path }) => (path === '/shelves' ? fail(LOST) : (ok(listingOf([])) as never)),
      item: async ({ path }) => (path === '/shelves' ? fail(gone) : fail(gone)),
      identity: async () => ok({ ...CALLER, restricted: true }),
    };
    expect(
      await observe(on({ ...KNOWN, kind: { parent: () => parent }, account: later }).pass),
    ).toMatchObject(unclear({ type: 'waiting', reason: 'HiddenOrGone' } as never));
  });

  test('in another collection than the spec leads to is refused', async () => {
    const kind: NonNullable<Scene['kind']> = {
      collection: (desired) =>
        `/shelves/${(desired.spec as { shelf?: number }).shelf ?? 1}/gadgets`,
      formerParent: {
        field: 'shelfRef',
        idIn: () => 2,
        within: (desired, shelf) => ({ ...desired, spec: { shelf } }),
      },
    };
    const located = {
      items: { path: '/shelves/1/gadgets', schema: stage().pass.items.schema, paged: true },
    };
    expect(await observe(on({ ...HERE, kind, located }).pass)).toEqual(
      unclear({
        type: 'refused',
        field: 'spec.shelfRef',
        detail:
          'item 7 is in /shelves/2/gadgets, and the spec now refers to /shelves/1/gadgets; delete this object, or restore the reference to the parent of the item',
      }),
    );
    expect(await observe(on({ ...KNOWN, kind, located }).pass)).toEqual({ type: 'absent' });
    const ref = {
      path: 'shelfRef',
      into: 'shelfId',
      kind: 'Shelf',
      by: 'name',
      take: 'id',
      neededFor: 'create',
    } as const;
    const missing = { ref, for: 'Shelf/x, which does not exist' };
    const waits = {
      ...located,
      resolution: { spec: {}, ids: {}, missing: [missing], unresolved: {}, watched: [] },
    };
    expect(await observe(on({ ...HERE, kind, located: waits }).pass)).toMatchObject(
      unclear({ type: 'waiting', for: missing.for, reason: 'WaitingForReference' } as never),
    );
  });
});

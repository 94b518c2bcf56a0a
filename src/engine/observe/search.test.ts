import { describe, expect, test } from 'vitest';
import { gadget } from '../../../test/support/gadget.ts';
import { put, type Scene, stage } from '../../../test/support/stage.ts';
import { ELAPSED, listingOf, NOW } from '../../../test/support/stage-service.ts';
import { type Failure, fail, ok } from '../../model/failure.ts';
import type { Outcome } from '../../model/outcome.ts';
import { markOf } from '../../model/tags.ts';
import { recordOf } from '../pass/intent.ts';
import { fruitClaim, itemClaim, keyClaim, makingClaim } from '../term/claims.ts';
import { claimantOf } from './holding.ts';
import { seek } from './search.ts';

const LAG = 15 * 60_000;
const GRACE = 60_000;
const UID = '00000000-0000-4000-8000-000000000077';
const MARK = markOf(UID);
const FAR = { uid: 'far', title: 'Gadget other/far', namespace: 'other' };
const NEAR = { uid: 'near', title: 'Gadget team/near', namespace: 'team' };
const KEY = keyClaim('A', '/gadgets', 'web');
const LOST: Failure = { code: 'Unreachable', detail: 'cut off' };
const on = (scene: Scene = {}) => stage({ ...scene, metadata: { uid: UID, ...scene.metadata } });
const intent = (over: object = {}) => ({
  uid: UID,
  at: NOW - 120_000,
  account: 'A',
  path: '/gadgets',
  key: 'web',
  marked: true,
  ...over,
});
const sent = (over: object = {}, scene: Scene = {}): Scene => ({
  ...scene,
  status: { intent: recordOf(intent(over)), ...scene.status },
});
const unclear = (outcome: Outcome) => ({ type: 'unclear', outcome });
/** Two listings that are surely newer than the create: the first is in the memory. */
const settled: Scene = { memory: { quietListings: [1] } };
const LATE = { at: NOW - LAG - 2_000 };

describe('an item without a recorded id', () => {
  test.each<[string, Scene, unknown]>([
    [
      'is not there',
      { items: [{ id: 9, label: 'x' } as never] },
      { type: 'free', siblings: [{ id: 9, label: 'x' }] },
    ],
    [
      'has the mark',
      { items: [{ id: 7, tags: [MARK] }] },
      {
        type: 'found',
        observed: { item: { id: 7, tags: [MARK] }, details: {} },
        adoption: { adopting: true },
      },
    ],
    [
      'has the key of another one',
      { items: [{ id: 7, label: 'web' } as never] },
      unclear({
        type: 'conflict',
        detail:
          'the account already has web (item 7), which this object did not create; to adopt it, set spec.import',
      }),
    ],
    [
      'cannot be listed',
      { account: { list: async () => fail(LOST) } },
      unclear({ type: 'failed', failure: LOST }),
    ],
    [
      'is imported and not there',
      { spec: { import: { by: 'Id', id: 7 } } },
      unclear({
        type: 'refused',
        field: 'spec.import',
        detail: 'the account has no item with id 7; set spec.import.orCreate to create it',
      }),
    ],
    [
      'is imported',
      { spec: { import: { by: 'Id', id: 7 } }, items: [{ id: 7 }] },
      {
        type: 'found',
        observed: { item: { id: 7 }, details: {} },
        adoption: { adopting: true, imported: true },
      },
    ],
    [
      'is a row that cannot be read',
      {
        listing: {
          unread: new Map([
            [7, { given: { tags: [MARK] }, failure: { code: 'Unreadable', detail: 'odd row' } }],
          ]),
        },
      },
      unclear({ type: 'failed', failure: { code: 'Unreadable', detail: 'odd row' } }),
    ],
    [
      'was sent for in another account',
      sent({ account: 'B' }),
      unclear({
        type: 'refused',
        field: 'spec.credentialsRef',
        detail:
          'a create in account B has no answer yet, and this credential belongs to another account; use a credential of that account, or set the annotation ' +
          `cloudinfra.dev/intent to none-${new Date(NOW - 120_000).toISOString()} to give up the possible result of the create`,
      }),
    ],
    [
      'was made by a create without an answer',
      sent({}, { items: [{ id: 7, tags: [MARK] }] }),
      { type: 'found', observed: { item: { id: 7, tags: [MARK] }, details: {} }, adoption: {} },
    ],
    [
      'was not made, by two listings that are surely newer',
      sent(LATE, settled),
      { type: 'free', siblings: [] },
    ],
    [
      'may have been made where one listing says no',
      sent(LATE),
      unclear({
        type: 'waiting',
        for: 'a listing that is certainly newer than the create whose answer was lost, until 2026-01-01T11:59:58Z at the latest',
        recheckMs: 5_000,
        reason: 'ResolvingCreate',
      }),
    ],
    [
      'was not made, as far as a restricted user sees',
      sent(LATE, { ...settled, caller: { restricted: true } }),
      unclear({
        type: 'waiting',
        for: 'proof of the result of the create of web, which is gone or hidden from the restricted user ann',
        recheckMs: 30_000,
        reason: 'HiddenOrGone',
      }),
    ],
    [
      'was not made, and its answer is known',
      sent({}, { memory: { closedIntentAt: NOW - 120_000 } }),
      { type: 'free', siblings: [] },
    ],
  ])('%s', async (_, scene, sight) => {
    expect(await seek(on(scene).pass)).toEqual(sight);
  });

  test.each<[string, Partial<typeof FAR> & typeof FAR, string, Scene, Outcome]>([
    [
      'that another object holds',
      NEAR,
      itemClaim('A', 'Gadget', 7),
      { items: [{ id: 7, label: 'web' } as never] },
      {
        type: 'conflict',
        detail: 'the account already has web (item 7), which belongs to Gadget team/near',
      },
    ],
    [
      'that the create of another object may have made',
      NEAR,
      fruitClaim('A', '/gadgets', 'web'),
      { items: [{ id: 7, label: 'web' } as never] },
      {
        type: 'conflict',
        detail: 'the account already has web (item 7), which belongs to Gadget team/near',
      },
    ],
    [
      'that is imported and of another namespace',
      FAR,
      itemClaim('A', 'Gadget', 7),
      { spec: { import: { by: 'Id', id: 7 } }, items: [{ id: 7 }] },
      {
        type: 'refused',
        field: 'spec.import',
        detail:
          'item 7 belongs to an object of another namespace; import an item that no object of another namespace manages',
      },
    ],
  ])('%s is not taken', async (_, holder, thing, scene, outcome) => {
    const { pass, claims } = on(scene);
    claims.take(thing, holder);
    expect(await seek(pass)).toEqual(unclear(outcome));
  });

  test.each<[string, Scene, readonly string[]]>([
    ['its key', {}, [KEY]],
    [
      'its key and what its create may have made',
      sent({ key: 'old', marked: false }),
      [
        KEY,
        keyClaim('A', '/gadgets', 'old'),
        makingClaim('A', 'Gadget', UID, NOW - 120_000),
        fruitClaim('A', '/gadgets', 'old'),
      ],
    ],
    [
      'its key and the item',
      { items: [{ id: 7, tags: [MARK] }] },
      [KEY, itemClaim('A', 'Gadget', 7)],
    ],
    ['nothing in mode Preview', { spec: { policy: { mode: 'Preview' } } }, []],
  ])('keeps of its claims %s', async (_, scene, things) => {
    const { pass, claims } = on(scene);
    const all = [
      KEY,
      keyClaim('A', '/gadgets', 'old'),
      makingClaim('A', 'Gadget', UID, NOW - 120_000),
      fruitClaim('A', '/gadgets', 'old'),
      'before',
    ];
    for (const thing of all) claims.take(thing, claimantOf(pass));
    await seek(pass);
    expect(
      claims
        .others('', '')
        .map(([thing]) => thing)
        .toSorted(),
    ).toEqual(things.toSorted());
  });

  test('keeps the proof that it is held', async () => {
    const { pass, claims } = on({ items: [{ id: 7, tags: [MARK] }] });
    claims.prove(itemClaim('A', 'Gadget', 7), claimantOf(pass));
    await seek(pass);
    expect(claims.isProven(itemClaim('A', 'Gadget', 7))).toBe(true);
  });

  test('that another object marked is called after it', async () => {
    const { pass, claims } = on({
      spec: { import: { by: 'Id', id: 7 } },
      items: [{ id: 7, tags: [markOf('near')] }],
    });
    claims.take('anything', NEAR);
    expect(await seek(pass)).toEqual(
      unclear({
        type: 'conflict',
        detail:
          'item 7 carries the mark of Gadget team/near; to adopt it, set spec.import.replaceMark to k8s:near',
      }),
    );
  });

  test.each<[string, Scene, boolean]>([
    ['that is imported may be a part elsewhere', { spec: { import: { by: 'Id', id: 7 } } }, false],
    ['that has the mark is no part elsewhere', { items: [{ id: 7, tags: [MARK] }] }, true],
  ])('%s', async (_, scene, isFound) => {
    const { pass, cluster, claims } = on({
      items: [{ id: 7 }],
      kinds: [{ ...gadget, kind: 'Rack', holds: [{ path: 'nodes[].id', as: 'Gadget' }] }],
      ...scene,
    });
    put(
      cluster,
      { kind: 'Rack', namespace: 'other', name: 'r' },
      { status: { id: 3 }, metadata: { uid: 'r' } },
    );
    claims.take(itemClaim('A', 'Rack', 3), { ...FAR, uid: 'r' });
    expect(await seek(pass)).toMatchObject(
      isFound ? { type: 'found' } : unclear({ type: 'waiting', recheckMs: 5_000 } as never),
    );
  });

  test.each<[string, Scene, readonly number[]]>([
    ['in a listing as old as the request for it', { memory: { startedAt: 10_000 } }, [8_000]],
    [
      'in a listing that is newer than an event',
      { memory: { startedAt: 10_000, hintedAt: 9_000 } },
      [9_000],
    ],
    ['at once where a create is out', sent({ at: NOW - GRACE - 30_000 }), [NOW]],
    [
      'by the listings of sweeps once the lag is over',
      sent({ at: NOW - GRACE - 30_001 }),
      [NOW - 30_000],
    ],
    [
      'at once after the first listing that proves it',
      sent({ at: NOW - GRACE - 30_001 }, settled),
      [NOW],
    ],
  ])('is looked for %s', async (_, scene, since) => {
    const asked: number[] = [];
    const list: NonNullable<Scene['account']>['list'] = async (_read, from) => {
      asked.push(from);
      return ok(listingOf([])) as never;
    };
    await seek(on({ ...scene, account: { list } }).pass);
    expect(asked).toEqual(since);
  });

  test.each([
    ['the end of its grace', GRACE - 10_000, {}, 10_001],
    ['a sweep at the latest', GRACE - 40_000, {}, 30_000],
    ['a sweep, while a newer row may show', GRACE + 10_000, {}, 30_000],
    ['the end of the lag', LAG - 20_000, {}, 20_001],
    ['a moment behind the lag', LAG + 2_000, {}, 5_000],
    ['a sweep, where its grace ends just now', GRACE + 1, {}, 30_000],
    ['a moment behind the lag that ends just now', LAG + 1, {}, 5_000],
    [
      'a moment after the first listing that proves it',
      GRACE - 10_000,
      { quietListings: [1] },
      5_000,
    ],
  ])('of a lost create is looked for again at %s', async (_, age, memory, recheckMs) => {
    const sight = await seek(on(sent({ at: NOW - age }, { memory })).pass);
    expect(sight).toMatchObject(unclear({ type: 'waiting', recheckMs } as never));
  });

  test('is settled by two listings, not by one that is seen twice', async () => {
    const { pass, memory } = on(sent(LATE));
    const starts: number[][] = [];
    for (const begunElapsed of [ELAPSED, ELAPSED, ELAPSED + 1]) {
      const sight = await seek({
        ...pass,
        account: {
          ...pass.account,
          list: async () => ok(listingOf([], { begunElapsed })) as never,
        },
      });
      starts.push([...memory.quietListings]);
      expect(sight.type).toBe(begunElapsed === ELAPSED ? 'unclear' : 'free');
    }
    expect(starts).toEqual([[ELAPSED], [ELAPSED], [ELAPSED, ELAPSED + 1]]);
  });

  test('of an import is not the fruit of an older create: what was not made is not destroyed unasked', async () => {
    const item = { id: 7, tags: [MARK], created: '2026-01-01T10:00:00' };
    const scene = sent({}, { spec: { import: { by: 'Id', id: 7 } }, items: [item] });
    expect(await seek(on(scene).pass)).toEqual({
      type: 'found',
      observed: { item, details: {} },
      adoption: { adopting: true, imported: true },
      adopted: true,
    });
    const fruit = { ...item, created: '2026-01-01T11:58:01' };
    expect(await seek(on({ ...scene, items: [fruit] }).pass)).toEqual({
      type: 'found',
      observed: { item: fruit, details: {} },
      adoption: {},
    });
  });

  test('of the same name and another value is asked about, and every change of the collection wakes the object', async () => {
    const { pass, owners } = on({
      kind: { shares: { storedName: () => 'web', namesOf: () => ['web'], name: () => true } },
      items: [{ id: 7 }],
    });
    expect((await seek(pass)).type).toBe('unclear');
    expect(owners.of({ account: 'A', collection: '/gadgets', ids: [], hint: false })).toEqual([
      'Gadget/team/web',
    ]);
  });
});

describe('a create that went to another collection', () => {
  const kind: NonNullable<Scene['kind']> = {
    collection: (desired) => `/shelves/${(desired.spec as { shelf?: number }).shelf ?? 1}/gadgets`,
    formerParent: {
      field: 'shelfRef',
      idIn: () => null,
      within: (desired, shelf) => ({ ...desired, spec: { shelf } }),
    },
  };
  const scene = (over: object, more: Scene = {}): Scene =>
    sent(
      { path: '/shelves/2/gadgets', ...over },
      {
        kind,
        ...more,
        located: {
          items: { path: '/shelves/1/gadgets', schema: stage().pass.items.schema, paged: true },
        },
      },
    );
  const listed = (
    at: Readonly<Record<string, readonly { id: number; tags?: readonly string[] }[]>>,
  ): NonNullable<Scene['account']> => ({
    list: async ({ path }) => ok(listingOf(at[path] ?? [])) as never,
  });

  test.each<[string, Scene, unknown]>([
    [
      'is refused with what it made there',
      scene({}, { account: listed({ '/shelves/2/gadgets': [{ id: 7, tags: [MARK] }] }) }),
      unclear({
        type: 'refused',
        field: 'spec.shelfRef',
        detail:
          'item 7 in /shelves/2/gadgets belongs to this object, and the spec now refers to /shelves/1/gadgets; delete that item, or restore the reference to its parent',
      }),
    ],
    ['is waited for', scene({}, { account: listed({}) }), { type: 'unclear' }],
    [
      'that left nothing lets the object begin again',
      scene(LATE, { ...settled, account: listed({}) }),
      { type: 'free', siblings: [] },
    ],
  ])('%s', async (_, stageScene, sight) => {
    const { pass, memory } = on(stageScene);
    expect(await seek(pass)).toMatchObject(sight as object);
    expect(memory.closedIntentAt).toBe((sight as { type: string }).type === 'free' ? LATE.at : 0);
  });
});
